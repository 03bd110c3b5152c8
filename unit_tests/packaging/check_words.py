# SPDX-License-Identifier: Apache-2.0
"""check_words.py <folder or file>...: fails, naming file and line, on a word in an identifier, in a comment or in a
message that docs/glossary.md, "Say / not", replaces, and on a comment whose first sentence has no subject. Code in
`backquotes` does not count. A message is any string literal with a blank in it; labels of kernels, names and keys have
none."""

import ast
import functools
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
# The same for identifiers, of which the words are looked for in _lower_case_.
IDENTIFIERS = [
    (r"(?<!_at)_(most|least)_", "max, min, maximum, minimum; at_most, at_least"),
    (r"(?<!_in)_place(s|d)?_", "index, coordinate, position or destination; in_place"),
    (r"_(heavy|lights?|giant)_", "oversized, block_sized; long_row"),
    (r"_mirror(s|ed)?_", "transposed"),
    (r"_(remainders?|rest)_", "low_bits; off_block; others, remaining"),
    (r"_(ask(s|ed|ing)?|told|tells?|wants?|wanted)_", "requested; reads, checks, reports"),
    (r"_suit(s|ed)?_|_admit(s|ted)?_|_judge[sd]?_|_verdicts?_", "is_applicable; eligible; decision"),
    (r"_look(s|ed|ing)?_(?!up_)", "reads, checks, scans; look_up"),
    (r"_(stands?|behind)_", "stored; after"),
    (r"_(nobody|whoever|deal|dealt|stir|stirred|lest)_", "caller; distribute; hash"),
    (r"_(in_step|under_way|at_once)_", "in_lockstep; in_flight; concurrent"),
    (r"_(repeatabl[ey]|bit_for_bit)_", "deterministic"),
    (r"_(a|de)scend(s|ing)?_", "sorted, strictly_sorted; decreasing"),
    (r"(?<!_broadcast)_together_", "packed"),
    (r"^_own_$", "native; whose it is"),
]
# Identifiers of others, and those that have to stay, with the folders in which they are allowed (none: all).
ALLOWED = {
    "create_mirror_view": (),  # of Kokkos, as the next three
    "create_mirror_view_and_copy": (),
    "host_mirror_type": (),
    "HostMirror": (),
    "repeatable": ("c", "python"),  # a field of the C structs and an argument of the Python function choose_format
}
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


# What is no code, and the path of an included file.
NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<end>[^(\s]*)\((?P<raw>.*?)\)(?P=end)"|"(?P<text>(?:\\.|[^"\\\n])*)"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'|(?<=include )<[^>\n]*>",
    re.DOTALL,
)


def identifiers_of_cpp(text):
    """(line, identifier), with keywords and macros."""
    code = NO_CODE.sub(lambda found: " " + "\n" * found[0].count("\n"), text)
    for number, line in enumerate(code.split("\n"), 1):
        for found in re.finditer(r"(?<![\w])[A-Za-z_]\w*", line):
            yield number, found[0]


def identifiers_of_python(text):
    """The same for Python, where keywords of a call count too, and expressions in formatted strings."""
    for node in ast.walk(ast.parse(text)):
        for field in ("id", "attr", "arg", "name", "asname", "names", "rest"):
            value = getattr(node, field, None)
            for name in value if isinstance(value, list) else [value]:
                if isinstance(name, str):
                    yield getattr(node, "lineno", 0), name


@functools.cache
def instead_of(identifier):
    """What to say instead of each word of an identifier that the glossary replaces."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", identifier)
    lower_case = "_" + "_".join(word.lower() for word in words) + "_"
    return [say for pattern, say in IDENTIFIERS if re.search(pattern, lower_case)]


def messages_of_cpp(text):
    """(line, text) of each string literal with a blank in it; adjacent literals are one."""
    first, message, last = 0, "", None
    for found in NO_CODE.finditer(text):
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
    for line, name in identifiers_of_python(text) if path.suffix == ".py" else identifiers_of_cpp(text):
        folders = ALLOWED.get(name)
        if folders is not None and (not folders or any(folder in path.parts for folder in folders)):
            continue
        for say in instead_of(name):
            yield line, name, say


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
