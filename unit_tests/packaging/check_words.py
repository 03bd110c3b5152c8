# SPDX-License-Identifier: Apache-2.0
"""check_words.py <folder or file>...: fails, naming file and line, on a word in a comment or in a message that
docs/glossary.md, "Say / not", replaces, and on a comment whose first sentence has no subject. Code in `backquotes` does
not count. A message is any string literal with a blank in it; labels of kernels, names and keys have none."""

import ast
import io
import pathlib
import re
import sys
import tokenize

# What is found, and what the glossary says in its place.
WORDS = [
    (r"the\sone\sdoor|head\sof\sthis\sfile", "single entry point; file comment"),
    (r"(?<!\bat\s)\bmost\b|(?<!\bat\s)\bleast\b", "maximum, minimum; usually; at most, at least"),
    (r"(?<!\bin\s)(?<!\bin-)(?<!takes\s)\bplaces?\b", "index; coordinate, position or destination"),
    (r"\bheavy\b|\blight\sranges?\b|\bgiant\b", "oversized, block-sized; long row"),
    (r"\bmirror(ed|s)?\b(\simages?)?", "transposed entry"),
    (r"\bremainders?\b|\bthe\srest\b", "low bits; off-block part; the others"),
    (r"\b(ask|asks|asked|asking)\sfor\b", "requested"),
    (r"\bsuits?\b|\bsuited\b", "is applicable"),
    (r"\badmit(s|ted)?\b|\bjudge[sd]?\b|\bverdicts?\b", "eligible; cost model; decision"),
    (r"\b(look|looks|looked|looking)\sat\b|\btells?\b|\bwants?\b", "reads, checks, scans"),
    (r"\bstands?\b|\bbehind\b", "is stored; after"),
    (r"\bnobody\b|\bwhoever\b", "no other thread; the caller"),
    (r"\bdealt\b|\bstirred\b|\blest\b", "distributed; hashed; so that not"),
    (r"\bin\sstep\b|\bunder\sway\b|\bat\sonce\b", "in lockstep; in flight; concurrently"),
    (r"\brepeatabl[ey]\b|\bbit\sfor\sbit\b", "deterministic, bitwise, with a level"),
    (r"\bascend(s|ing)?\b|\bdescend(s|ing)?\b", "sorted; not decreasing; decreasing"),
    (r"(?<!broadcast\s)\btogether\b", "packed; in one allocation; at the same time"),
]
NO_SUBJECT = re.compile(r"(Of|That of|Those|The same (of|as))\b")


def blocks_of_cpp(text):
    """(line, text) of each comment; neighbouring lines of comments alone are one."""
    block, first = [], 0
    in_long = False
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        alone = None
        if in_long:
            alone = stripped.split("*/")[0].lstrip("* ")
            in_long = "*/" not in stripped
        elif stripped.startswith("/*"):
            alone = stripped[2:].split("*/")[0].lstrip("* ")
            in_long = "*/" not in stripped
        elif stripped.startswith("//"):
            alone = re.sub(r"^//[/!]?<?\s*", "", stripped)
        if alone is not None:
            if not block:
                first = number
            block.append(alone)
            continue
        if block:
            yield first, block
            block = []
        code = re.sub(r'"(\\.|[^"\\])*"', '""', line)
        if "//" in code:
            yield number, [re.sub(r"^[/<! ]*", "", code[code.index("//") :])]
    if block:
        yield first, block


def blocks_of_python(text):
    block, last = [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            if block and token.start[0] != last + 1:
                yield last - len(block) + 1, block
                block = []
            block.append(token.string.lstrip("# "))
            last = token.start[0]
        elif token.type == tokenize.STRING and token.string.lstrip("rRbBfFuU").startswith('"""'):
            yield token.start[0], token.string.strip('rRbBfFuU"').split("\n")
    if block:
        yield last - len(block) + 1, block


def messages_of_cpp(text):
    """(line, text) of each string literal with a blank in it; adjacent literals are one."""
    token = re.compile(
        r'//[^\n]*|/\*.*?\*/|R"(?P<end>[^(\s]*)\((?P<raw>.*?)\)(?P=end)"|"(?P<text>(?:\\.|[^"\\\n])*)"'
        r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'",
        re.DOTALL,
    )
    first, message, last = 0, "", None
    for found in token.finditer(text):
        part = found["text"] if found["text"] is not None else found["raw"]
        if part is None:
            continue
        if last is None or text[last : found.start()].strip():
            if " " in message:
                yield first, message
            first, message = text.count("\n", 0, found.start()) + 1, ""
        message += part
        last = found.end()
    if " " in message:
        yield first, message


def messages_of_python(text):
    """The same for Python, whose docstrings are comments."""
    tree = ast.parse(text)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
        if is_text and " " in node.value:
            yield node.lineno, node.value


def faults_of(path):
    text = path.read_text()
    for line, message in messages_of_python(text) if path.suffix == ".py" else messages_of_cpp(text):
        for pattern, say in WORDS:
            for found in re.finditer(pattern, message, re.IGNORECASE):
                yield line, found[0], say
    for first, block in blocks_of_python(text) if path.suffix == ".py" else blocks_of_cpp(text):
        if block and NO_SUBJECT.match(block[0].strip()):
            yield first, block[0].strip()[:40], "a sentence with a subject"
        # Doctests and code do not count; a phrase may go over the end of a line.
        is_doctest = re.compile(r"\s*(>>>|\.\.\.)").match
        comment = "\n".join("" if is_doctest(line) else re.sub(r"`+[^`]*`+", "``", line.strip()) for line in block)
        for pattern, say in WORDS:
            for found in re.finditer(pattern, comment, re.IGNORECASE):
                yield first + comment[: found.start()].count("\n"), found[0].replace("\n", " "), say


def main(arguments):
    count = number = 0
    for argument in map(pathlib.Path, arguments):
        files = [argument] if argument.is_file() else sorted(argument.rglob("*"))
        for path in files:
            if path.suffix not in (".hpp", ".cpp", ".h", ".c", ".py"):
                continue
            number += 1
            for line, found, say in faults_of(path):
                print(f'{path}:{line}: "{found}": say {say}')
                count += 1
    if not number:
        sys.exit("check_words: no file")
    if count:
        sys.exit(f"check_words: {count} words to replace, or comments without a subject, in {number} files")
    print(f"check_words: {number} files use the words of the glossary")


if __name__ == "__main__":
    main(sys.argv[1:])
