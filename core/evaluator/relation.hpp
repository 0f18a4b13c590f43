// Rows of terms, and indexes that find those with given values in some columns. Forgetting all rows is cheap:
// the fluents of a state are a relation that lives for one state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "evaluator/terms.hpp"

namespace woodstock::evaluator {

struct Relation {
  std::uint32_t arity = 0;
  std::uint32_t rows = 0;
  std::vector<Id> data;  // row by row

  const Id* row(std::uint32_t number) const { return data.data() + std::size_t{number} * arity; }
  void add(const Id* values) {
    data.insert(data.end(), values, values + arity);
    ++rows;
  }
  void clear() {
    rows = 0;
    data.clear();
  }
};

using Columns = std::vector<std::uint8_t>;

class Index {
 public:
  explicit Index(Columns columns) : columns_(std::move(columns)), slots_(16) {}

  const Columns& columns() const { return columns_; }
  std::uint32_t keys() const { return keys_; }

  void clear() {
    if (++epoch_ == 0) {  // after some hours
      std::fill(slots_.begin(), slots_.end(), Slot{});
      epoch_ = 1;
    }
    keys_ = built_ = 0;
  }

  // Enters the rows that are new since the last call.
  void update(const Relation& relation) {
    if (built_ == relation.rows) return;
    next_.resize(relation.rows);
    for (; built_ < relation.rows; ++built_) {
      if ((keys_ + 1) * 2 > slots_.size()) grow(relation);
      const Id* const row = relation.row(built_);
      auto& slot = find(relation, [&](std::size_t i) { return row[columns_[i]]; });
      next_[built_] = kNone;
      if (slot.epoch == epoch_) {
        next_[slot.last] = built_;
        slot.last = built_;
      } else {
        slot = {epoch_, built_, built_};
        ++keys_;
      }
    }
  }

  // The first row with these values in the columns; kNone without any. `key` maps 0, 1, ... to values.
  template <typename Key>
  std::uint32_t first(const Relation& relation, const Key& key) const {
    const auto& slot = const_cast<Index*>(this)->find(relation, key);
    return slot.epoch == epoch_ ? slot.first : kNone;
  }
  std::uint32_t next(std::uint32_t row) const { return next_[row]; }

 private:
  struct Slot {
    std::uint32_t epoch = 0, first = 0, last = 0;
  };

  template <typename Key>
  Slot& find(const Relation& relation, const Key& key) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) hash = (hash ^ key(i)) * 0x9e3779b97f4a7c15ULL;
    for (std::size_t at = hash >> 32;; ++at) {
      auto& slot = slots_[at & (slots_.size() - 1)];
      if (slot.epoch != epoch_) return slot;
      const Id* const row = relation.row(slot.first);
      std::size_t i = 0;
      while (i < columns_.size() && row[columns_[i]] == key(i)) ++i;
      if (i == columns_.size()) return slot;
    }
  }

  void grow(const Relation& relation) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const auto& slot : old) {
      if (slot.epoch != epoch_) continue;
      const Id* const row = relation.row(slot.first);
      find(relation, [&](std::size_t i) { return row[columns_[i]]; }) = slot;
    }
  }

  Columns columns_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> next_;  // the next row with the same key
  std::uint32_t epoch_ = 1, keys_ = 0, built_ = 0;
};

}  // namespace woodstock::evaluator
