// The policy tree: stages reached from the root by joint actions (papers 003 §4, 000 §4.2), shared where
// lines transpose. A stage's key includes its depth, so the graph has no cycles. Memory is counted, not
// guessed: `bytes()` is what stages, expansions and the table take.
//
// The table has open addresses and keeps a part of the key with the stage's number, so that a state not seen
// before is told from others without looking at them: one access to memory, which may be asked for early.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/state.hpp"
#include "search/mac_ucb/move_table.hpp"
#include "search/matrix_game.hpp"
#include "search/payoffs.hpp"
#include "symmetry/canonical.hpp"

namespace woodstock::search::mac_ucb {

using StageId = std::uint32_t;
inline constexpr StageId kNoStage = 0xffffffff;

// The joint actions of an expanded stage, the last role's moves running fastest, and where they lead.
struct Expansion {
  std::vector<std::uint32_t> counts;  // legal moves per role (at least 1: a role without any does nothing)
  std::vector<std::int32_t> moves;    // role after role; -1 for "nothing"
  std::vector<StageId> children;      // per joint action
  // With symmetries, per joint action what leads from its successor to the child; else empty.
  std::vector<symmetry::Element> frames;
  // Per joint action the first whose successor has the same form; empty where all forms differ.
  std::vector<std::uint32_t> twins;
  std::vector<std::uint32_t> deciders;  // roles but chance with a choice
  std::uint32_t chances = 1;            // moves of chance
  std::uint32_t chance_stride = 1;      // distance of its moves among the joint actions
  bool partial = false;                 // some joint actions were left out
  // Of chance's moves where they are not equally likely; then there is no decider.
  std::vector<float> odds;
  // Where chance moves too: the prior of the stage, and of each joint action of the others (its arm) what its
  // playouts make of it.
  std::vector<float> prior, arms;
  // Simultaneous stages only: each decider's strategy, one after the other, and where to look next (after
  // that, with two players of constant sum, what each takes the other to do then).
  std::vector<float> strategy, interest;
  // What regret matching knows of both, where it is what finds them.
  std::unique_ptr<std::pair<Regrets, Regrets>> regrets;
  // Where one role decides and moves are counted; then `prior` is the stage's too.
  MoveTable table;

  std::size_t bytes() const {
    return sizeof(*this) + counts.capacity() * 4 + moves.capacity() * 4 + children.capacity() * 4 +
           deciders.capacity() * 4 + frames.capacity() * sizeof(symmetry::Element) + twins.capacity() * 4 +
           (strategy.capacity() + interest.capacity() + prior.capacity() + arms.capacity() +
            odds.capacity()) *
               4 +
           (regrets ? sizeof(*regrets) + regrets->first.bytes() + regrets->second.bytes() : 0) +
           table.bytes();
  }
  std::uint32_t stride(std::uint32_t role) const {
    std::uint32_t product = 1;
    for (std::size_t r = counts.size(); r-- > role + 1;) product *= counts[r];
    return product;
  }
  symmetry::Element frame(std::uint32_t action) const {
    return frames.empty() ? symmetry::kIdentity : frames[action];
  }
  std::uint32_t twin(std::uint32_t action) const { return twins.empty() ? action : twins[action]; }
  // The number of a joint action's arm, and the arm's first joint action.
  std::uint32_t arm(std::uint32_t action) const {
    return action / (chance_stride * chances) * chance_stride + action % chance_stride;
  }
  std::uint32_t arm_begin(std::uint32_t action) const {
    return action - action / chance_stride % chances * chance_stride;
  }
  // The role's move in a joint action; -1 for "nothing".
  std::int32_t move(std::uint32_t role, std::uint32_t action) const {
    std::uint32_t begin = 0;
    for (std::uint32_t r = 0; r < role; ++r) begin += counts[r];
    return moves[begin + action / stride(role) % counts[role]];
  }
};

struct StageNode {
  std::uint64_t key = 0;
  std::unique_ptr<Expansion> expansion;
  std::uint64_t samples = 0;    // playouts from here and below
  std::uint32_t own = 0;        // playouts from here
  std::uint32_t depth = 0;      // joint moves since the beginning
  std::uint32_t in_flight = 0;  // leaves below (or this) chosen and not yet backed up
  float belief = 0;             // playouts that the prior is worth once the stage is expanded
  StageId next = kNoStage;      // among the free
  std::uint16_t length = 0;     // joint moves to the end of a solved stage, as far as proofs say
  std::int8_t verdict = 0;      // of a proof from outside: 1 won, -1 lost for the role that searches
  bool used = false;
  bool terminal = false;
  bool solved = false;
  bool exhausted = false;  // nothing below is left to look at, though actions were left out
  bool marked = false;

  // Whether so many joint actions or more can be looked at next; 0: no number is many.
  bool is_wide(double successors) const {
    return successors > 0 && expansion && static_cast<double>(expansion->children.size()) >= successors;
  }
};

class PolicyTree {
 public:
  PolicyTree(std::uint32_t fluents, std::uint32_t payoff_size);

