// A sort of search as players name it: what can be set, and how one is made. Specs, help and bindings know no
// more of a search than this.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/engines.hpp"
#include "search/option_table.hpp"
#include "search/search.hpp"

namespace woodstock::search {

struct Kind {
  using Settings = std::map<std::string, double>;  // by the options' names

  std::string name, summary;
  std::string source;  // paper and section
  std::vector<OptionInfo> options;
  // Throws std::out_of_range for a role or an option that does not exist, std::invalid_argument for a value.
  std::function<std::unique_ptr<Search>(const Engines&, std::uint32_t role, const Settings&)> make;

  // `make` takes engines, a role and options.
  template <typename Options, typename Make>
  static Kind of(std::string name, std::string summary, std::string source,
                 std::vector<OptionRow<Options>> table, Make make) {
    Kind kind{std::move(name), std::move(summary), std::move(source), {}, {}};
    for (const auto& row : table) kind.options.push_back(row.info());
    kind.make = [=](const Engines& engines, std::uint32_t role, const Settings& settings) {
      if (role >= engines.role_count()) throw std::out_of_range("no such role");
      Options options;
      for (const auto& [option, value] : settings)
        option_called(std::span<const OptionRow<Options>>(table), option).set(options, value);
      return make(engines, role, std::as_const(options));
    };
    return kind;
  }
};

// Options that many searches have.
inline constexpr std::string_view kDecisiveHelp =
    "moves in playouts in lanes, 0: uniform; 1: one that wins at once is taken; 2: and one that lets the "
    "next "
    "role do so is avoided; uniform where that costs too much (mac-ucb also knows by it which successors are "
    "decided at once)";
template <typename Options>
OptionRow<Options> playouts_option() {
  return {"playouts", &Options::playouts, "playouts", 1, 4096, "random playouts from a leaf"};
}
template <typename Options>
OptionRow<Options> horizon_option() {
  return {"horizon", &Options::horizon, "steps", 1, kUnbounded, "longest playout"};
}
template <typename Options>
OptionRow<Options> decisive_option() {
  return {"decisive", &Options::decisive, "level", 0, lanes::kLanePolicies - 1, kDecisiveHelp};
}

}  // namespace woodstock::search
