#include "search/mac_ucb/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/random.hpp"
#include "base/thread_time.hpp"
#include "search/mac_ucb/narrow_stage.hpp"
#include "search/mac_ucb/simultaneous.hpp"
#include "search/playouts.hpp"

namespace woodstock::search::mac_ucb {

using namespace lanes;

std::unique_ptr<Expansion> shape_of(const LaneExpansion& found, const circuit::Circuit& circuit,
                                    const Payoffs& payoffs) {
  const auto roles = circuit.role_count();
  const auto actions = static_cast<std::uint32_t>(found.successor_terminal.size());
  auto expansion = std::make_unique<Expansion>();
  expansion->odds = found.odds;
  expansion->children.reserve(actions);
  for (std::uint32_t role = 0, period = actions; role < roles; ++role) {
    // Rows that begin with the same moves of the earlier roles are `period` long; in them this role's moves
    // stand in runs of equal length.
    std::uint32_t length = 1;
    while (length < period && found.moves[std::size_t{length} * roles + role] == found.moves[role]) ++length;
    const auto count = period / length;
    expansion->counts.push_back(count);
    for (std::uint32_t m = 0; m < count; ++m) {
      const auto move = found.moves[std::size_t{m} * length * roles + role];
      expansion->moves.push_back(move < 0 ? move
                                          : move - static_cast<std::int32_t>(circuit.role_begin(role)));
    }
    const bool chance = static_cast<std::int32_t>(role) == circuit.chance_role();
    if (chance) {
      expansion->chances = count;
      expansion->chance_stride = length;
    } else if (count > 1) {
      expansion->deciders.push_back(role);
    }
    period = length;
  }
  if (expansion->deciders.size() > 1) {
    std::size_t moves = 0;
    for (const auto role : expansion->deciders) moves += expansion->counts[role];
    expansion->strategy.reserve(moves);
    const bool matrix = Simultaneous::is_matrix(payoffs, actions / expansion->chances);
    expansion->interest.reserve(matrix ? 2 * moves : moves);
    if (!matrix) {
      expansion->regrets = std::make_unique<std::pair<Regrets, Regrets>>();
      expansion->regrets->first.reserve(moves);
      expansion->regrets->second.reserve(moves);
    }
  }
  return expansion;
}

std::uint32_t Evaluation::playouts_each(std::uint32_t successors, double scale, std::uint32_t most) const {
  const double each = std::max<double>(options_.playouts, static_cast<double>(options_.least) / successors);
  const auto wanted = static_cast<std::uint32_t>(std::max(1.0, std::ceil(each * scale)));
  return std::clamp(most / successors, 1U, wanted);
}

// False if the time ran out.
bool Evaluation::expand(Leaf& leaf, Job& job, std::uint64_t seed, const Budget& budget) const {
  leaf.partial = false;
  try {
    job.expander->expand(leaf.words, leaf.expansion, options_.stage_limit);
  } catch (const std::length_error&) {
    leaf.partial = true;
    const NarrowStage narrow{.limit = options_.narrow};
    if (!narrow.expand(*lanes_, payoffs_, leaf.words, seed, lane_limits(budget, options_.horizon),
                       leaf.expansion))
      return false;
  }
  find_threats(leaf, job);
  leaf.shape = shape_of(leaf.expansion, lanes_->circuit(), payoffs_);
  leaf.shape->partial = leaf.partial;
  return true;
}

// Where each plays for itself, what others have once somebody has won depends on how.
void Evaluation::find_threats(Leaf& leaf, Job& job) const {
  leaf.threat_goals = nullptr;
  if (!threats_ || options_.decisive == 0 || payoffs_.size() > 1 || leaf.expansion.terminal) return;
  if (!job.scratch) job.scratch = make_lane_scratch();
  leaf.threat_goals = lanes_->find_threats(*job.scratch, leaf.words, leaf.expansion.successors, leaf.threats);
  if (leaf.threat_goals != nullptr && !payoffs_.fits(*leaf.threat_goals)) leaf.threat_goals = nullptr;
}

// The successors' forms, of all leaves together: to look at the clock costs as much as several forms.
void Evaluation::find_images(Job& job) {
  const auto begin = thread_seconds();
  for (std::uint32_t l = 0; l < job.count; ++l)
    if (auto& leaf = job.leaves[l]; leaf.expand)
      leaf.images.find(*job.group, leaf.words, leaf.expansion.successors);
  job.time.symmetry = thread_seconds() - begin;
}

void Evaluation::name_successors(Leaf& leaf) const {
  const auto stride = lanes_->state_words();
  const auto& states = leaf.images.empty() ? leaf.expansion.successors : leaf.images.forms;
  for (std::size_t s = 0; s < leaf.expansion.successor_terminal.size(); ++s)
    leaf.keys.push_back(PolicyTree::key_of({states.data() + s * stride, stride}, leaf.depth + 1));
}

void Evaluation::ask_arm(const Leaf& leaf, std::uint32_t number, Job& job) const {
  const auto stride = lanes_->state_words();
  const auto successors = static_cast<std::uint32_t>(leaf.arm.size());
  const auto each = (options_.least + successors - 1) / successors;
  for (std::uint32_t k = 0; k < successors; ++k)
    job.questions.push_back({{leaf.words.data() + std::size_t{k} * stride, stride}, each, number});
}

void Evaluation::ask_successors(Leaf& leaf, std::uint32_t number, Job& job) const {
  const auto stride = lanes_->state_words();
  const auto successors = static_cast<std::uint32_t>(leaf.expansion.successor_terminal.size());
  std::uint32_t open = 0;
  for (std::uint32_t s = 0; s < successors; ++s) open += leaf.decided(s) ? 0 : 1;
  if (open == 0) return;
  const auto each = playouts_each(open, job.scale, job.most);
  // Where there are more successors than playouts, a part of them spread evenly from a random one on. One of
  // those that are images of each other has the playouts of all.
  const auto share = std::min(open, job.most);
  std::uint64_t turn = mix64(job.seed ^ number) % open;
  for (std::uint32_t s = 0; s < successors; ++s) {
    if (leaf.decided(s) || leaf.images.is_twin(s)) continue;
    turn += std::uint64_t{share} * leaf.images.count(s);
    const auto turns = turn / open;
    if (turns == 0) continue;
    turn %= open;
    leaf.sampled.push_back(s);
    job.questions.push_back({{leaf.expansion.successors.data() + std::size_t{s} * stride, stride},
                             each * static_cast<std::uint32_t>(turns),
                             number});
  }
}

void Evaluation::evaluate(Job& job, const Budget& budget) const {
  if (!job.expander) job.expander = expanders_();
  if (!job.evaluator) job.evaluator = evaluators_();
  job.questions.clear();
  job.time = {};
  const auto begin = thread_seconds();
  for (std::uint32_t l = 0; l < job.count; ++l) {
    auto& leaf = job.leaves[l];
    leaf.sampled.clear();
    leaf.keys.clear();
    leaf.images.clear();
    leaf.playouts = 0;
    if (!leaf.expand) continue;
    if (l > 0 && budget.out_of_time()) return;
    if (!expand(leaf, job, job.seed ^ l, budget)) return;
  }
  if (job.group != nullptr) find_images(job);
  for (std::uint32_t l = 0; l < job.count; ++l) {
    auto& leaf = job.leaves[l];
    leaf.start = static_cast<std::uint32_t>(job.questions.size());
    if (!leaf.arm.empty()) {
      ask_arm(leaf, l, job);
    } else if (!leaf.expand) {
      job.questions.push_back({leaf.words, options_.least, l});
    } else {
      name_successors(leaf);
      ask_successors(leaf, l, job);
    }
  }
  const auto solved = thread_seconds();
  job.time.solving = solved - begin - job.time.symmetry;
  auto& estimates = job.estimates;
  if (!job.questions.empty()) {
    const Inquiry inquiry{
        .questions = job.questions, .seed = job.seed, .moves = job.moves, .groups = job.count};
    if (!job.evaluator->evaluate(inquiry, budget, estimates)) return;
    job.time.sampling = thread_seconds() - solved;
    job.moves = job.moves && !estimates.move_weights.empty();
    for (std::uint32_t l = 0; l < job.count; ++l)
      for (std::size_t k = 0; k < job.leaves[l].starts(); ++k)
        job.leaves[l].playouts += estimates.weights[job.leaves[l].start + k];
  }
  job.complete = true;
}

}  // namespace woodstock::search::mac_ucb
