// The options of a search, each written once: a row gives a member of the options' struct a name, a unit,
// bounds and a reason. Specs, help and bindings are made from the rows; the default is the struct's own.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace woodstock::search {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// A row as the outside sees it.
struct OptionInfo {
  std::string name, unit, help;
  bool whole = false;
  double initial = 0, minimum = 0;
  std::optional<double> maximum;
};

template <typename Options>
struct OptionRow {
  using Member = std::variant<double Options::*, std::uint32_t Options::*, std::size_t Options::*>;

  std::string_view name;  // as specs write it
  Member member;
  std::string_view unit;
  double minimum = 0, maximum = kUnbounded;
  std::string_view help;

  bool whole() const { return !std::holds_alternative<double Options::*>(member); }
  double get(const Options& options) const {
    return std::visit([&](auto at) { return static_cast<double>(options.*at); }, member);
  }
  double initial() const { return get(Options{}); }
  OptionInfo info() const {
    return {std::string(name),
            std::string(unit),
            std::string(help),
            whole(),
            initial(),
            minimum,
            std::isinf(maximum) ? std::nullopt : std::optional(maximum)};
  }
  // Throws std::invalid_argument.
  void set(Options& options, double value) const {
    const auto refuse = [&](const char* why) {
      throw std::invalid_argument("option " + std::string(name) + ": " + why);
    };
    if (!(value >= minimum && value <= maximum)) refuse("out of bounds");
    if (whole() && value != std::floor(value)) refuse("must be a whole number");
    std::visit(
        [&](auto at) {
          using Number = std::remove_reference_t<decltype(options.*at)>;
          if constexpr (std::is_integral_v<Number>)
            if (value > static_cast<double>(std::numeric_limits<std::uint32_t>::max())) refuse("too large");
          options.*at = static_cast<Number>(value);
        },
        member);
  }
};

// Throws std::out_of_range.
template <typename Options>
const OptionRow<Options>& option_called(std::span<const OptionRow<Options>> table, std::string_view name) {
  for (const auto& row : table)
    if (row.name == name) return row;
  throw std::out_of_range("no option is called " + std::string(name));
}

}  // namespace woodstock::search
