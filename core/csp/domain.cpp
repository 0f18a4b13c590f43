#include "csp/domain.hpp"

#include <stdexcept>

namespace woodstock::csp {

Domains::Domains(Trail& trail, std::span<const std::uint32_t> sizes) : trail_(trail) {
  shapes_.reserve(sizes.size());
  std::uint64_t unbound = 0;
  for (const auto size : sizes) {
    if (size == 0) throw std::invalid_argument("a variable needs at least one value");
    const auto words = (size + 63) / 64;
    const auto first = trail_.allocate(words, ~std::uint64_t{0});
    if (size % 64 != 0) trail_.set(first + words - 1, (std::uint64_t{1} << size % 64) - 1);
    if (words > 1) trail_.allocate(1, size);
    shapes_.push_back({first, words, size});
    if (size > 1) ++unbound;
  }
  unbound_ = trail_.allocate(1, unbound);
}

ValueId Domains::next(VariableId x, ValueId from) const {
  const auto& shape = shapes_[x];
  for (auto w = from / 64; w < shape.words; ++w) {
    auto word = trail_[shape.first + w];
    if (w == from / 64) word &= ~std::uint64_t{0} << from % 64;
    if (word != 0) return w * 64 + static_cast<ValueId>(std::countr_zero(word));
  }
  return kSome;
}

std::vector<ValueId> Domains::values(VariableId x) const {
  std::vector<ValueId> found;
  for (auto a = next(x); a != kSome; a = next(x, a + 1)) found.push_back(a);
  return found;
}

bool Domains::remove(VariableId x, ValueId a) {
  const auto& shape = shapes_[x];
  if (shape.words == 1) return keep(x, ~(std::uint64_t{1} << a));
  if (!contains(x, a)) return size(x) != 0;
  const auto index = shape.first + a / 64;
  trail_.set(index, trail_[index] & ~(std::uint64_t{1} << a % 64));
  const auto left = trail_[shape.first + shape.words] - 1;
  trail_.set(shape.first + shape.words, left);
  if (left == 1) trail_.set(unbound_, unbound() - 1);
  events.push_back({x, a});
  return left != 0;
}

bool Domains::assign(VariableId x, ValueId a) {
  const auto& shape = shapes_[x];
  if (shape.words == 1) return keep(x, std::uint64_t{1} << a);
  const auto present = contains(x, a);
  for (auto b = next(x); b != kSome; b = next(x, b + 1))
    if (b != a) remove(x, b);
  return present;
}

}  // namespace woodstock::csp
