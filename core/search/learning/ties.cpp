#include "search/learning/ties.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace woodstock::search::learning {

namespace {

bool permutes(std::span<const std::uint32_t> images, std::uint32_t count) {
  std::vector<bool> met(count);
  for (const auto image : images) {
    if (image >= count || met[image]) return false;
    met[image] = true;
  }
  return images.size() == count;
}

constexpr auto kNoFeature = ~std::uint32_t{0};

// Where features go: fluents, those of patterns, pairs, the bias. None where the image of a pattern or pair
// is none.
std::vector<std::uint32_t> feature_images(const LinearEvaluation& evaluation, const Symmetry& symmetry) {
  std::vector images(evaluation.features() + 1, kNoFeature);
  std::ranges::copy(symmetry.fluents, images.begin());
  images.back() = evaluation.features();
  const auto& pairs = evaluation.pairs();
  std::map<Pair, std::uint32_t> pair_number;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) pair_number.emplace(pairs.all()[i], i);
  for (std::uint32_t i = 0; i < pairs.size(); ++i)
    if (const auto found = pair_number.find(image_of(pairs.all()[i], symmetry.fluents));
        found != pair_number.end())
      images[evaluation.first_pair() + i] = evaluation.first_pair() + found->second;
  const auto& patterns = evaluation.patterns();
  std::map<std::vector<std::uint32_t>, std::uint32_t> number;
  for (std::uint32_t i = 0; i < patterns.size(); ++i) number.emplace(patterns.all()[i].fluents, i);
  std::vector<std::uint32_t> fluents;
  for (std::uint32_t i = 0; i < patterns.size(); ++i) {
    fluents.clear();
    for (const auto fluent : patterns.all()[i].fluents) fluents.push_back(symmetry.fluents[fluent]);
    std::ranges::sort(fluents);
    const auto found = number.find(fluents);
    if (found == number.end()) continue;
    for (std::int32_t held = 1; held <= static_cast<std::int32_t>(fluents.size()); ++held) {
      const auto first = evaluation.fluents();
      images[first + patterns.own_feature(i, held)] = first + patterns.own_feature(found->second, held);
      images[first + patterns.shared_feature(i, held)] = first + patterns.shared_feature(found->second, held);
    }
  }
  return images;
}

}  // namespace

Ties::Ties(const LinearEvaluation& evaluation, std::span<const Symmetry> symmetries, std::uint32_t roles) {
  const auto heads = evaluation.heads();
  const auto width = evaluation.features() + 1;
  SignedClasses classes(evaluation.weights().size());
  for (const auto& symmetry : symmetries) {
    if (!permutes(symmetry.fluents, evaluation.fluents()) || !permutes(symmetry.roles, roles))
      throw std::invalid_argument("a symmetry has one image for each fluent and each role");
    const auto contexts = context_images(evaluation.contexts(), symmetry, heads);
    if (!contexts) continue;
    const auto features = feature_images(evaluation, symmetry);
    for (std::uint32_t head = 0; head < heads; ++head) {
      const auto image = head_image(evaluation.payoffs(), symmetry, head);
      if (image.sign == 0) continue;
      for (std::uint32_t context = 0; context < contexts->size(); ++context)
        for (std::uint32_t feature = 0; feature < width; ++feature)
          if (features[feature] != kNoFeature)
            classes.join((context * width + feature) * heads + head,
                         ((*contexts)[context] * width + features[feature]) * heads + image.weight,
                         image.sign);
    }
  }
  const auto count = static_cast<std::uint32_t>(evaluation.weights().size());
  std::vector<std::vector<Tie>> members(count);
  for (std::uint32_t weight = 0; weight < count; ++weight) {
    auto tie = classes.find(weight);
    if (classes.nothing(tie.weight)) tie.sign = 0;
    leaders_.push_back(tie);
    members[tie.weight].push_back({weight, tie.sign});
  }
  begin_.push_back(0);
  for (const auto& of_leader : members) {
    members_.insert(members_.end(), of_leader.begin(), of_leader.end());
    begin_.push_back(static_cast<std::uint32_t>(members_.size()));
  }
}

void Ties::level(std::vector<float>& weights) const {
  for (std::uint32_t leader = 0; leader + 1 < begin_.size(); ++leader) {
    const auto tied = tied_to(leader);
    float sum = 0;
    for (const auto& tie : tied) sum += tie.sign * weights[tie.weight];
    for (const auto& tie : tied) weights[tie.weight] = tie.sign * sum / static_cast<float>(tied.size());
  }
}

}  // namespace woodstock::search::learning
