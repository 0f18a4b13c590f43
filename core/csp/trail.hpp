// Words that remember: everything set after push() is undone by pop(). A word is saved once a level.
#pragma once

#include <cstdint>
#include <vector>

namespace woodstock::csp {

class Trail {
 public:
  using Index = std::uint32_t;

  // `count` new words with this value; the index of the first.
  Index allocate(std::size_t count, std::uint64_t value = 0) {
    const auto first = static_cast<Index>(words_.size());
    words_.resize(words_.size() + count, Word{value, 0});
    return first;
  }
  std::uint64_t operator[](Index index) const { return words_[index].value; }
  void set(Index index, std::uint64_t value) {
    auto& word = words_[index];
    if (word.saved != stamp_) {
      word.saved = stamp_;
      if (!starts_.empty()) entries_.push_back({word.value, index});
    }
    word.value = value;
  }
  void push() {
    starts_.push_back(entries_.size());
    ++stamp_;
  }
  void pop() {
    const auto start = starts_.back();
    starts_.pop_back();
    while (entries_.size() > start) {
      words_[entries_.back().index].value = entries_.back().value;
      entries_.pop_back();
    }
    ++stamp_;
  }
  // Words changed since the last push.
  std::size_t changes() const { return entries_.size() - (starts_.empty() ? 0 : starts_.back()); }
  std::size_t depth() const { return starts_.size(); }
  std::size_t bytes() const { return words_.capacity() * sizeof(Word) + entries_.capacity() * sizeof(Entry); }

 private:
  struct Word {
    std::uint64_t value;
    std::uint64_t saved;  // the stamp of the level that saved it last
  };
  struct Entry {
    std::uint64_t value;
    Index index;
  };
  std::vector<Word> words_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> starts_;
  std::uint64_t stamp_ = 0;
};

}  // namespace woodstock::csp
