#include "search/learning/learner.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "search/learning/duel.hpp"

namespace woodstock::search::learning {

namespace {

const std::shared_ptr<const lanes::Lanes>& lanes_of(const Engines& engines) {
  if (!engines.lanes) throw std::invalid_argument("learning works in lanes: make engines with them");
  return engines.lanes;
}

std::shared_ptr<const lanes::Lanes> lanes_for(const Engines& engines, const LearnerOptions& options) {
  const auto& own = lanes_of(engines);
  const auto longer = options.legal > 0 ? engines.with_legal_fluents() : nullptr;
  return longer ? longer->lanes : own;
}

}  // namespace

Learner::Learner(const Engines& engines, const LearnerOptions& options, std::uint64_t seed)
    : own_fluents_(lanes_of(engines)->circuit().fluent_count()),
      lanes_(lanes_for(engines, options)),
      options_(options),
      seed_(seed),
      payoffs_(Payoffs::detect(*lanes_, seed)),
      survey_(lanes_, payoffs_, options.patterns > 0, seed),
      objection_(survey_.objection()) {
  if (options.legal > 0 && lanes_ == engines.lanes && objection_.empty())
    objection_ = "too many moves to learn by which of them are legal";
}

bool Learner::prepare(const Budget& budget) {
  if (!candidates_.empty() || !objection_.empty()) return true;
  if (!survey_.run(budget)) return false;
  objection_ = survey_.objection();
  if (!objection_.empty()) return true;
  const auto fluents = lanes_->circuit().fluent_count();
  std::vector initial(options_.candidates, LinearEvaluation(survey_.contexts(), payoffs_, fluents));
  if (auto patterns = survey_.patterns(); !patterns.empty())
    initial.emplace_back(survey_.contexts(), payoffs_, fluents,
                         std::make_shared<const Patterns>(std::move(patterns), fluents));
  const auto most = static_cast<double>(kPairsOfPly) / survey_.mean_joints();
  options_.games = std::clamp(static_cast<std::uint32_t>(most), 1U, options_.games);
  begin_with(initial);
  return true;
}

void Learner::begin_with(const std::vector<LinearEvaluation>& initial) {
  candidates_.clear();
  for (const auto& each : initial) {
    candidates_.emplace_back(lanes_, each, options_, mix64(seed_) + candidates_.size());
    if (!symmetries_.empty()) candidates_.back().set_symmetries(symmetries_);
  }
}

void Learner::set_symmetries(std::vector<Symmetry> symmetries) {
  for (auto& each : symmetries) each = of_this_game(std::move(each));
  symmetries_ = std::move(symmetries);
  for (auto& candidate : candidates_) candidate.set_symmetries(symmetries_);
}

Symmetry Learner::of_this_game(Symmetry symmetry) const {
  const auto& circuit = lanes_->circuit();
  if (circuit.fluent_count() == own_fluents_ || symmetry.fluents.size() != own_fluents_) return symmetry;
  if (symmetry.moves.size() != circuit.move_count())
    throw std::invalid_argument("symmetries have to say where each move goes");
  const auto first = circuit.fluent_count() - circuit.move_count();
  symmetry.fluents.resize(first);
  std::iota(symmetry.fluents.begin() + own_fluents_, symmetry.fluents.end(), own_fluents_);
  for (const auto move : symmetry.moves) symmetry.fluents.push_back(first + move);
  return symmetry;
}

void Learner::resume(const std::vector<float>& weights, const std::vector<Pair>& pairs) {
  if (candidates_.empty()) throw std::invalid_argument("nothing to go on with: the game was not surveyed");
  for (const auto& candidate : candidates_) {
    auto initial = candidate.trainer().current().untaught(pairs);
    if (weights.size() != initial.weights().size()) continue;
    initial.weights() = weights;
    begin_with(std::vector(options_.candidates, initial));
    for (auto& resumed : candidates_) resumed.settle();
    return;
  }
  throw std::invalid_argument("not as many weights as this game has");
}

SearchEnd Learner::run(const Budget& budget) {
  const auto out = [&] { return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline; };
  if (!prepare(budget)) return out();
  if (candidates_.empty()) return SearchEnd::kSolved;
  const auto until = candidates_.front().positions() + budget.simulations.value_or(0);
  while (objection_.empty()) {
    auto& next = budget.simulations ? *std::ranges::min_element(candidates_, {}, &Candidate::plies)
                                    : *std::ranges::min_element(candidates_, {}, &Candidate::seconds);
    if (budget.simulations && std::ranges::all_of(candidates_, [&](const Candidate& candidate) {
          return candidate.positions() >= until;
        }))
      return SearchEnd::kSimulations;
    if (!next.step(budget)) return out();
    if (next.games() >= kGamesToVary && !next.outcomes_vary()) objection_ = "every game ends alike";
  }
  return SearchEnd::kSolved;
}

void Learner::choose(const Budget& budget, std::uint32_t games) {
  while (candidates_.size() > 1) {
    const auto score =
        play_duel(lanes_, candidates_[1].trainer().averaged(), candidates_[0].trainer().averaged(), games,
                  mix64(seed_) + candidates_.size(), budget);
    if (score.games < std::min(games, kGamesToChoose)) return;
    duels_.push_back(score.share());
    const auto loser = candidates_.begin() + (score.share() > 0.5 ? 0 : 1);
    plies_given_up_ += loser->plies();
    candidates_.erase(loser);
  }
}

std::shared_ptr<const LinearEvaluation> Learner::evaluation() const {
  if (!candidates_.empty())
    return std::make_shared<const LinearEvaluation>(candidates_.front().trainer().averaged());
  return std::make_shared<const LinearEvaluation>(Contexts(), payoffs_, lanes_->circuit().fluent_count());
}

std::vector<std::shared_ptr<const LinearEvaluation>> Learner::candidates() const {
  std::vector<std::shared_ptr<const LinearEvaluation>> all;
  for (const auto& candidate : candidates_)
    all.push_back(std::make_shared<const LinearEvaluation>(candidate.trainer().averaged()));
  return all;
}

Trust Learner::trust(std::uint32_t games, std::uint64_t seed, const Budget& budget,
                     std::span<const std::shared_ptr<const lanes::PreferredPlay>> preferred) const {
  for (const auto& each : preferred)
    if (&each->lanes() != lanes_.get())
      throw std::invalid_argument("the preferences are of another game, or of other engines of it");
  if (candidates_.empty()) return {};
  return compare_with_playouts(lanes_, *evaluation(), options_, games, mix64(~seed), budget, preferred);
}

LearnerReport Learner::report() const {
  LearnerReport report;
  report.objection = objection_;
  report.payoffs = name_of(payoffs_.kind());
  report.heads = payoffs_.size();
  report.plies = plies_given_up_;
  report.duels = duels_;
  report.candidates = static_cast<std::uint32_t>(candidates_.size());
  for (const auto& candidate : candidates_) report.plies += candidate.plies();
  if (candidates_.empty()) return report;
  const auto& best = candidates_.front();
  report.surveyed = true;
  report.contexts = best.trainer().current().contexts().kind();
  report.positions = best.positions();
  report.games = best.games();
  report.curve = best.curve();
  return report;
}

}  // namespace woodstock::search::learning
