#include "evaluator/terms.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "evaluator/error.hpp"

namespace woodstock::evaluator {

namespace {

constexpr std::size_t kArgumentBlock = 1U << 16;

std::uint64_t hash_of_text(std::string_view text) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mix64(hash);
}

std::size_t hash_of_numbers(Id functor, std::span<const Id> args) {
  std::uint64_t hash = functor * 0x9e3779b97f4a7c15ULL;
  for (const Id arg : args) hash = (hash ^ (hash >> 29) ^ arg) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 32);
}

}  // namespace

Terms::Terms(std::uint32_t most_terms, std::uint16_t most_depth)
    : most_terms_(std::min<std::uint32_t>(most_terms, (1U << 14) * kChunkSize)), most_depth_(most_depth) {
  owned_slots_.push_back(std::make_unique<Slots>(1U << 12));
  slots_.store(owned_slots_.back().get());
}

Id Terms::functor(std::string_view name, std::size_t arity) {
  const std::lock_guard lock(mutex_);
  std::string key(name);
  key += ' ' + std::to_string(arity);
  const auto [found, fresh] = functor_ids_.try_emplace(key, static_cast<Id>(functors_.size()));
  if (fresh) functors_.push_back({std::string(name), arity});
  return found->second;
}

bool Terms::is(Id id, Id functor, std::span<const Id> args) const {
  const auto& term = (*this)[id];
  return term.functor == functor && std::equal(args.begin(), args.end(), term.args);
}

Id Terms::find(const Slots& slots, std::size_t hash, Id functor, std::span<const Id> args) const {
  for (std::size_t i = hash & slots.mask;; i = (i + 1) & slots.mask) {
    const Id id = slots.ids[i].load(std::memory_order_acquire);
    if (id == kNone || is(id, functor, args)) return id;
  }
}

Id Terms::intern(Id functor, std::span<const Id> args) {
  const auto hash = hash_of_numbers(functor, args);
  const Id id = find(*slots_.load(std::memory_order_acquire), hash, functor, args);
  return id != kNone ? id : add(hash, functor, args);
}

Id Terms::add(std::size_t hash, Id functor, std::span<const Id> args) {
  const std::lock_guard lock(mutex_);
  auto* slots = slots_.load(std::memory_order_relaxed);
  if (const Id id = find(*slots, hash, functor, args); id != kNone) return id;  // somebody was quicker
  const Id id = size_.load(std::memory_order_relaxed);
  if (id >= most_terms_)
    throw LimitReached("more than " + std::to_string(most_terms_) + " different terms came up");
  std::uint64_t text_hash = hash_of_text(functors_[functor].name) + args.size();
  std::uint16_t depth = 0;
  for (const Id arg : args) {
    text_hash = mix64(text_hash ^ (*this)[arg].hash);
    depth = std::max(depth, (*this)[arg].depth);
  }
  if (depth >= most_depth_)
    throw LimitReached("a term is nested more than " + std::to_string(most_depth_) +
                       " deep: do the rules build endless terms?");
  if (id % kChunkSize == 0) {
    owned_chunks_.push_back(std::make_unique<Term[]>(kChunkSize));
    chunks_[id >> kChunkBits].store(owned_chunks_.back().get(), std::memory_order_release);
  }
  owned_chunks_.back()[id & (kChunkSize - 1)] = {functor, static_cast<std::uint16_t>(args.size()),
                                                 static_cast<std::uint16_t>(depth + 1), text_hash,
                                                 keep(args)};
  size_.store(id + 1, std::memory_order_release);
  if (std::size_t{id} * 2 > slots->mask) {
    grow();
    slots = slots_.load(std::memory_order_relaxed);
  }
  std::size_t i = hash & slots->mask;
  while (slots->ids[i].load(std::memory_order_relaxed) != kNone) i = (i + 1) & slots->mask;
  slots->ids[i].store(id, std::memory_order_release);
  return id;
}

void Terms::grow() {
  const auto* old = slots_.load(std::memory_order_relaxed);
  auto larger = std::make_unique<Slots>((old->mask + 1) * 2);
  for (const auto& slot : old->ids) {
    const Id id = slot.load(std::memory_order_relaxed);
    if (id == kNone) continue;
    const auto& term = (*this)[id];
    std::size_t i = hash_of_numbers(term.functor, {term.args, term.arity}) & larger->mask;
    while (larger->ids[i].load(std::memory_order_relaxed) != kNone) i = (i + 1) & larger->mask;
    larger->ids[i].store(id, std::memory_order_relaxed);
  }
  slots_.store(larger.get(), std::memory_order_release);
  owned_slots_.push_back(std::move(larger));
}

const Id* Terms::keep(std::span<const Id> args) {
  if (args.empty()) return nullptr;
  if (arguments_.empty() || arguments_used_ + args.size() > kArgumentBlock) {
    arguments_.push_back(std::make_unique<Id[]>(std::max(kArgumentBlock, args.size())));
    arguments_used_ = 0;
  }
  Id* const place = arguments_.back().get() + arguments_used_;
  std::copy(args.begin(), args.end(), place);
  arguments_used_ += args.size();
  return place;
}

std::string Terms::name(Id term) const {
  const std::lock_guard lock(mutex_);
  return functors_[(*this)[term].functor].name;
}

std::string Terms::text(Id id) const {
  const auto& term = (*this)[id];
  if (term.arity == 0) return name(id);
  std::string text = "(" + name(id);
  for (std::uint16_t i = 0; i < term.arity; ++i) text += " " + this->text(term.args[i]);
  return text + ")";
}

Position position_of(const Terms& terms, std::vector<Id> fluents) {
  std::sort(fluents.begin(), fluents.end());
  fluents.erase(std::unique(fluents.begin(), fluents.end()), fluents.end());
  auto state = std::make_shared<State>();
  for (const Id fluent : fluents) state->hash += mix64(terms[fluent].hash);
  state->fluents = std::move(fluents);
  return state;
}

}  // namespace woodstock::evaluator
