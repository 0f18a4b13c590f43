#include "search/learning/lookahead.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace woodstock::search::learning {

using namespace lanes;

namespace {

// What tells equal moves apart: far less than an evaluation can mean.
constexpr float kNoise = 1e-6F;
// What a role may hope for: a second ply adds nothing to it.
float best_utility(const Payoffs& payoffs, std::uint32_t role) {
  const std::array<float, kMostHeads> none{};
  return payoffs.opposed(role) ? payoffs.utility(role, none.data()) : payoffs.most();
}

}  // namespace

Lookahead::Lookahead(std::shared_ptr<const Lanes> lanes)
    : lanes_(std::move(lanes)), scratch_(make_lane_scratch()) {}

bool Lookahead::judge(std::span<const std::uint64_t> states, std::span<const Question> questions,
                      Random& random, const Budget& budget) {
  if (questions.empty()) return true;
  heads_ = questions.front().evaluation->heads();
  judgements_.assign(questions.size(), {});
  values_.assign(questions.size() * heads_, 0);
  if (budget.out_of_time()) return false;
  meet(questions);
  lanes_->expand_many(*scratch_, states, expansions_, kMostJoints);
  look(states, questions, random);
  return look_deeper(questions, random, budget);
}

void Lookahead::meet(std::span<const Question> questions) {
  const LinearEvaluation* last = nullptr;
  std::vector<const LinearEvaluation*> met;
  for (const auto& question : questions) {
    if (question.evaluation == last || std::ranges::find(met, question.evaluation) != met.end()) continue;
    met.push_back(last = question.evaluation);
    auto known = std::ranges::find(neighbourhoods_, last, &Neighbourhood::evaluation);
    if (known == neighbourhoods_.end()) known = neighbourhoods_.emplace(known);
    known->set_evaluation(*last);
  }
}

Neighbourhood& Lookahead::around(const LinearEvaluation& evaluation) {
  return *std::ranges::find(neighbourhoods_, &evaluation, &Neighbourhood::evaluation);
}

void Lookahead::look(std::span<const std::uint64_t> states, std::span<const Question> questions,
                     Random& random) {
  const auto words = lanes_->state_words();
  const auto roles = lanes_->circuit().role_count();
  deeper_.clear();
  deeper_states_.clear();
  for (std::uint32_t i = 0; i < questions.size(); ++i) {
    auto& judgement = judgements_[i];
    const auto& evaluation = *questions[i].evaluation;
    const auto& payoffs = evaluation.payoffs();
    auto* value = values_.data() + std::size_t{i} * heads_;
    judgement.terminal = expansions_.terminal[i];
    judgement.crowded = expansions_.crowded[i];
    if (judgement.terminal) payoffs.store(std::span(expansions_.goals).subspan(i * roles, roles), value);
    if (judgement.terminal || judgement.crowded) continue;
    judgement.arms =
        Arms::of(std::span(expansions_.choices).subspan(i * roles, roles), lanes_->circuit().chance_role());
    judgement.first = expansions_.begin[i];
    value_successors(evaluation, states.data() + std::size_t{i} * words, expansions_, judgement.first,
                     expansions_.begin[i + 1]);
    const auto& arms = judgement.arms;
    judgement.best = best_arm(payoffs, arms, random, value);
    if (questions[i].width == 0 || arms.role == kNobody || arms.outcomes > 1) continue;
    if (expansions_.successor_terminal[judgement.first + arms.joint(judgement.best, 0)] &&
        payoffs.utility(arms.role, value) >= best_utility(payoffs, arms.role))
      continue;
    ranked_.resize(arms.count);
    std::iota(ranked_.begin(), ranked_.end(), 0);
    const auto width = std::min(questions[i].width, arms.count);
    std::partial_sort(ranked_.begin(), ranked_.begin() + width, ranked_.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return urges_[a] > urges_[b]; });
    for (std::uint32_t rank = 0; rank < width; ++rank) {
      const auto joint = judgement.first + arms.joint(ranked_[rank], 0);
      deeper_.push_back({i, ranked_[rank]});
      const auto* successor = expansions_.successors.data() + joint * words;
      deeper_states_.insert(deeper_states_.end(), successor, successor + words);
    }
  }
}

