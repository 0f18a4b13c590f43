#include "search/learning/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace woodstock::search::learning {

namespace {

bool keeps_roles(const Symmetry& symmetry) { return std::ranges::is_sorted(symmetry.roles); }

}  // namespace

std::optional<std::vector<std::uint32_t>> context_images(const Contexts& contexts, const Symmetry& symmetry,
                                                         std::uint32_t heads) {
  std::vector<std::uint32_t> images(contexts.count());
  std::iota(images.begin(), images.end(), 0);
  const auto fluents = contexts.fluents();
  if (fluents.empty())
    return keeps_roles(symmetry) || (contexts.count() == 1 && heads == 1) ? std::optional(images)
                                                                          : std::nullopt;
  const auto last = contexts.count() - 1;
  std::vector<bool> met(contexts.count());
  for (std::uint32_t i = 0; i < fluents.size(); ++i) {
    const auto place = std::ranges::find(fluents, symmetry.fluents[fluents[i]]);
    images[i] = place == fluents.end() ? last : static_cast<std::uint32_t>(place - fluents.begin());
    if (images[i] > last || met[images[i]]) return std::nullopt;
    met[images[i]] = true;
  }
  for (auto context = static_cast<std::uint32_t>(fluents.size()); context < contexts.count(); ++context) {
    images[context] = static_cast<std::uint32_t>(std::ranges::find(met, false) - met.begin());
    met[images[context]] = true;
  }
  return images;
}

Tie head_image(const Payoffs& payoffs, const Symmetry& symmetry, std::uint32_t head) {
  const auto owner = payoffs.owner(head), image = symmetry.roles[owner];
  const bool against = payoffs.opposed(image) != payoffs.opposed(owner);
  return {payoffs.index(image), !against ? 1.0F : payoffs.sum() == payoffs.most() ? -1.0F : 0.0F};
}

std::vector<Pair> missing_images(const std::vector<Pair>& pairs, std::span<const Symmetry> symmetries,
                                 std::size_t most) {
  std::set<Pair> known(pairs.begin(), pairs.end());
  std::vector<Pair> all = pairs;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const auto& symmetry : symmetries)
      if (const auto image = image_of(all[i], symmetry.fluents);
          known.size() < most && known.insert(image).second)
        all.push_back(image);
  return {all.begin() + static_cast<std::ptrdiff_t>(pairs.size()), all.end()};
}

}  // namespace woodstock::search::learning
