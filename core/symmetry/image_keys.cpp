#include "symmetry/image_keys.hpp"

#include <bit>

namespace woodstock::symmetry {

void ImageKeys::flip(std::vector<Word256>& keys, std::size_t word, std::uint64_t bits) const {
  typedef std::uint64_t Vector __attribute__((vector_size(32)));
  const auto length = group_.row_length_;
  for (; bits != 0; bits &= bits - 1) {
    const auto fluent = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
    const Word256* row = &group_.rows_[group_.row_of_[fluent] * length];
    for (std::size_t block = 0; block < length; ++block) {
      auto& key = reinterpret_cast<Vector&>(keys[block]);
      key ^= reinterpret_cast<const Vector&>(row[block]);
    }
  }
}

void ImageKeys::set(std::span<const std::uint64_t> words) {
  words_.assign(words.begin(), words.end());
  keys_.assign(group_.row_length_, Word256{});
  for (std::size_t w = 0; w < words.size(); ++w) flip(keys_, w, words[w] & group_.moved_[w]);
}

Element ImageKeys::least(std::span<const std::uint64_t> words, std::uint64_t& key) {
  other_ = keys_;
  for (std::size_t w = 0; w < words.size(); ++w) flip(other_, w, (words[w] ^ words_[w]) & group_.moved_[w]);
  const auto element = least_of(other_);
  key = other_.empty() ? 0 : other_[element / 4].word[element % 4];
  return element;
}

Element ImageKeys::least_of(const std::vector<Word256>& keys) const {
  std::size_t best = 0;
  std::uint64_t least = keys.empty() ? 0 : keys[0].word[0];
  for (std::size_t element = 1; element < group_.order(); ++element) {
    const auto key = keys[element / 4].word[element % 4];
    if (key < least) {
      least = key;
      best = element;
    }
  }
  return static_cast<Element>(best);
}

}  // namespace woodstock::symmetry