  StageNode& operator[](StageId id) { return chunk(id).nodes[id % kChunk]; }
  const StageNode& operator[](StageId id) const { return chunk(id).nodes[id % kChunk]; }
  std::span<const std::uint64_t> words(StageId id) const {
    return {chunk(id).words.get() + (id % kChunk) * stride_, stride_};
  }
  // The numbers of a stage: its value now, what it is shrunk towards, the mean of the playouts from here
  // and below, bounds.
  float* value(StageId id) { return chunk(id).numbers.get() + (id % kChunk) * width_; }
  float* prior(StageId id) { return value(id) + size_; }
  float* mean(StageId id) { return value(id) + 2 * size_; }
  float* low(StageId id) { return value(id) + 3 * size_; }
  float* high(StageId id) { return value(id) + 4 * size_; }
  const float* value(StageId id) const { return chunk(id).numbers.get() + (id % kChunk) * width_; }
  const float* mean(StageId id) const { return value(id) + 2 * size_; }
  const float* low(StageId id) const { return value(id) + 3 * size_; }
  const float* high(StageId id) const { return value(id) + 4 * size_; }
  std::uint32_t payoff_size() const { return size_; }

  static std::uint64_t key_of(std::span<const std::uint64_t> words, std::uint32_t depth);
  // Asks for the part of the table where a key is looked for.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[key & (slots_.size() - 1)]); }
  // That done, asks for what is known of the stage, if it is.
  void prefetch_stage(std::uint64_t key) const {
    const auto slot = slots_[key & (slots_.size() - 1)];
    if (slot.id == kNoStage || slot.tag != static_cast<std::uint32_t>(key)) return;
    __builtin_prefetch(&(*this)[slot.id]);
    __builtin_prefetch(words(slot.id).data());
    __builtin_prefetch(value(slot.id));
  }
  // The stage of a state at a depth, if it is known.
  StageId find(std::span<const std::uint64_t> words, std::uint32_t depth) const;
  // The same, made if need be; `made` says which. `key` is that of the state and the depth.
  StageId obtain(std::span<const std::uint64_t> words, std::uint32_t depth, std::uint64_t key, bool& made);
  StageId obtain(std::span<const std::uint64_t> words, std::uint32_t depth, bool& made) {
    return obtain(words, depth, key_of(words, depth), made);
  }
  void expand(StageId id, std::unique_ptr<Expansion> expansion);
  // Makes a stage a leaf again; its value stays.
  void collapse(StageId id);
  // Frees what cannot be reached from the root.
  void sweep(StageId root);
  void clear();

  std::size_t bytes() const { return bytes_; }
  std::uint64_t size() const { return live_; }
  // Whether so many more stages fit without `bytes()` passing the limit.
  bool room_for(std::uint64_t stages, std::size_t limit) const {
    const auto places = ids_ - live_ >= stages ? 0 : (stages / kChunk + 1) * chunk_bytes();
    const auto table = crowded(live_ + stages) ? slots_.size() * sizeof(Slot) : 0;
    return (places == 0 && table == 0) || bytes_ + places + table <= limit;
  }
  // Stages with an expansion, reachable or not.
  template <typename Visit>
  void for_each_expanded(Visit visit) {
    for (StageId id = 0; id < ids_; ++id)
      if ((*this)[id].used && (*this)[id].expansion) visit(id);
  }

 private:
  static constexpr StageId kChunk = 1024;           // stages whose memory is asked for at once
  static constexpr std::size_t kFirstSlots = 1024;  // a power of two, as the table always is
  struct Chunk {
    std::unique_ptr<StageNode[]> nodes;
    std::unique_ptr<std::uint64_t[]> words;
    std::unique_ptr<float[]> numbers;
  };
  Chunk& chunk(StageId id) { return chunks_[id / kChunk]; }
  const Chunk& chunk(StageId id) const { return chunks_[id / kChunk]; }
  struct Slot {
    std::uint32_t tag = 0;  // the key's lower half
    StageId id = kNoStage;
  };
  // Whether the table has to grow for so many stages.
  bool crowded(std::uint64_t stages) const { return 3 * stages > 2 * slots_.size(); }
  void enter(Slot slot);
  // The slot of a state, or the empty one where it would be entered.
  std::size_t slot_of(std::span<const std::uint64_t> words, std::uint32_t depth, std::uint64_t key) const;
  std::size_t chunk_bytes() const {
    return kChunk * (sizeof(StageNode) + stride_ * 8 + width_ * sizeof(float));
  }
  void grow_table();
  void recount();

  std::uint32_t stride_;  // words of a state
  std::uint32_t size_, width_;
  std::vector<Chunk> chunks_;
  StageId ids_ = 0;  // stages that have a place, used or free
  std::vector<Slot> slots_;
  StageId free_ = kNoStage;
  std::uint64_t live_ = 0;
  std::size_t expansions_ = 0;  // bytes
  std::size_t bytes_ = 0;
};

}  // namespace woodstock::search::mac_ucb
