#include "search/learning/ties.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
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

bool keeps_roles(const Symmetry& symmetry) { return std::ranges::is_sorted(symmetry.roles); }

// Where contexts go; nothing if they do not go along. Players that are exchanged within a context are told
// apart by one number at most: where each has its own, tied weights would count for several at once.
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

// The head that one goes to, with the sign of its logits there; 0 where no logit is another one's opposite.
Tie head_image(const Payoffs& payoffs, const Symmetry& symmetry, std::uint32_t head) {
  const auto owner = payoffs.owner(head), image = symmetry.roles[owner];
  const bool against = payoffs.opposed(image) != payoffs.opposed(owner);
  return {payoffs.index(image), !against ? 1.0F : payoffs.sum() == payoffs.most() ? -1.0F : 0.0F};
}

constexpr auto kNoFeature = ~std::uint32_t{0};

// Where features go: fluents, those of patterns, pairs, the bias. None where the image of a pattern or pair
// is none.
std::vector<std::uint32_t> feature_images(const LinearEvaluation& evaluation, const Symmetry& symmetry) {
  std::vector<std::uint32_t> images(evaluation.features() + 1);
  std::ranges::fill(images, kNoFeature);
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

TiedPairs::TiedPairs(const LinearEvaluation& evaluation, std::span<const std::uint32_t> fluents,
                     std::span<const Symmetry> symmetries, const Budget& budget)
    : contexts_(evaluation.contexts().count()), pairs_(fluents.size() * (fluents.size() - 1) / 2) {
  SignedClasses classes(evaluation.heads() * contexts_ * pairs_);
  for (const auto& symmetry : symmetries)
    if (!join(evaluation, fluents, symmetry, classes, budget)) return;
  const auto count = static_cast<std::uint32_t>(evaluation.heads() * contexts_ * pairs_);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto first =
        static_cast<std::uint32_t>(i / (contexts_ * pairs_) * (contexts_ * pairs_) + i % pairs_);
    if (classes.find(first).weight != classes.find(i).weight) classes.join(first, i, 1);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    auto leader = classes.find(i);
    if (classes.nothing(leader.weight)) leader.sign = 0;
    leaders_.push_back(leader);
  }
  known_ = true;
}

bool TiedPairs::join(const LinearEvaluation& evaluation, std::span<const std::uint32_t> fluents,
                     const Symmetry& symmetry, SignedClasses& classes, const Budget& budget) const {
  const auto contexts = context_images(evaluation.contexts(), symmetry, evaluation.heads());
  if (!contexts) return true;
  const auto count = static_cast<std::uint32_t>(fluents.size());
  std::vector<std::uint32_t> there;  // per place: that of its image, or their number
  for (const auto fluent : fluents)
    there.push_back(
        static_cast<std::uint32_t>(std::ranges::find(fluents, symmetry.fluents[fluent]) - fluents.begin()));
  for (std::uint32_t head = 0; head < evaluation.heads(); ++head) {
    const auto image = head_image(evaluation.payoffs(), symmetry, head);
    if (image.sign == 0) continue;
    for (std::uint32_t second = 1; second < count; ++second) {
      if (budget.out_of_time()) return false;
      for (std::uint32_t first = 0; first < second; ++first) {
        const auto [low, high] = std::minmax(there[first], there[second]);
        if (high == count) continue;
        for (std::uint32_t context = 0; context < contexts_; ++context)
          classes.join(static_cast<std::uint32_t>(number(head, context, first, second)),
                       static_cast<std::uint32_t>(number(image.weight, (*contexts)[context], low, high)),
                       image.sign);
      }
    }
  }
  return true;
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

void Ties::level(std::vector<float>& weights) const {
  for (std::uint32_t leader = 0; leader + 1 < begin_.size(); ++leader) {
    const auto tied = tied_to(leader);
    float sum = 0;
    for (const auto& tie : tied) sum += tie.sign * weights[tie.weight];
    for (const auto& tie : tied) weights[tie.weight] = tie.sign * sum / static_cast<float>(tied.size());
  }
}

}  // namespace woodstock::search::learning
