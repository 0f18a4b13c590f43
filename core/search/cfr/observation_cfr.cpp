#include "search/cfr/observation_cfr.hpp"

#include <algorithm>

#include "search/cfr/cfr.hpp"
#include "search/tree.hpp"

namespace woodstock::search::cfr {

using namespace information;

namespace {

constexpr std::uint64_t kTrial = 512;    // iterations from the start that must come to the root
constexpr std::uint32_t kComesHere = 8;  // so often
constexpr std::uint32_t kViews = 64, kPlays = 16;
constexpr double kOthers = 0.5;

}  // namespace

ObservationCfr::ObservationCfr(const Engines& engines, std::uint32_t role, const Options& options)
    : InformationSearch(engines, role, kViews, kPlays), options_(options), limit_(options) {
  for (std::uint32_t each = 0; each < roles_; ++each)
    if (static_cast<std::int32_t>(each) != chance_) learners_.push_back(each);
}

void ObservationCfr::begin(std::span<const World> worlds) {
  tries_ = 0;
  observer_.restart();
  const bool at_the_start = worlds.size() == 1 && worlds[0].state == observer_.stepper().state();
  const auto* const set = sets_.find(views_.own_key());
  visits_before_ = set == nullptr ? 0 : set->visits;
  const bool was_from_the_start = from_the_start_;
  from_the_start_ = at_the_start || !worlds.front().line.empty();
  if (was_from_the_start == from_the_start_)
    limit_.count_anew();
  else
    limit_.restart();
}

// Whether iterations from the start came to what the own role has observed.
bool ObservationCfr::comes_here() const {
  const auto* const set = sets_.find(views_.own_key());
  return moves_.size() < 2 || (set != nullptr && set->visits >= visits_before_ + kComesHere);
}

SearchEnd ObservationCfr::run(const Budget& budget) {
  if (moves_.empty()) return SearchEnd::kSolved;
  random_ = Random(budget.seed);
  seed_ = budget.seed;
  std::uint64_t done = 0, tried = 0;
  while (!budget.spent(done)) {
    if (budget.out_of_time()) return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
    if (sets_.bytes() > Tree::allowance(budget)) {
      sets_.forget_before(root_number_);
      if (sets_.bytes() > Tree::allowance(budget)) return SearchEnd::kDeadline;
    }
    if (from_the_start_ && ++tried == kTrial && !comes_here()) {
      from_the_start_ = false;
      limit_.restart();
    }
    if (!from_the_start_ && views_.views().size() == 1) views_.look_around(budget, random_);
    iterate(budget);
    if (late_) continue;
    done += std::max<std::uint64_t>(1, leaves_);
    samples_ += std::max<std::uint64_t>(1, leaves_);
    limit_.counted(leaves_, cut_, learners_.size());
  }
  return SearchEnd::kSimulations;
}

void ObservationCfr::iterate(const Budget& budget) {
  leaves_ = 0;
  cut_ = late_ = false;
  learner_ = learners_[limit_.iterations() % learners_.size()];
  if (from_the_start_) {
    observer_.restart();
  } else {
    const auto& view = views_.draw(kOthers, random_);
    const auto& root = Views::draw(view.roots, random_);
    if (!views_.learns(view, root, learner_)) learner_ = view.role;
    observer_.load(root.state, root.keys);
  }
  std::vector<double> values(roles_);
  visit(0, budget, values);
}

// The rewards of all roles that are expected here.
void ObservationCfr::visit(std::uint32_t depth, const Budget& budget, std::span<double> values) {
  auto& stepper = observer_.stepper();
  late_ = late_ || (leaves_ % 16 == 15 && budget.out_of_time());
  if (late_) return;
  if (!stepper.terminal() && depth >= limit_.depth()) {
    cut_ = true;
    for (std::uint32_t step = 0; step < options_.horizon && !stepper.terminal(); ++step)
      if (!stepper.advance_randomly(random_)) break;
  }
  if (stepper.terminal() || depth >= limit_.depth()) {
    ++leaves_;
    observer_.rewards(values);
    return;
  }
  std::vector<std::uint32_t> joint(roles_), own;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    auto legal = stepper.legal(role);
    joint[role] = legal.empty() ? 0 : legal[0];
    if (legal.size() < 2) continue;
    if (static_cast<std::int32_t>(role) == chance_)
      joint[role] = legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
    else if (role == learner_)
      own = std::move(legal);
    else
      joint[role] = sampled(observer_.keys()[role], legal);
  }
  if (own.empty()) {
    observer_.advance(joint);
    visit(depth + 1, budget, values);
  } else {
    try_all(depth, budget, own, joint, values);
  }
}

