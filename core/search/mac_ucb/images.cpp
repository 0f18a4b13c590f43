#include "search/mac_ucb/images.hpp"

#include <algorithm>
#include <unordered_map>

#include "symmetry/image_keys.hpp"

namespace woodstock::search::mac_ucb {

namespace {

struct Hash {
  std::size_t operator()(std::span<const std::uint64_t> words) const {
    std::uint64_t hash = 0;
    for (const auto word : words) hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL ^ hash >> 29U;
    return hash;
  }
};
struct Equal {
  bool operator()(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) const {
    return std::ranges::equal(a, b);
  }
};

}  // namespace

void Images::find(const symmetry::Canonical& group, std::span<const std::uint64_t> state,
                  std::span<const std::uint64_t> successors) {
  const auto width = state.size();
  const auto count = static_cast<std::uint32_t>(successors.size() / width);
  forms.assign(successors.begin(), successors.end());
  frames.resize(count);
  twins.resize(count);
  counts.assign(count, 1);
  symmetry::ImageKeys keys(group);
  keys.set(state);
  std::unordered_map<std::span<const std::uint64_t>, std::uint32_t, Hash, Equal> first;
  first.reserve(count);
  for (std::uint32_t s = 0; s < count; ++s) {
    const auto own = successors.subspan(s * width, width);
    const auto form = std::span(forms).subspan(s * width, width);
    frames[s] = keys.least(own);
    if (frames[s] != symmetry::kIdentity) group[frames[s]].map(own, form);
    twins[s] = first.try_emplace(form, s).first->second;
    if (twins[s] != s) ++counts[twins[s]];
  }
}

}  // namespace woodstock::search::mac_ucb
