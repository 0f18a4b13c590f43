#include "symmetry/permutation.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace woodstock::symmetry {

namespace {

using Row = std::vector<std::uint32_t>;

Row counted(std::uint32_t size) {
  Row row(size);
  std::iota(row.begin(), row.end(), 0U);
  return row;
}

Row product(const Row& first, const Row& next) {
  Row row(first.size());
  std::ranges::transform(first, row.begin(), [&](std::uint32_t image) { return next[image]; });
  return row;
}

Row inverted(const Row& row) {
  Row result(row.size());
  for (std::uint32_t place = 0; place < row.size(); ++place) result[row[place]] = place;
  return result;
}

bool stays(const Row& row) {
  for (std::uint32_t place = 0; place < row.size(); ++place)
    if (row[place] != place) return false;
  return true;
}

bool once_each(Row row) {
  std::ranges::sort(row);
  return stays(row);
}

}  // namespace

Permutation Permutation::identity(std::uint32_t fluent_count, std::uint32_t move_count) {
  return {counted(fluent_count), counted(move_count)};
}

Permutation Permutation::then(const Permutation& next) const {
  return {product(fluents, next.fluents), product(moves, next.moves)};
}

Permutation Permutation::inverse() const { return {inverted(fluents), inverted(moves)}; }

bool Permutation::is_identity() const { return stays(fluents) && stays(moves); }

bool Permutation::is_valid() const { return once_each(fluents) && once_each(moves); }

void Permutation::map(std::span<const std::uint64_t> words, std::span<std::uint64_t> image) const {
  std::ranges::fill(image, 0);
  for (std::size_t w = 0; w < words.size(); ++w)
    for (auto bits = words[w]; bits != 0; bits &= bits - 1) {
      const auto to = fluents[64 * w + static_cast<std::uint32_t>(std::countr_zero(bits))];
      image[to / 64] |= std::uint64_t{1} << (to % 64);
    }
}

}  // namespace woodstock::symmetry
