#include "symmetry/canonical.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <unordered_map>

#include "base/random.hpp"
#include "base/zobrist.hpp"
#include "symmetry/image_keys.hpp"

namespace woodstock::symmetry {

namespace {

std::uint64_t hash_of(const Permutation& permutation) {
  std::uint64_t hash = 0;
  for (const auto image : permutation.fluents) hash = mix64(hash ^ image);
  for (const auto image : permutation.moves) hash = mix64(hash ^ image);
  return hash;
}

// Elements of a group by what they do.
class Members {
 public:
  explicit Members(const std::vector<Permutation>& elements) : elements_(elements) {}

  std::size_t find(const Permutation& permutation) const {
    const auto [begin, end] = numbers_.equal_range(hash_of(permutation));
    for (auto entry = begin; entry != end; ++entry)
      if (elements_[entry->second] == permutation) return entry->second;
    return elements_.size();
  }
  void add(std::size_t number) { numbers_.emplace(hash_of(elements_[number]), number); }

 private:
  const std::vector<Permutation>& elements_;
  std::unordered_multimap<std::uint64_t, std::size_t> numbers_;
};

// The closure of some generators; nothing if there are more elements than allowed.
std::vector<Permutation> closure(const Permutation& identity, const std::vector<Permutation>& generators,
                                 std::size_t most) {
  std::vector<Permutation> elements{identity};
  elements.reserve(most);
  Members members(elements);
  members.add(0);
  for (std::size_t next = 0; next < elements.size(); ++next)
    for (const auto& generator : generators) {
      auto product = elements[next].then(generator);
      if (members.find(product) < elements.size()) continue;
      if (elements.size() == most) return {};
      elements.push_back(std::move(product));
      members.add(elements.size() - 1);
    }
  return elements;
}

std::uint64_t key_of(std::span<const std::uint64_t> words) {
  std::uint64_t key = 0;
  for (std::size_t w = 0; w < words.size(); ++w)
    for (auto bits = words[w]; bits != 0; bits &= bits - 1)
      key ^= zobrist(static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(bits)));
  return key;
}

}  // namespace

Canonical::Canonical(std::uint32_t fluent_count, std::uint32_t move_count,
                     std::vector<Permutation> generators, std::size_t most_elements)
    : fluent_count_(fluent_count), move_count_(move_count), generators_(std::move(generators)) {
  for (const auto& generator : generators_)
    if (generator.fluents.size() != fluent_count || generator.moves.size() != move_count ||
        !generator.is_valid())
      throw std::invalid_argument("a generator does not permute the game's fluents and moves");
  std::erase_if(generators_, [](const Permutation& generator) { return generator.is_identity(); });
  const auto most = std::min({most_elements, kMostKeyBytes / 8 / std::max(1U, fluent_count),
                              std::size_t{std::numeric_limits<Element>::max()}});
  close(generators_, std::max<std::size_t>(1, most));
  find_inverses();
  tabulate();
}

// By all generators, or one after the other by those with which it stays within bounds.
void Canonical::close(const std::vector<Permutation>& generators, std::size_t most) {
  const auto identity = Permutation::identity(fluent_count_, move_count_);
  elements_ = closure(identity, generators, most);
  if (!elements_.empty()) return;
  whole_ = false;
  elements_ = {identity};
  std::vector<Permutation> chosen;
  for (const auto& generator : generators) {
    if (2 * elements_.size() > most) break;  // an element more at least doubles a group
    chosen.push_back(generator);
    auto larger = closure(identity, chosen, most);
    if (larger.empty())
      chosen.pop_back();
    else
      elements_ = std::move(larger);
  }
}

void Canonical::find_inverses() {
  Members members(elements_);
  for (std::size_t element = 0; element < elements_.size(); ++element) members.add(element);
  for (const auto& element : elements_)
    inverses_.push_back(static_cast<Element>(members.find(element.inverse())));
}

void Canonical::tabulate() {
  moved_.assign(word_count(), 0);
  row_of_.assign(fluent_count_, 0);
  row_length_ = (elements_.size() + 3) / 4;
  for (std::uint32_t fluent = 0; fluent < fluent_count_; ++fluent) {
    if (std::ranges::all_of(elements_, [&](const auto& each) { return each.fluents[fluent] == fluent; }))
      continue;
    moved_[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
    row_of_[fluent] = static_cast<std::uint32_t>(rows_.size() / row_length_);
    rows_.resize(rows_.size() + row_length_);
    Word256* row = &rows_[rows_.size() - row_length_];
    for (std::size_t element = 0; element < elements_.size(); ++element)
      row[element / 4].word[element % 4] = zobrist(elements_[element].fluents[fluent]);
  }
}

// An element maps fluents one to one: a state stays if all of its fluents go to fluents of it.
bool Canonical::keeps(const Permutation& element, std::span<const std::uint64_t> words) const {
  for (std::size_t w = 0; w < words.size(); ++w)
    for (auto bits = words[w] & moved_[w]; bits != 0; bits &= bits - 1) {
      const auto to = element.fluents[64 * w + static_cast<std::uint32_t>(std::countr_zero(bits))];
      if ((words[to / 64] >> (to % 64) & 1) == 0) return false;
    }
  return true;
}

std::size_t Canonical::keep(std::span<const std::uint64_t> words) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(elements_, [&](const Permutation& element) { return keeps(element, words); }));
}

std::size_t Canonical::orbits(std::span<const std::uint64_t> words,
                              std::span<const std::uint32_t> moves) const {
  // The elements that keep a state are a group: a move's orbit is where they lead it, its least the name.
  std::vector<std::uint32_t> least(moves.begin(), moves.end());
  for (const auto& element : elements_)
    if (keeps(element, words))
      for (std::size_t m = 0; m < moves.size(); ++m) least[m] = std::min(least[m], element.moves[moves[m]]);
  std::ranges::sort(least);
  return static_cast<std::size_t>(std::ranges::unique(least).begin() - least.begin());
}

Element Canonical::least(std::span<const std::uint64_t> words, std::span<std::uint64_t> image) const {
  ImageKeys keys(*this);
  keys.set(words);
  const auto element = keys.least();
  elements_[element].map(words, image);
  return element;
}

void Canonical::climb(std::span<const std::uint64_t> words, std::span<std::uint64_t> image) const {
  least(words, image);
  if (whole_) return;
  std::vector<std::uint64_t> turned(words.size()), other(words.size());
  for (bool higher = true; higher;) {
    higher = false;
    for (const auto& generator : generators_) {
      generator.map(image, turned);
      least(turned, other);
      if (key_of(other) >= key_of(image)) continue;
      std::ranges::copy(other, image.begin());
      higher = true;
    }
  }
}

}  // namespace woodstock::symmetry
