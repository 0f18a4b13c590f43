#include "search/proof/proof.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "search/payoffs.hpp"

namespace woodstock::search::proof {

namespace {

// With up to so many goals only the extremes are asked for.
constexpr std::size_t kFewGoals = 4;
// A depth costs so many times the one before, at least: what is remembered of it makes it look cheap.
constexpr double kLeastGrowth = 2;

// Whether it makes sense to fear the others: their goals are opposed to the role's, or are so in random play.
bool opposed(const Engines& engines, std::uint32_t role) {
  if (!engines.lanes) return true;
  const auto kind = Payoffs::detect(*engines.lanes, 0).kind();
  if (kind != PayoffKind::kGeneral) return kind == PayoffKind::kConstantSum;
  constexpr std::uint32_t kPlayouts = 1024;
  const auto& initial = engines.stepper.planned->initial();
  const lanes::LaneStart start{initial.words(), kPlayouts};
  lanes::LaneDetails details;
  lanes::LaneWants wants;
  wants.playouts = true;
  engines.lanes->run({&start, 1}, 0, {}, 1, wants, &details);
  double own = 0, others = 0, product = 0;
  for (std::uint32_t playout = 0; playout < kPlayouts; ++playout)
    for (std::uint32_t r = 0; r < engines.role_count(); ++r) {
      const double mine = std::max(details.goals[playout * engines.role_count() + role], 0);
      const double goal = std::max(details.goals[playout * engines.role_count() + r], 0);
      if (r == role) {
        own += mine;
      } else {
        others += goal;
        product += mine * goal;
      }
    }
  return product * kPlayouts < own * others;
}

}  // namespace

ProofSearch::ProofSearch(const Engines& engines, std::uint32_t role, const Options& options)
    : role_(role),
      roles_(engines.role_count()),
      options_(options),
      against_(options.against ? *options.against : opposed(engines, role)),
      maker_(engines, role, options.engine),
      table_(options.table_bits) {
  const auto& goals = engines.goal_values[role];
  least_ = goals.empty() ? 0 : goals.front() * Prover::kScale;
  most_ = goals.empty() ? 0 : goals.back() * Prover::kScale;
  extremes_ = !options.exact && engines.chance_role < 0 && goals.size() <= kFewGoals;
  provers_.emplace_back(maker_, engines, role, Side::kRole, least_, most_);
  provers_.emplace_back(maker_, engines, role, against_ ? Side::kOthers : Side::kNobody, least_, most_);
  root_.terminal = true;
}

void ProofSearch::set_root(const State& state) {
  maker_.expand(state.words(), root_);
  moves_.clear();
  if (!root_.terminal && !root_.too_many) moves_.resize(root_.own);
  for (auto& move : moves_) {
    move.bound[0] = least_;
    move.bound[1] = most_;
  }
  for (const auto side : {0, 1}) {
    depth_[side] = 0;
    spent_[side] = 0;
    last_cost_[side] = growth_[side] = 0;
    finished_[side] = moves_.empty();
  }
  order_.resize(moves_.size());
  std::iota(order_.begin(), order_.end(), 0);
  nodes_before_ = nodes();
}

// Of one of the root's own moves, within the role.
std::uint32_t ProofSearch::number_of(std::uint32_t own) const {
  return root_.moves[std::size_t{root_.joint(own, 0, 0)} * roles_ + role_];
}

void ProofSearch::set_order(const std::vector<std::uint32_t>& moves) {
  const auto rank = [&](std::uint32_t own) {
    return std::ranges::find(moves, number_of(own)) - moves.begin();
  };
  std::ranges::stable_sort(order_, {}, rank);
}

double ProofSearch::next_cost() const {
  double least = std::numeric_limits<double>::infinity();
  for (const auto side : {0, 1})
    if (!finished_[side]) least = std::min(least, last_cost_[side] * std::max(growth_[side], kLeastGrowth));
  return least;
}

KnownState ProofSearch::known(std::span<const std::uint64_t> state) const {
  KnownState known{.low = static_cast<double>(least_) / Prover::kScale,
                   .high = static_cast<double>(most_) / Prover::kScale};
  if (least_ == most_) return known;
  const auto entry = [&](std::uint32_t side) {
    const auto* found = table_.find(Table::key(state, static_cast<std::uint64_t>(provers_[side].side())));
    return found != nullptr && found->proven >= provers_[side].floor() ? found : nullptr;
  };
  if (const auto* low = entry(0)) {
    known.low = static_cast<double>(provers_[0].value_of(low->proven)) / Prover::kScale;
    known.low_within = low->shown;
    known.won = low->proven >= provers_[0].top();
  }
  if (const auto* high = entry(1)) {
    known.high = static_cast<double>(provers_[1].value_of(high->proven)) / Prover::kScale;
    known.high_within = high->shown;
    known.lost = high->proven >= provers_[1].top();
  }
  return known;
}

KnownState ProofSearch::known_move(std::uint32_t move) const {
  KnownState known{.low = static_cast<double>(least_) / Prover::kScale,
                   .high = static_cast<double>(most_) / Prover::kScale};
  for (std::uint32_t own = 0; own < moves_.size(); ++own) {
    if (number_of(own) != move) continue;
    const auto& shown = moves_[own];
    known.low = static_cast<double>(shown.bound[0]) / Prover::kScale;
    known.high = static_cast<double>(shown.bound[1]) / Prover::kScale;
    // Of the state after the move, as for all states.
    known.low_within = shown.shown[0] > 0 ? shown.shown[0] - 1 : 0;
    known.high_within = shown.shown[1] > 0 ? shown.shown[1] - 1 : 0;
    known.won = least_ < most_ && won(shown);
    known.lost = least_ < most_ && lost(shown);
  }
  return known;
}

void ProofSearch::set_depth(std::uint32_t depth) {
  options_.depth = depth;
  for (const auto side : {0, 1}) {
    const auto open = [&](const RootMove& move) { return !move.closed[side] && !won(move) && !lost(move); };
    finished_[side] = depth_[side] >= depth || std::ranges::none_of(moves_, open);
  }
}

bool ProofSearch::decided() const {
  const auto standing = std::ranges::count_if(moves_, [&](const RootMove& move) { return !lost(move); });
  return standing <= 1 || std::ranges::any_of(moves_, [&](const RootMove& move) { return won(move); });
}

SearchEnd ProofSearch::run(const Budget& budget) {
  const auto begin = nodes();
  const auto left = [&] {
    const auto all = budget.simulations.value_or(std::numeric_limits<std::uint32_t>::max());
    return all - std::min(all, nodes() - begin);
  };
  while (!moves_.empty() && (options_.thorough || !decided()) && !(finished_[0] && finished_[1])) {
    // The side that has had less goes on.
    const auto side = finished_[0] ? 1U : finished_[1] ? 0U : spent_[1] < spent_[0] ? 1U : 0U;
    auto& prover = provers_[side];
    const auto before = nodes();
    prover.begin(budget);
    prover.set_allowance(left());
    const bool complete = iterate(side);
    const auto cost = static_cast<double>(nodes() - before);
    spent_[side] += nodes() - before;
    if (complete) {
      ++depth_[side];
      growth_[side] = last_cost_[side] > 0 ? cost / last_cost_[side] : 0;
      last_cost_[side] = cost;
    }
    if (!complete)
      return left() == 0        ? SearchEnd::kSimulations
             : budget.stopped() ? SearchEnd::kStopped
                                : SearchEnd::kDeadline;
  }
  return SearchEnd::kSolved;
}

SearchEnd ProofSearch::probe(std::uint32_t move, const Budget& budget) {
  constexpr std::uint32_t kSide = 1;
  auto& prover = provers_[kSide];
  prover.begin(budget);
  prover.set_allowance(budget.simulations.value_or(std::numeric_limits<std::uint32_t>::max()));
  for (std::uint32_t own = 0; own < moves_.size(); ++own) {
    if (number_of(own) != move) continue;
    auto& probed = moves_[own];
    while (!probed.closed[kSide] && !won(probed) && !lost(probed) && probed.searched[kSide] < options_.depth)
      if (!deepen(kSide, own, probed.searched[kSide] + 1)) {
        if (budget.stopped()) return SearchEnd::kStopped;
        return budget.out_of_time() ? SearchEnd::kDeadline : SearchEnd::kSimulations;
      }
  }
  return SearchEnd::kSolved;
}

// Every move once more, one joint move deeper. What was shown before the budget ended stays.
bool ProofSearch::iterate(std::uint32_t side) {
  bool open = false;
  const auto depth = depth_[side] + 1;
  for (const auto number : order_) {
    auto& move = moves_[number];
    if (move.closed[side] || won(move) || lost(move)) continue;
    if (move.searched[side] >= depth) {
      open = true;
      continue;
    }
    if (!deepen(side, number, depth)) return false;
    if (won(move) && !options_.thorough) return true;
    open = open || !move.closed[side];
  }
  finished_[side] = !open || depth >= options_.depth;
  return true;
}

bool ProofSearch::deepen(std::uint32_t side, std::uint32_t number, std::uint32_t depth) {
  auto& prover = provers_[side];
  auto& move = moves_[number];
  const auto bound = prover.value_of(move.bound[side]);
  const auto before = prover.nodes();
  prover.begin_move();
  const auto alpha = extremes_ ? prover.top() - 1 : bound;
  const auto value = ask(side, number, depth, alpha, prover.top());
  move.nodes += prover.nodes() - before;
  if (prover.aborted()) return false;
  move.searched[side] = depth;
  if (value > alpha) {  // less is no more than a bound from above
    move.bound[side] = prover.value_of(value);
    move.shown[side] = depth;
  }
  move.closed[side] =
      !prover.cut() || value >= prover.top() || won(move) || lost(move) || move.bound[0] >= move.bound[1];
  return true;
}

// The least over what the others may play with the move, for either side: nobody knows it in advance.
Value ProofSearch::ask(std::uint32_t side, std::uint32_t own, std::uint32_t depth, Value alpha, Value beta) {
  auto& prover = provers_[side];
  const auto words = maker_.words();
  auto worst = std::numeric_limits<Value>::max();
  for (std::uint32_t other = 0; other < root_.others.size() && worst > alpha; ++other) {
    std::int64_t sum = 0;
    for (std::uint32_t outcome = 0; outcome < root_.chance; ++outcome) {
      const auto joint = root_.joint(own, other, outcome);
      if (root_.terminals[joint]) {
        sum += prover.result(root_.goals[joint]);
      } else if (depth == 1) {
        prover.cut_off();
        sum += prover.floor();
      } else {
        const auto state = std::span(root_.states).subspan(std::size_t{joint} * words, words);
        const bool chance = root_.chance > 1;
        sum += prover.search(state, depth - 1, chance ? prover.floor() - 1 : alpha,
                             chance ? prover.top() : std::min(beta, worst), 1, table_);
        if (prover.aborted()) return prover.floor();
      }
    }
    const auto value = prover.mean(sum, root_.chance);
    if (value < worst) {
      worst = value;
      moves_[own].reply[side] = root_.joint(own, other, 0);
    }
  }
  return worst;
}

}  // namespace woodstock::search::proof
