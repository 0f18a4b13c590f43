#include "search/belief_game/belief_table.hpp"

#include <algorithm>
#include <utility>

#include "base/random.hpp"

namespace woodstock::search::belief_game {

namespace {

constexpr std::size_t kEntry = 160;           // bytes, about, beside what it points to
constexpr std::size_t kFewest = 16;           // states that a belief may always have
constexpr std::size_t kBeliefsToCome = 4096;  // that memory is kept for
constexpr std::uint64_t kActions = 0x616374, kEnds = 0x656e64;

template <typename Number>
std::uint64_t key_of(std::uint64_t key, const std::vector<Number>& numbers) {
  for (const auto number : numbers) key = mix64(key ^ static_cast<std::uint64_t>(number));
  return key;
}

}  // namespace

template <typename Same>
Name BeliefTable::enter(std::uint64_t key, Entry entry, std::size_t bytes, Same same) {
  const std::scoped_lock lock(mutex_);
  for (;; ++key) {
    const auto [place, made] = entries_.try_emplace(key, std::move(entry));
    if (made) {
      bytes_ += kEntry + bytes;
      return key;
    }
    if (place->second.index() == entry.index() && same(place->second)) return key;
  }
}

std::size_t BeliefTable::allowed(std::size_t words) const {
  const std::scoped_lock lock(mutex_);
  const auto left = memory_ > bytes_ ? memory_ - bytes_ : 0;
  return std::clamp(left / (kBeliefsToCome * (words + 1) * 8), std::min(kFewest, states_), states_);
}

Name BeliefTable::add(const belief::Belief& belief) {
  const auto most = allowed(belief.word_count());
  Random random(belief.size());
  auto sorted = (belief.size() > most ? belief.drawn(belief.draw(most, random)) : belief).sorted();
  if (!sorted.exact()) leave_out();
  const auto key = sorted.key();
  const auto bytes = sorted.bytes();
  const belief::Belief kept = sorted;
  return enter(key, std::move(sorted), bytes,
               [&](const Entry& entry) { return std::get<belief::Belief>(entry).same_as(kept); });
}

Name BeliefTable::add(Action action) {
  const auto key = key_of(mix64(action.belief ^ kActions), action.moves);
  const auto bytes = action.moves.size() * 8;
  const auto kept = action;
  return enter(key, std::move(action), bytes,
               [&](const Entry& entry) { return std::get<Action>(entry) == kept; });
}

Name BeliefTable::add(End end) {
  const auto key = key_of(kEnds, end.goals);
  const auto bytes = end.goals.size() * 4;
  const auto kept = end;
  return enter(key, std::move(end), bytes, [&](const Entry& entry) { return std::get<End>(entry) == kept; });
}

const BeliefTable::Entry& BeliefTable::at(Name name) const {
  const std::scoped_lock lock(mutex_);
  return entries_.at(name);
}

void BeliefTable::set_memory(std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  memory_ = bytes;
}

bool BeliefTable::full() const {
  const std::scoped_lock lock(mutex_);
  return bytes_ >= memory_;
}

void BeliefTable::leave_out() {
  const std::scoped_lock lock(mutex_);
  exact_ = false;
}

std::size_t BeliefTable::bytes() const {
  const std::scoped_lock lock(mutex_);
  return bytes_;
}

bool BeliefTable::exact() const {
  const std::scoped_lock lock(mutex_);
  return exact_;
}

}  // namespace woodstock::search::belief_game
