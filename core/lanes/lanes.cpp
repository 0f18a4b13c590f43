#include "lanes/lanes.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/random.hpp"
#include "lanes/chunk.hpp"
#include "lanes/scratch.hpp"

namespace woodstock::lanes {

using namespace circuit;

namespace {

// Beyond this a program runs from memory rather than from caches, and interpreter code is no larger.
constexpr std::size_t kMachineLimit = 8'000'000;  // instructions

constexpr std::uint32_t kHeavyStep = 200'000;  // row operations

// Playouts per chunk, whatever the number of threads: enough that the last lanes of a chunk do not weigh,
// few enough that a deadline does not throw much away.
std::uint64_t chunk_size(std::uint64_t playouts, std::uint32_t cost) {
  const auto least = cost < kHeavyStep ? 4 * kLanes : kLanes;
  const auto most = std::clamp<std::uint64_t>((std::uint64_t{1} << 24) / (cost + 1), least, 64 * kLanes);
  return std::min(most, std::max<std::uint64_t>(least, playouts / 8));
}

// Playouts of starts in one phase, in order.
struct PhaseGroup {
  std::uint32_t phase;
  std::vector<LaneSegment> segments;
  std::vector<std::uint64_t> before{0};  // playouts before each segment, and in all
  std::uint64_t first_chunk = 0;
  std::uint64_t size = 0;  // playouts per chunk

