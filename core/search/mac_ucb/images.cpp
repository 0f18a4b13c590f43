#include "search/mac_ucb/images.hpp"

#include <algorithm>
#include <bit>

#include "symmetry/image_keys.hpp"

namespace woodstock::search::mac_ucb {

void Images::find(const symmetry::Canonical& group, std::span<const std::uint64_t> state,
                  std::span<const std::uint64_t> successors) {
  const auto width = state.size();
  const auto count = static_cast<std::uint32_t>(successors.size() / width);
  forms.assign(successors.begin(), successors.end());
  frames.resize(count);
  twins.resize(count);
  counts.assign(count, 1);
  // A table with open addresses, by the keys of the forms.
  slots_.assign(std::bit_ceil(2 * std::size_t{count} + 1), kNothing);
  symmetry::ImageKeys keys(group);
  keys.set(state);
  for (std::uint32_t s = 0; s < count; ++s) {
    const auto form = std::span(forms).subspan(s * width, width);
    std::uint64_t key = 0;
    frames[s] = keys.least(successors.subspan(s * width, width), key);
    if (frames[s] != symmetry::kIdentity) group[frames[s]].map(successors.subspan(s * width, width), form);
    auto slot = key & (slots_.size() - 1);
    const auto other = [&] { return std::span(forms).subspan(slots_[slot] * width, width); };
    while (slots_[slot] != kNothing && !std::ranges::equal(other(), form))
      slot = (slot + 1) & (slots_.size() - 1);
    if (slots_[slot] == kNothing) slots_[slot] = s;
    twins[s] = slots_[slot];
    if (twins[s] != s) ++counts[twins[s]];
  }
}

}  // namespace woodstock::search::mac_ucb