void ObservationCfr::try_all(std::uint32_t depth, const Budget& budget, std::span<const std::uint32_t> own,
                             std::vector<std::uint32_t>& joint, std::span<double> values) {
  const auto here = observer_.stepper().state();
  const auto keys = observer_.keys();
  std::vector<double> below(own.size() * roles_);
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (i > 0) observer_.load(here, keys);
    joint[learner_] = own[i];
    observer_.advance(joint);
    visit(depth + 1, budget, std::span(below).subspan(i * roles_, roles_));
  }
  if (late_) return;
  auto& set = sets_.at(keys[learner_], root_number_);
  ++set.visits;
  current(set, own);
  for (std::size_t i = 0; i < own.size(); ++i)
    for (std::uint32_t role = 0; role < roles_; ++role) values[role] += sigma_[i] * below[i * roles_ + role];
  for (std::size_t i = 0; i < own.size(); ++i) {
    auto& choice = set.choices[places_[i]];
    choice.regret += below[i * roles_ + learner_] - values[learner_];
    if (learners_.size() == 1) choice.average += sigma_[i];
  }
  if (learner_ != role_ || keys[role_] != views_.own_key() || !std::ranges::equal(own, moves_)) return;
  ++tries_;
  for (std::size_t i = 0; i < below.size(); ++i) totals_[i] += below[i];
}

std::uint32_t ObservationCfr::sampled(Key key, std::span<const std::uint32_t> legal) {
  auto& set = sets_.at(key, root_number_);
  current(set, legal);
  for (std::size_t i = 0; i < legal.size(); ++i) set.choices[places_[i]].average += sigma_[i];
  double rest = random_.real();
  std::size_t place = 0;
  while (place + 1 < legal.size() && (rest -= sigma_[place]) >= 0) ++place;
  return legal[place];
}

// Regret matching; uniform where no regret is positive.
void ObservationCfr::current(Sets::Set& set, std::span<const std::uint32_t> legal) {
  sigma_.resize(legal.size());
  places_.resize(legal.size());
  double total = 0;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    places_[i] = sets_.place(set, legal[i]);
    sigma_[i] = std::max(0.0, set.choices[places_[i]].regret);
    total += sigma_[i];
  }
  for (auto& share : sigma_) share = total > 0 ? share / total : 1.0 / static_cast<double>(legal.size());
}

void ObservationCfr::mean_strategy(Key key, std::span<const std::uint32_t> moves,
                                   std::vector<double>& shares) const {
  shares.assign(moves.size(), 0);
  double total = 0;
  if (const auto* const set = sets_.find(key))
    for (const auto& choice : set->choices)
      if (const auto found = std::ranges::find(moves, choice.move); found != moves.end())
        total += shares[static_cast<std::size_t>(found - moves.begin())] = choice.average;
  for (auto& share : shares) share = total > 0 ? share / total : 1.0 / static_cast<double>(moves.size());
}

bool ObservationCfr::expects(std::span<const std::vector<std::uint32_t>> line, std::uint32_t role,
                             std::span<const std::uint32_t> moves, std::span<double> odds) {
  if (!observer_.replay(line) || sets_.find(observer_.keys()[role]) == nullptr) return false;
  std::vector<double> shares;
  mean_strategy(observer_.keys()[role], moves, shares);
  std::ranges::copy(shares, odds.begin());
  return true;
}

SearchReport ObservationCfr::report() const {
  SearchReport report;
  report.samples = samples_;
  report.nodes = report.stages = sets_.size();
  report.depth = limit_.depth();
  if (moves_.empty()) return report;
  std::vector<double> weights;
  mean_strategy(views_.own_key(), moves_, weights);
  if (tries_ > 0) report.values.assign(roles_, 0);
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    auto& move = report.moves.emplace_back();
    move.move = moves_[i];
    move.visits = tries_;
    move.weight = weights[i];
    for (std::uint32_t role = 0; role < roles_ && tries_ > 0; ++role) {
      move.values.push_back(100 * totals_[i * roles_ + role] / static_cast<double>(tries_));
      report.values[role] += weights[i] * move.values[role];
    }
  }
  report.chosen = drawn_by_weight(report.moves, role_, seed_);
  return report;
}

}  // namespace woodstock::search::cfr