  std::uint64_t chunks() const { return (before.back() + size - 1) / size; }
  void cut(std::uint64_t chunk, std::vector<LaneSegment>& into) const {
    into.clear();
    auto at = chunk * size;
    const auto end = std::min(at + size, before.back());
    auto s = static_cast<std::size_t>(std::ranges::upper_bound(before, at) - before.begin()) - 1;
    for (; at < end; ++s) {
      const auto count = std::min(end, before[s + 1]) - at;
      into.push_back(
          {segments[s].start, static_cast<std::uint32_t>(count), segments[s].first + at - before[s]});
      at += count;
    }
  }
};

void add(std::vector<std::int64_t>& to, std::size_t to_block, const std::vector<std::int64_t>& from,
         std::size_t from_block, std::size_t width) {
  if (from.empty()) return;
  for (std::size_t i = 0; i < width; ++i) to[to_block * width + i] += from[from_block * width + i];
}

}  // namespace

LaneExecutor lane_executor(std::string_view name) {
  if (name == "auto") return LaneExecutor::kAuto;
  if (name == "machine") return LaneExecutor::kMachine;
  if (name == "interpreter") return LaneExecutor::kInterpreter;
  if (name == "portable") return LaneExecutor::kPortable;
  throw std::invalid_argument("unknown executor '" + std::string(name) +
                              "': use auto, machine, interpreter or portable");
}

void LaneTotals::reset(std::size_t starts, std::size_t roles, std::size_t moves, const LaneWants& wants) {
  playouts.assign(starts, 0);
  sums.assign(starts * roles, 0);
  squares.assign(starts * roles, 0);
  const auto first = wants.first_moves ? starts * moves : 0;
  first_counts.assign(first, 0);
  first_sums.assign(first * roles, 0);
  const auto all = wants.all_moves ? (wants.groups > 0 ? wants.groups : starts) * moves : 0;
  all_counts.assign(all, 0);
  all_sums.assign(all * roles, 0);
  undefined.assign(roles, 0);
  steps = unfinished = 0;
  complete = true;
}

LaneCode::LaneCode(const LaneProgram& program, std::uint32_t fluent_count, const Layout& layout,
                   bool use_machine)
    : random_rows(program.random_rows), cost(program.cost()), open_moves(program.open_moves) {
  if (use_machine) {
    machine.emplace(program, layout.end);
    scratch_rows = machine->scratch_rows();
  } else {
    interpreter.emplace(program, fluent_count, layout.end);
    scratch_rows = interpreter->scratch_rows();
  }
  for (const auto& [segment, row] : program.inputs) {
    if (segment == Segment::kCurrent) fluents.push_back(row);
    if (segment == Segment::kScratch && row >= layout.harvest) fluents.push_back(row - layout.harvest);
  }
  std::ranges::sort(fluents);
}

Lanes::Lanes(Circuit circuit, LaneExecutor executor, std::uint32_t phase_limit)
    : circuit_(std::move(circuit)),
      phases_(circuit_.playable(), phase_limit),
      layout_(circuit_),
      kernel_(&portable_kernel()),
      machine_(false),
      circuits_(phases_.count() + 1),
      slots_(std::size_t{phases_.count() + 1} * kLaneTasks),
      decisive_slots_(std::size_t{phases_.count() + 1} * kLanePolicies * 2),
      threat_slots_(phases_.count() + 1) {
  const auto* const avx2 = avx2_kernel();
  if (executor != LaneExecutor::kPortable) {
    if (avx2 != nullptr) kernel_ = avx2;
    const bool possible = avx2 != nullptr && MachineCode::available();
    if (executor == LaneExecutor::kMachine && !possible)
      throw std::runtime_error("machine code needs an x86-64 CPU with AVX2: use executor \"auto\"");
    if (executor == LaneExecutor::kInterpreter && avx2 == nullptr)
      throw std::runtime_error("the AVX2 interpreter needs a CPU with AVX2: use executor \"auto\"");
    machine_ = possible && (executor == LaneExecutor::kMachine ||
                            (executor == LaneExecutor::kAuto && circuit_.input_count() < kMachineLimit));
  }
  for (std::uint32_t phase = 0; phase < phases_.count(); ++phase) code(phase, LaneTask::kPlay);
}

std::string_view Lanes::executor() const {
  if (machine_) return "machine";
  return kernel_ == &portable_kernel() ? "portable" : "interpreter";
}

const Circuit& Lanes::phase_circuit(std::uint32_t phase) const {
  auto& slot = circuits_[phase];
  std::call_once(slot.once, [&] {
    if (phase < phases_.count()) {
      slot.circuit = circuit_.specialised(phases_.fixed(circuit_, phase));
    } else {
      slot.circuit = circuit_.specialised({});
    }
  });
  return *slot.circuit;
}

const LaneCode& Lanes::code(std::uint32_t phase, LaneTask task) const {
  auto& slot = slots_[std::size_t{phase} * kLaneTasks + static_cast<std::size_t>(task)];
  return compiled(slot, [&] { return lower(phase_circuit(phase), layout_, task); });
}

const LaneCode& Lanes::compiled(Slot& slot, const std::function<LaneProgram()>& program) const {
  std::call_once(slot.once, [&] { slot.code = compile(program()); });
  return *slot.code;
}

std::unique_ptr<const LaneCode> Lanes::compile(const LaneProgram& program) const {
  return std::make_unique<const LaneCode>(program, circuit_.fluent_count(), layout_, machine_);
}

bool Lanes::sample(LaneScratch& scratch, std::span<const LaneStart> starts, std::uint64_t seed,
                   LaneTotals& totals, const LaneLimits& limits, const LaneWants& wants) const {
  totals.reset(starts.size(), circuit_.role_count(), circuit_.move_count(), wants);
  LaneChunk chunk(*this, scratch, starts, limits, wants, nullptr);
  scratch.phases.clear();
  for (const auto& start : starts) scratch.phases.push_back(phase_of(start.state));
  // One pass per phase; in each, starts in other phases have no playouts.
  auto& segments = scratch.segments;
  for (std::uint32_t phase = 0; phase <= phases_.count(); ++phase) {
    segments.clear();
    bool some = false;
    for (std::uint32_t s = 0; s < starts.size(); ++s) {
      const bool here = starts[s].playouts > 0 && scratch.phases[s] == phase;
      segments.push_back({s, here ? starts[s].playouts : 0, 0});
      some = some || here;
    }
    if (some && !chunk.play(segments, phase, mix64(seed) + phase, totals)) {
      totals.complete = false;
      return false;
    }
  }
  return true;
}

LaneTotals Lanes::run(std::span<const LaneStart> starts, std::uint64_t seed, const LaneLimits& limits,
                      std::uint32_t threads, const LaneWants& wants, LaneDetails* details) const {
  if (wants.groups > 0) throw std::invalid_argument("groups of starts are for `sample`");
  const auto roles = circuit_.role_count(), moves = circuit_.move_count();
  LaneTotals result;
  result.reset(starts.size(), roles, moves, wants);

  std::vector<PhaseGroup> groups(phases_.count() + 1);
  std::uint64_t playouts = 0;
  for (std::uint32_t s = 0; s < starts.size(); ++s) {
    if (starts[s].playouts > 0) {
      auto& group = groups[phase_of(starts[s].state)];
      group.segments.push_back({s, starts[s].playouts, playouts});
      group.before.push_back(group.before.back() + starts[s].playouts);
    }
    playouts += starts[s].playouts;
  }
  std::uint64_t chunks = 0;
  for (std::uint32_t phase = 0; phase < groups.size(); ++phase) {
    auto& group = groups[phase];
    group.phase = phase;
    group.first_chunk = chunks;
    group.size =
        group.segments.empty() ? 1 : chunk_size(group.before.back(), code(phase, LaneTask::kPlay).cost);
    chunks += group.chunks();
  }
  std::erase_if(groups, [](const PhaseGroup& group) { return group.segments.empty(); });

  if (details != nullptr) {
    std::size_t steps = 0;
    for (const auto& start : starts) steps = std::max(steps, start.prescribed.size() / std::max(roles, 1U));
    *details = {};
    details->prescribed_steps = static_cast<std::uint32_t>(steps);
    details->state_words = state_words();
    details->percept_words = static_cast<std::uint32_t>((circuit_.percepts.size() + 63) / 64);
    details->start.resize(playouts);
    details->length.assign(playouts, -1);
    details->goals.resize(playouts * roles);
    details->legal.resize(playouts);
    if (wants.states) details->states.resize(playouts * details->state_words);
    if (wants.percepts) details->percepts.resize(playouts * steps * details->percept_words);
  }

  std::atomic<std::uint64_t> next_chunk{0};
  std::atomic<bool> cut_short{false};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    const auto scratch = make_lane_scratch();
    LaneChunk chunk(*this, *scratch, starts, limits, wants, details);
    std::vector<LaneSegment> segments;
    auto& totals = scratch->chunk;
    for (auto c = next_chunk++; c < chunks && !cut_short; c = next_chunk++) {
      auto group = std::ranges::upper_bound(groups, c, {}, &PhaseGroup::first_chunk) - 1;
      group->cut(c - group->first_chunk, segments);
      totals.reset(segments.size(), roles, moves, wants);
      if (!chunk.play(segments, group->phase, mix64(mix64(seed) + c), totals)) {
        cut_short = true;
        break;
      }
      const std::lock_guard lock(mutex);
      for (std::size_t i = 0; i < segments.size(); ++i) {
        const std::size_t start = segments[i].start;
        result.playouts[start] += totals.playouts[i];
        add(result.sums, start, totals.sums, i, roles);
        add(result.squares, start, totals.squares, i, roles);
        add(result.first_counts, start, totals.first_counts, i, moves);
        add(result.first_sums, start, totals.first_sums, i, std::size_t{moves} * roles);
        add(result.all_counts, start, totals.all_counts, i, moves);
        add(result.all_sums, start, totals.all_sums, i, std::size_t{moves} * roles);
      }
      result.steps += totals.steps;
      result.unfinished += totals.unfinished;
      for (std::uint32_t r = 0; r < roles; ++r) result.undefined[r] += totals.undefined[r];
    }
  };
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      cut_short = true;
    }
  };
  std::vector<std::thread> helpers;
  for (std::uint32_t t = 1; t < threads && t < chunks; ++t) helpers.emplace_back(guarded);
  guarded();
  for (auto& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
  result.complete = !cut_short;
  return result;
}

}  // namespace woodstock::lanes