bool Lookahead::look_deeper(std::span<const Question> questions, Random& random, const Budget& budget) {
  const auto words = lanes_->state_words();
  const auto roles = lanes_->circuit().role_count();
  const auto mean = judgements_.empty() ? 1 : expansions_.begin.back() / judgements_.size() + 1;
  const auto chunk = std::clamp<std::size_t>(kPairsAtOnce / mean, 1, kLanes);
  std::array<float, kMostHeads> value{};
  auto last_state = ~0U;
  float best_urge = 0;
  for (std::size_t begin = 0; begin < deeper_.size(); begin += chunk) {
    const auto count = std::min(chunk, deeper_.size() - begin);
    if (budget.out_of_time()) return false;
    lanes_->expand_many(*scratch_, std::span(deeper_states_).subspan(begin * words, count * words), replies_,
                        kMostJoints);
    for (std::size_t k = 0; k < count; ++k) {
      const auto [state, arm] = deeper_[begin + k];
      const auto& evaluation = *questions[state].evaluation;
      const auto& payoffs = evaluation.payoffs();
      const auto* successor = deeper_states_.data() + (begin + k) * words;
      if (replies_.terminal[k]) {
        payoffs.store(std::span(replies_.goals).subspan(k * roles, roles), value.data());
      } else if (replies_.crowded[k]) {
        evaluation.numbers(successor, value.data());
      } else {
        const auto arms =
            Arms::of(std::span(replies_.choices).subspan(k * roles, roles), lanes_->circuit().chance_role());
        value_successors(evaluation, successor, replies_, replies_.begin[k], replies_.begin[k + 1]);
        best_arm(payoffs, arms, random, value.data());
      }
      auto& judgement = judgements_[state];
      const float urge =
          payoffs.urge(judgement.arms.role, value.data()) + kNoise * static_cast<float>(random.real());
      if (state == last_state && urge <= best_urge) continue;
      last_state = state;
      best_urge = urge;
      judgement.best = arm;
      std::copy_n(value.data(), heads_, values_.data() + std::size_t{state} * heads_);
    }
  }
  return true;
}

void Lookahead::value_successors(const LinearEvaluation& evaluation, const std::uint64_t* state,
                                 const LaneExpansions& expansions, std::size_t begin, std::size_t end) {
  const auto words = lanes_->state_words();
  const auto roles = lanes_->circuit().role_count();
  joint_values_.resize((end - begin) * heads_);
  auto& neighbourhood = around(evaluation);
  neighbourhood.set_centre(state);
  for (auto joint = begin; joint < end; ++joint) {
    auto* value = joint_values_.data() + (joint - begin) * heads_;
    if (expansions.successor_terminal[joint]) {
      evaluation.payoffs().store(std::span(expansions.successor_goals).subspan(joint * roles, roles), value);
      continue;
    }
    neighbourhood.logits(expansions.successors.data() + joint * words, nullptr, value);
    for (std::uint32_t head = 0; head < heads_; ++head) value[head] = evaluation.number(value[head]);
  }
}

std::uint32_t Lookahead::best_arm(const Payoffs& payoffs, const Arms& arms, Random& random, float* value) {
  arm_values_.assign(std::size_t{arms.count} * heads_, 0);
  urges_.resize(arms.count);
  const auto part = 1 / static_cast<float>(arms.outcomes);
  for (std::uint32_t arm = 0; arm < arms.count; ++arm) {
    auto* mean = arm_values_.data() + std::size_t{arm} * heads_;
    for (std::size_t outcome = 0; outcome < arms.outcomes; ++outcome)
      for (std::uint32_t head = 0; head < heads_; ++head)
        mean[head] += part * joint_values_[arms.joint(arm, outcome) * heads_ + head];
    urges_[arm] =
        arms.role == kNobody ? 0 : payoffs.urge(arms.role, mean) + kNoise * static_cast<float>(random.real());
  }
  const auto best = static_cast<std::uint32_t>(std::ranges::max_element(urges_) - urges_.begin());
  std::copy_n(arm_values_.data() + std::size_t{best} * heads_, heads_, value);
  return best;
}

}  // namespace woodstock::search::learning
