// The Zobrist keys of all images of a state under a group, kept from state to state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/canonical.hpp"

namespace woodstock::symmetry {

class ImageKeys {
 public:
  explicit ImageKeys(const Canonical& group) : group_(group), keys_(group.row_length_) {}

  // The keys of a state from nothing.
  void set(std::span<const std::uint64_t> words);
  // The element with the least key for another state, and that key, from what differs; the state set stays.
  // What no element moves adds nothing to a key.
  Element least(std::span<const std::uint64_t> words, std::uint64_t& key);
  Element least(std::span<const std::uint64_t> words) {
    std::uint64_t key;
    return least(words, key);
  }
  Element least() const { return least_of(keys_); }

 private:
  void flip(std::vector<Word256>& keys, std::size_t word, std::uint64_t bits) const;
  Element least_of(const std::vector<Word256>& keys) const;

  const Canonical& group_;
  std::vector<std::uint64_t> words_;
  std::vector<Word256> keys_, other_;
};

}  // namespace woodstock::symmetry
