// Calls and their answers, found by procedure and given arguments, for one lifetime.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "evaluator/terms.hpp"

namespace woodstock::evaluator {

struct Table {
  enum Status : std::uint8_t { kFresh, kOpen, kComplete };
  Id procedure = 0;
  std::uint32_t key = 0;  // where the given arguments start
  std::uint32_t count = 0, width = 0;
  std::uint32_t generation = 0;
  Status status = kFresh;
  bool started = false, queued = false;  // within a recursion: its clauses have been run, it is to be run
  std::vector<Id> answers;
  std::vector<std::uint32_t> consumers;  // numbers among those of the generation
  std::vector<std::uint32_t> places;     // of answers, by hash; only where there are many

  const Id* answer(std::uint32_t number) const { return answers.data() + std::size_t{number} * width; }

  // Whether the answer is new.
  bool add(const Id* values) {
    if (places.empty()) {
      for (std::uint32_t i = 0; i < count; ++i)
        if (std::equal(values, values + width, answer(i))) return false;
    } else if (*place(values)) {
      return false;
    }
    answers.insert(answers.end(), values, values + width);
    ++count;
    if (count > kFew) count * 2 > places.size() ? rehash() : void(*place(values) = count);
    return true;
  }

 private:
  static constexpr std::uint32_t kFew = 12;
  std::uint32_t* place(const Id* values) {
    std::uint64_t hash = 0;
    for (std::uint32_t i = 0; i < width; ++i) hash = (hash ^ values[i]) * 0x9e3779b97f4a7c15ULL;
    for (std::size_t at = hash >> 32;; ++at) {
      auto& found = places[at & (places.size() - 1)];
      if (!found || std::equal(values, values + width, answer(found - 1))) return &found;
    }
  }
  void rehash() {
    places.assign(std::max<std::size_t>(64, places.size() * 4), 0);
    for (std::uint32_t i = 0; i < count; ++i) *place(answer(i)) = i + 1;
  }
};

class Tables {
 public:
  // The table of a call; a fresh one if there is none.
  Table& at(Id procedure, const Id* given, std::uint32_t size, std::uint32_t width) {
    if ((used_ + 1) * 2 > slots_.size()) grow();
    auto& slot = find(procedure, given, size);
    if (slot.epoch == epoch_) return *pool_[slot.table];
    slot.table = create(procedure, given, size, width);
    slot.epoch = epoch_;
    return *pool_[slot.table];
  }

  // A fresh table in the place of the present one, which whoever holds it may go on using.
  Table& replace(Id procedure, const Id* given, std::uint32_t size, std::uint32_t width) {
    const auto fresh = create(procedure, given, size, width);
    if ((used_ + 1) * 2 > slots_.size()) grow();
    auto& slot = find(procedure, given, size);
    slot.table = fresh;
    slot.epoch = epoch_;
    return *pool_[fresh];
  }

  const Id* key(const Table& table) const { return keys_.data() + table.key; }
  std::uint32_t size() const { return used_; }

  void clear() {
    if (++epoch_ == 0) {  // after some hours
      std::fill(slots_.begin(), slots_.end(), Slot{});
      epoch_ = 1;
    }
    used_ = 0;
    keys_.clear();
  }

 private:
  struct Slot {
    std::uint32_t epoch = 0, hash = 0;
    std::uint32_t table = 0;
  };

  std::uint32_t create(Id procedure, const Id* given, std::uint32_t size, std::uint32_t width) {
    if (used_ == pool_.size()) pool_.push_back(std::make_unique<Table>());
    auto& table = *pool_[used_];
    table.procedure = procedure;
    table.key = static_cast<std::uint32_t>(keys_.size());
    table.count = 0;
    table.width = width;
    table.status = Table::kFresh;
    table.started = table.queued = false;
    table.answers.clear();
    table.consumers.clear();
    table.places.clear();
    keys_.insert(keys_.end(), given, given + size);
    return used_++;
  }

  Slot& find(Id procedure, const Id* given, std::uint32_t size) {
    std::uint64_t hash = (procedure + 1) * 0x9e3779b97f4a7c15ULL;
    for (std::uint32_t i = 0; i < size; ++i) hash = (hash ^ (hash >> 31) ^ given[i]) * 0x9e3779b97f4a7c15ULL;
    const auto high = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = high;; ++at) {
      auto& slot = slots_[at & (slots_.size() - 1)];
      if (slot.epoch != epoch_) {
        slot.hash = high;
        return slot;
      }
      const auto& table = *pool_[slot.table];
      if (slot.hash == high && table.procedure == procedure &&
          std::equal(given, given + size, keys_.data() + table.key))
        return slot;
    }
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const auto& slot : old) {
      if (slot.epoch != epoch_) continue;
      std::size_t at = slot.hash;
      while (slots_[at & (slots_.size() - 1)].epoch == epoch_) ++at;
      slots_[at & (slots_.size() - 1)] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::vector<std::unique_ptr<Table>> pool_;
  std::vector<Id> keys_;
  std::uint32_t epoch_ = 1, used_ = 0;
};

}  // namespace woodstock::evaluator
