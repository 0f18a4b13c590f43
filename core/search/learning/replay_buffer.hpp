// Positions with what they were taught, the latest so many of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "search/learning/options.hpp"

namespace woodstock::search::learning {

class ReplayBuffer {
 public:
  ReplayBuffer(std::uint32_t words, std::uint32_t heads, std::size_t capacity)
      : words_(words),
        heads_(heads),
        capacity_(std::clamp<std::size_t>(kBufferBytes / (std::size_t{words} * 8 + heads * 4 + 4), 1,
                                          std::max<std::size_t>(capacity, 1))) {}

  std::size_t size() const { return size_; }
  // Positions of a game come one after the other.
  void add(const std::uint64_t* state, const float* target, std::uint32_t game) {
    if (size_ < capacity_) {
      ++size_;
      games_.push_back(game);
      states_.insert(states_.end(), state, state + words_);
      targets_.insert(targets_.end(), target, target + heads_);
    } else {
      std::copy_n(state, words_, states_.data() + next_ * words_);
      std::copy_n(target, heads_, targets_.data() + next_ * heads_);
      games_[next_] = game;
    }
    next_ = (next_ + 1) % capacity_;
  }
  std::size_t draw(Random& random) const { return random.below(static_cast<std::uint32_t>(size_)); }
  const std::uint64_t* state(std::size_t i) const { return states_.data() + i * words_; }
  const float* target(std::size_t i) const { return targets_.data() + i * heads_; }
  // By the number it was added with.
  std::uint32_t game(std::size_t i) const { return games_[i]; }

 private:
  std::uint32_t words_, heads_;
  std::size_t capacity_, size_ = 0, next_ = 0;
  std::vector<std::uint64_t> states_;
  std::vector<float> targets_;
  std::vector<std::uint32_t> games_;
};

}  // namespace woodstock::search::learning
