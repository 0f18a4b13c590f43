#include "evaluator/uct.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "evaluator/error.hpp"
#include "evaluator/simulation.hpp"

namespace woodstock::evaluator {

Uct::Uct(std::shared_ptr<const Program> program, UctOptions options)
    : program_(std::move(program)), evaluator_(program_), options_(options) {
  for (const Id role : program_->roles()) chance_.push_back(program_->terms().text(role) == "random");
}

UctReport Uct::search(const Position& position, const UctLimits& limits, std::uint64_t seed) {
  if (!limits.simulations && !limits.deadline && !limits.stop)
    throw std::invalid_argument("a search needs a number of simulations, a deadline or somebody to stop it");
  if (memory_ >= options_.memory) {  // what is known of other positions makes room
    nodes_.clear();
    known_.clear();
    memory_ = 0;
  }
  const auto most = limits.simulations.value_or(std::numeric_limits<std::uint64_t>::max());
  simulations_ = steps_ = 0;
  evaluator_.limits().deadline = std::nullopt;  // the root's moves have to be known
  evaluator_.limits().stop = nullptr;
  const auto root = node_of(position);
  prepare(*nodes_[root]);
  evaluator_.limits().deadline = limits.deadline;
  evaluator_.limits().stop = limits.stop;
  Random random(mix64(seed));
  const auto over = [&limits] {
    return (limits.stop && limits.stop->load(std::memory_order_relaxed)) ||
           (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline);
  };
  try {
    while (simulations_ < most && !nodes_[root]->over && !over()) simulate(root, random);
  } catch (const LimitReached&) {
    if (!over() && simulations_ == 0) throw;
  }
  return report(root);
}

std::uint32_t Uct::node_of(const Position& position) {
  const auto [begin, end] = known_.equal_range(position->hash);
  for (auto each = begin; each != end; ++each)
    if (*nodes_[each->second]->position == *position) return each->second;
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(std::make_unique<Node>());
  nodes_.back()->position = position;
  known_.emplace(position->hash, number);
  memory_ += 256 + position->fluents.size() * sizeof(Id);
  return number;
}

void Uct::prepare(Node& node) {
  if (node.ready) return;
  const auto roles = program_->roles().size();
  node.over = evaluator_.terminal(node.position);
  std::vector<std::vector<Choice>> choices(roles);
  for (std::size_t role = 0; role < roles && !node.over; ++role) {
    for (const Id move : ordered_legal(evaluator_, node.position, role)) choices[role].push_back({move});
    node.over |= choices[role].empty();
    memory_ += 48 + choices[role].size() * sizeof(Choice);
  }
  if (node.over) node.values = values(node.position);
  node.choices = std::move(choices);
  node.ready = true;
}

std::vector<double> Uct::values(const Position& position) {
  std::vector<double> found;
  for (std::size_t role = 0; role < chance_.size(); ++role)
    found.push_back(std::clamp(evaluator_.goal(position, role).value_or(50) / 100.0, 0.0, 1.0));
  return found;
}

std::uint32_t Uct::choose(const Node& node, std::size_t role, Random& random) const {
  const auto& choices = node.choices[role];
  const auto count = static_cast<std::uint32_t>(choices.size());
  if (count == 1) return 0;
  if (chance_[role]) return random.below(count);
  const double log_visits = std::log(std::max<double>(1, node.visits));
  std::uint32_t best = 0, equal = 0;
  double most = -1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& choice = choices[i];
    const double value =
        choice.visits == 0
            ? 1e9
            : choice.sum / choice.visits + options_.exploration * std::sqrt(log_visits / choice.visits);
    if (value > most) {
      most = value;
      best = i;
      equal = 1;
    } else if (value == most && random.below(++equal) == 0) {
      best = i;
    }
  }
  return best;
}

void Uct::simulate(std::uint32_t root, Random& random) {
  std::vector<Visit> path;
  std::vector<double> outcome;
  std::uint32_t at = root, steps = 0;
  const auto roles = chance_.size();
  std::vector<Id> moves(roles);
  while (true) {
    auto& node = *nodes_[at];
    prepare(node);
    if (node.over || steps >= options_.horizon) {
      outcome = node.over ? node.values : values(node.position);
      break;
    }
    Visit visit{at, {}};
    std::uint64_t joint = 0;
    for (std::size_t role = 0; role < roles; ++role) {
      const auto chosen = choose(node, role, random);
      visit.chosen.push_back(chosen);
      moves[role] = node.choices[role][chosen].move;
      joint = joint * node.choices[role].size() + chosen;
    }
    path.push_back(std::move(visit));
    ++steps;
    if (const auto child = node.children.find(joint); child != node.children.end()) {
      at = child->second;
      continue;
    }
    const auto position = evaluator_.next(node.position, moves);
    if (memory_ < options_.memory) {
      const auto before = nodes_.size();
      at = node_of(position);
      node.children.emplace(joint, at);
      if (nodes_.size() == before) continue;  // known by another way
      prepare(*nodes_[at]);
    }
    const auto end =
        playout(evaluator_, position, random, options_.horizon - std::min(steps, options_.horizon));
    steps += end.steps;
    for (std::size_t role = 0; role < roles; ++role)
      outcome.push_back(std::clamp(end.goals[role].value_or(50) / 100.0, 0.0, 1.0));
    break;
  }
  for (const auto& visit : path) {
    auto& node = *nodes_[visit.node];
    ++node.visits;
    for (std::size_t role = 0; role < roles; ++role) {
      auto& choice = node.choices[role][visit.chosen[role]];
      ++choice.visits;
      choice.sum += outcome[role];
    }
  }
  ++simulations_;
  steps_ += steps;
}

UctReport Uct::report(std::uint32_t root) const {
  UctReport result;
  result.simulations = simulations_;
  result.nodes = static_cast<std::uint32_t>(nodes_.size());
  result.steps = simulations_ ? static_cast<double>(steps_) / static_cast<double>(simulations_) : 0;
  for (const auto& choices : nodes_[root]->choices) {
    auto& moves = result.moves.emplace_back();
    for (const auto& choice : choices)
      moves.push_back({choice.move, choice.visits, choice.visits ? choice.sum / choice.visits : 0});
  }
  return result;
}

}  // namespace woodstock::evaluator
