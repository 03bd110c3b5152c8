// SPDX-License-Identifier: Apache-2.0
#include "harness/results.hpp"

#include <nlohmann/json.hpp>

#include <ostream>

namespace Araios::Perf {

namespace {
nlohmann::ordered_json to_json(Sample const& sample) {
  return {{"median", sample.median}, {"low", sample.low}, {"high", sample.high}, {"repeats", sample.repeats}};
}
}  // namespace

std::optional<double> number_of(Result const& result, std::string const& name) {
  for (auto const& [of, number] : result.numbers)
    if (of == name) return number;
  return {};
}

void write_json_line(std::ostream& out, Environment const& environment, Case const& what, Result const& result) {
  nlohmann::ordered_json line;
  line["program"] = what.program;
  line["case"] = what.name;
  line["type"] = what.type;
  for (auto const& [name, size] : what.sizes) line["sizes"][name] = size;
  line["library"] = result.library;
  line["method"] = result.method;
  if (!result.chosen.empty()) line["chosen"] = result.chosen;
  line["space"] = result.space;
  line["on_device"] = result.on_device;
  if (!result.note.empty()) line["note"] = result.note;
  if (result.measured() || result.warm.repeats > 0) {
    if (result.flushed.repeats > 0) line["seconds"]["flushed"] = to_json(result.flushed);
    if (result.warm.repeats > 0) line["seconds"]["warm"] = to_json(result.warm);
    if (result.end_to_end.repeats > 0) line["seconds"]["end_to_end"] = to_json(result.end_to_end);
    if (result.set_up.repeats > 0) line["seconds"]["set_up"] = to_json(result.set_up);
    if (result.call.repeats > 0) line["seconds"]["call"] = to_json(result.call);
    if (result.host.repeats > 0) line["seconds"]["host"] = to_json(result.host);
    if (result.predicted >= 0) line["predicted_seconds"] = result.predicted;
    line["bytes"] = result.bytes;
    if (result.copy_bandwidth > 0) line["copy_bandwidth"] = result.copy_bandwidth;
    if (result.workspace_bytes >= 0) line["workspace_bytes"] = result.workspace_bytes;
    if (result.matrix_bytes >= 0) line["matrix_bytes"] = result.matrix_bytes;
    if (result.peak_bytes >= 0) line["peak_bytes"] = result.peak_bytes;
    if (result.repeatable) line["repeatable"] = *result.repeatable;
    for (auto const& [over, ratio] : result.speedups) line["speedup"][over] = ratio;
    for (auto const& [name, ratio] : result.ratios) line["ratios"][name] = ratio;
    for (auto const& [name, number] : result.numbers) line["numbers"][name] = number;
  }
  line["machine"] = environment.machine;
  line["cpu"] = environment.cpu;
  if (!environment.gpu.empty()) line["gpu"] = environment.gpu;
  line["device_space"] = environment.device_space;
  line["host_space"] = environment.host_space;
  line["host_threads"] = environment.host_threads;
  if (!environment.allocator.empty()) line["allocator"] = environment.allocator;
  line["versions"] = environment.versions;
  line["commit"] = environment.commit;
  line["flags"] = environment.flags;
  line["date"] = environment.date;
  out << line.dump() << '\n';
}

std::string csv_field(std::string const& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (char c : field) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace Araios::Perf
