// Lanes: 256 playouts at once, one per bit, on a game's circuit (design: the circuit). `Lanes` is immutable
// and may be used by any number of threads, each with a `LaneScratch` of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "circuit/circuit.hpp"
#include "circuit/phases.hpp"
#include "lanes/decisive_play.hpp"
#include "lanes/emitter.hpp"
#include "lanes/interpreter.hpp"
#include "lanes/lowering.hpp"
#include "lanes/results.hpp"

namespace woodstock::lanes {

enum class LaneExecutor : std::uint8_t { kAuto, kMachine, kInterpreter, kPortable };

// "auto", "machine", "interpreter" or "portable"; throws std::invalid_argument otherwise.
LaneExecutor lane_executor(std::string_view name);

// Buffers of one thread; they grow to what a game needs and stay.
struct LaneScratch;
struct LaneScratchDeleter {
  void operator()(LaneScratch* scratch) const;
};
using LaneScratchPointer = std::unique_ptr<LaneScratch, LaneScratchDeleter>;
LaneScratchPointer make_lane_scratch();

// One compiled row program.
struct LaneCode {
  LaneCode(const LaneProgram& program, std::uint32_t fluents, const Layout& layout, bool machine);

  std::optional<MachineCode> machine;
  std::optional<Interpreter> interpreter;
  std::uint32_t scratch_rows;
  std::uint32_t random_rows;
  std::uint32_t cost;
  std::vector<std::uint32_t> open_moves;
  std::vector<std::uint32_t> fluents;  // the fluents it reads, ascending (harvested rows for kHarvest)
};

class Lanes {
 public:
  // Throws std::runtime_error if the executor asked for is not available here.
  explicit Lanes(circuit::Circuit circuit, LaneExecutor executor = LaneExecutor::kAuto,
                 std::uint32_t phase_limit = 8);

  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  const circuit::Circuit& circuit() const { return circuit_; }
  const circuit::Phases& phases() const { return phases_; }
  const Layout& layout() const { return layout_; }
  const Kernel& kernel() const { return *kernel_; }
  bool machine() const { return machine_; }
  std::string_view executor() const;
  // Distinguishes this object from all others alive or dead, as long as somebody holds it.
  const std::shared_ptr<const char>& identity() const { return identity_; }
  std::uint32_t state_words() const { return (circuit_.fluent_count() + 63) / 64; }

  // Many playouts. The result depends on the seed and the arguments, not on the number of threads.
  LaneTotals run(std::span<const LaneStart> starts, std::uint64_t seed, const LaneLimits& limits = {},
                 std::uint32_t threads = 1, const LaneWants& wants = {},
                 LaneDetails* details = nullptr) const;

  // The same without details, in the caller's thread and without allocation once the buffers have grown: for
  // batches of a few hundred playouts. False, and totals of no use, if limits cut it short.
  bool sample(LaneScratch& scratch, std::span<const LaneStart> starts, std::uint64_t seed, LaneTotals& totals,
              const LaneLimits& limits = {}, const LaneWants& wants = {}) const;

  // Throws std::length_error if there are more than `limit` joint moves.
  void expand(LaneScratch& scratch, std::span<const std::uint64_t> state, LaneExpansion& expansion,
              std::size_t limit = 1U << 20) const;

  // In which successors of a state, given one after the other, the role to move can win at once; those that
  // are terminal do not count. Returns the goals of such an end, per role; null where nothing is known.
  const std::vector<std::int32_t>* find_threats(LaneScratch& scratch, std::span<const std::uint64_t> state,
                                                std::span<const std::uint64_t> successors,
                                                std::vector<std::uint8_t>& threats) const;

  // Several states at once, given one after the other: their joint moves share the lanes of a pass.
  void expand_many(LaneScratch& scratch, std::span<const std::uint64_t> states, LaneExpansions& expansions,
                   std::size_t limit_each = 4096) const;

  // `states` are given one after the other, `moves` one per role and pair (-1: none). Moves must be legal.
  LaneEvaluation evaluate(std::span<const std::uint64_t> states, std::span<const std::int32_t> moves) const;
  // The same without allocation once the buffers have grown.
  void evaluate(LaneScratch& scratch, std::span<const std::uint64_t> states,
                std::span<const std::int32_t> moves, LaneEvaluation& result) const;

  // Index of a phase's programs; `phases().count()` stands for states in no phase.
  std::uint32_t phase_of(std::span<const std::uint64_t> state) const { return phases_.find(state); }
  std::uint32_t successor(std::uint32_t phase) const {
    return phase < phases_.count() ? phases_.successor(phase) : phase;
  }
  // Index of the programs that hold in every state.
  std::uint32_t general() const { return phases_.fluents().empty() ? 0 : phases_.count(); }
  const LaneCode& code(std::uint32_t phase, LaneTask task) const;
  // Of a task with random moves.
  const LaneCode& code(std::uint32_t phase, LaneTask task, LanePolicy policy) const;
  // Of `kThreat`; null where nothing is known of threats in a phase.
  const LaneCode* threat_code(std::uint32_t phase) const;
  // Compiled when first needed.
  const DecisivePlay& decisive() const;
  // Compiles now what a policy needs: some tenths of a second.
  void prepare(LanePolicy policy) const;
  // The game in a phase, for programs of one's own.
  const circuit::Circuit& phase_circuit(std::uint32_t phase) const;
  std::unique_ptr<const LaneCode> compile(const LaneProgram& program) const;

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<const LaneCode> code;
  };
  struct PhaseCircuit {
    std::once_flag once;
    std::optional<circuit::Circuit> circuit;
  };
  struct PhaseStates;
  void find_choices(LaneScratch& scratch, const PhaseStates& group, std::span<const std::uint64_t> states,
                    LaneExpansions& expansions) const;
  void find_successors(LaneScratch& scratch, const PhaseStates& group, std::span<const std::uint64_t> states,
                       LaneExpansions& expansions) const;
  const LaneCode& compiled(Slot& slot, const std::function<LaneProgram()>& program) const;
  std::uint32_t goals_rows() const;

  circuit::Circuit circuit_;
  circuit::Phases phases_;
  Layout layout_;
  const Kernel* kernel_;
  bool machine_;
  std::shared_ptr<const char> identity_ = std::make_shared<const char>();
  mutable std::vector<PhaseCircuit> circuits_;
  mutable std::vector<Slot> slots_;  // phase × task, compiled when first needed
  mutable std::once_flag decisive_once_;
  mutable std::unique_ptr<const DecisivePlay> decisive_;
  mutable std::vector<Slot> decisive_slots_;  // phase × policy × kPlay or kRecord
  mutable std::vector<Slot> threat_slots_;    // per phase
};

}  // namespace woodstock::lanes
