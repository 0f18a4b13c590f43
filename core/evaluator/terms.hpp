// Ground terms as numbers: equal terms have equal numbers, so that matching compares 32 bits.
//
// One store serves all threads of a game. Terms are never moved or freed: reading takes no lock, only a new
// term does.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace woodstock::evaluator {

using Id = std::uint32_t;
constexpr Id kNone = ~Id{0};

struct Term {
  Id functor;           // name and number of arguments
  std::uint16_t arity;  // 0: a symbol
  std::uint16_t depth;  // 1: a symbol
  std::uint64_t hash;   // of the text: the same in every process
  const Id* args;
};

class Terms {
 public:
  explicit Terms(std::uint32_t most_terms = 1U << 23, std::uint16_t most_depth = 100);
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  Id functor(std::string_view name, std::size_t arity);
  Id symbol(std::string_view name) { return intern(functor(name, 0), {}); }
  // The number of a term; a new one if it was never seen. Throws LimitReached.
  Id intern(Id functor, std::span<const Id> args);
  const Term& operator[](Id id) const {
    return chunks_[id >> kChunkBits].load(std::memory_order_acquire)[id & (kChunkSize - 1)];
  }
  std::string name(Id term) const;
  std::string text(Id term) const;
  std::uint32_t size() const { return size_.load(std::memory_order_acquire); }

 private:
  static constexpr unsigned kChunkBits = 13, kChunkSize = 1U << kChunkBits;
  struct Slots {
    explicit Slots(std::size_t size) : mask(size - 1), ids(size) {
      for (auto& id : ids) id.store(kNone, std::memory_order_relaxed);
    }
    std::size_t mask;
    std::vector<std::atomic<Id>> ids;
  };
  struct Functor {
    std::string name;
    std::size_t arity;
  };
  bool is(Id id, Id functor, std::span<const Id> args) const;
  Id find(const Slots& slots, std::size_t hash, Id functor, std::span<const Id> args) const;
  Id add(std::size_t hash, Id functor, std::span<const Id> args);
  void grow();
  const Id* keep(std::span<const Id> args);

  std::uint32_t most_terms_;
  std::uint16_t most_depth_;
  mutable std::mutex mutex_;  // of everything below that is not atomic
  std::deque<Functor> functors_;
  std::unordered_map<std::string, Id> functor_ids_;
  std::array<std::atomic<Term*>, (1U << 14)> chunks_{};
  std::vector<std::unique_ptr<Term[]>> owned_chunks_;
  std::vector<std::unique_ptr<Id[]>> arguments_;
  std::size_t arguments_used_ = 0;
  std::atomic<std::uint32_t> size_{0};
  std::atomic<Slots*> slots_;
  std::vector<std::unique_ptr<Slots>> owned_slots_;  // old ones too: somebody may be reading them
};

// A position: the numbers of its fluents in ascending order, and a hash of their texts.
struct State {
  std::vector<Id> fluents;
  std::uint64_t hash = 0;
  friend bool operator==(const State& a, const State& b) {
    return a.hash == b.hash && a.fluents == b.fluents;
  }
};
using Position = std::shared_ptr<const State>;

Position position_of(const Terms& terms, std::vector<Id> fluents);

}  // namespace woodstock::evaluator
