#include "evaluator/simulation.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <stdexcept>
#include <thread>

#include "evaluator/error.hpp"

namespace woodstock::evaluator {

std::vector<Id> ordered_legal(Evaluator& evaluator, const Position& position, std::size_t role) {
  auto moves = evaluator.legal(position, role);
  const auto& terms = evaluator.program().terms();
  std::sort(moves.begin(), moves.end(), [&](Id a, Id b) { return terms[a].hash < terms[b].hash; });
  return moves;
}

Playout playout(Evaluator& evaluator, Position position, Random& random, std::uint32_t max_steps) {
  Playout result;
  const auto roles = evaluator.program().roles().size();
  std::vector<Id> moves(roles);
  result.end = PlayoutEnd::kStepLimit;
  while (true) {
    if (evaluator.terminal(position)) {
      result.end = PlayoutEnd::kTerminal;
      break;
    }
    if (result.steps >= max_steps) break;
    bool stuck = false;
    for (std::size_t role = 0; role < roles && !stuck; ++role) {
      const auto legal = ordered_legal(evaluator, position, role);
      stuck = legal.empty();
      if (!stuck) moves[role] = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    }
    if (stuck) {
      result.end = PlayoutEnd::kNoMove;
      break;
    }
    position = evaluator.next(position, moves);
    ++result.steps;
  }
  result.goals.resize(roles);
  if (result.end == PlayoutEnd::kTerminal)
    for (std::size_t role = 0; role < roles; ++role) result.goals[role] = evaluator.goal(position, role);
  return result;
}

Simulation simulate(const std::shared_ptr<const Program>& program, const Position& from,
                    const SimulationLimits& limits, std::uint64_t seed, std::uint32_t threads) {
  if (!limits.playouts && !limits.deadline)
    throw std::invalid_argument("a simulation needs a number of playouts or a deadline");
  const auto count = limits.playouts.value_or(std::numeric_limits<std::uint64_t>::max());
  threads = std::max<std::uint32_t>(1, threads);
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> failed{false};
  std::vector<Simulation> results(threads);
  std::vector<std::exception_ptr> errors(threads);
  const auto over = [&] {
    return failed || (limits.stop && *limits.stop) ||
           (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline);
  };
  const auto work = [&](std::uint32_t thread) {
    try {
      Evaluator evaluator(program);
      evaluator.limits().deadline = limits.deadline;
      evaluator.limits().stop = limits.stop;
      while (!over()) {
        const auto index = next++;
        if (index >= count) break;
        Random random(mix64(seed) + index);
        results[thread].add(playout(evaluator, from, random, limits.max_steps));
      }
    } catch (const LimitReached&) {
      // A playout that the deadline cuts off does not count.
      if (!over()) errors[thread] = std::current_exception();
    } catch (...) {
      errors[thread] = std::current_exception();
    }
    if (errors[thread]) failed = true;
  };
  std::vector<std::thread> others;
  for (std::uint32_t thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
  work(0);
  for (auto& other : others) other.join();
  for (const auto& error : errors)
    if (error) std::rethrow_exception(error);
  Simulation total;
  total.goals.resize(program->roles().size());
  for (const auto& result : results) total.add(result);
  return total;
}

}  // namespace woodstock::evaluator
