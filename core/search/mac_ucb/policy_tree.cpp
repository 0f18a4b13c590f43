#include "search/mac_ucb/policy_tree.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace woodstock::search::mac_ucb {

PolicyTree::PolicyTree(std::uint32_t fluents, std::uint32_t payoff_size)
    : stride_(State::words_for(fluents)), size_(payoff_size), width_(5 * payoff_size), slots_(1024) {
  recount();
}

std::uint64_t PolicyTree::key_of(std::span<const std::uint64_t> words, std::uint32_t depth) {
  std::uint64_t key = mix64(depth);
  for (const auto word : words) key = mix64(key ^ word);
  return key;
}

std::size_t PolicyTree::slot_of(std::span<const std::uint64_t> words, std::uint32_t depth,
                                std::uint64_t key) const {
  const auto mask = slots_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(key);
  auto at = key & mask;
  for (; slots_[at].id != kNoStage; at = (at + 1) & mask) {
    if (slots_[at].tag != tag) continue;
    const auto& node = (*this)[slots_[at].id];
    if (node.key == key && node.depth == depth &&
        std::equal(words.begin(), words.end(), this->words(slots_[at].id).begin()))
      break;
  }
  return at;
}

StageId PolicyTree::find(std::span<const std::uint64_t> words, std::uint32_t depth) const {
  return slots_[slot_of(words, depth, key_of(words, depth))].id;
}

StageId PolicyTree::obtain(std::span<const std::uint64_t> words, std::uint32_t depth, std::uint64_t key,
                           bool& made) {
  if (crowded(live_ + 1)) grow_table();
  auto& slot = slots_[slot_of(words, depth, key)];
  made = slot.id == kNoStage;
  if (!made) return slot.id;
  StageId id = free_;
  if (id != kNoStage) {
    free_ = (*this)[id].next;
    (*this)[id] = StageNode{};
  } else {
    id = ids_++;
    if (id % kChunk == 0)
      chunks_.push_back({std::make_unique<StageNode[]>(kChunk),
                         std::make_unique<std::uint64_t[]>(std::size_t{kChunk} * stride_),
                         std::make_unique<float[]>(std::size_t{kChunk} * width_)});
  }
  ++live_;
  auto& node = (*this)[id];
  node.used = true;
  node.depth = depth;
  node.key = key;
  std::copy(words.begin(), words.end(), chunk(id).words.get() + std::size_t{id % kChunk} * stride_);
  std::fill_n(value(id), width_, 0.0F);
  slot = {static_cast<std::uint32_t>(key), id};
  recount();
  return id;
}

void PolicyTree::expand(StageId id, std::unique_ptr<Expansion> expansion) {
  collapse(id);
  expansions_ += expansion->bytes();
  (*this)[id].expansion = std::move(expansion);
  recount();
}

void PolicyTree::collapse(StageId id) {
  auto& expansion = (*this)[id].expansion;
  if (!expansion) return;
  expansions_ -= expansion->bytes();
  expansion.reset();
  recount();
}

void PolicyTree::sweep(StageId root) {
  std::vector<StageId> stack;
  if (root != kNoStage) {
    (*this)[root].marked = true;
    stack.push_back(root);
  }
  while (!stack.empty()) {
    const auto id = stack.back();
    stack.pop_back();
    if (!(*this)[id].expansion) continue;
    for (const auto child : (*this)[id].expansion->children)
      if (!(*this)[child].marked) {
        (*this)[child].marked = true;
        stack.push_back(child);
      }
  }
  std::fill(slots_.begin(), slots_.end(), Slot{});
  free_ = kNoStage;
  for (StageId id = ids_; id-- > 0;) {
    auto& node = (*this)[id];
    if (node.used && node.marked) {
      node.marked = false;
      enter({static_cast<std::uint32_t>(node.key), id});
      continue;
    }
    if (node.used) {
      collapse(id);
      node.used = false;
      --live_;
    }
    node.next = free_;
    free_ = id;
  }
  recount();
}

void PolicyTree::clear() {
  chunks_.clear();
  ids_ = 0;
  slots_.assign(1024, Slot{});
  free_ = kNoStage;
  live_ = 0;
  expansions_ = 0;
  recount();
}

void PolicyTree::enter(Slot slot) {
  const auto mask = slots_.size() - 1;
  auto at = slot.tag & mask;
  while (slots_[at].id != kNoStage) at = (at + 1) & mask;
  slots_[at] = slot;
}

void PolicyTree::grow_table() {
  std::vector<Slot> before(slots_.size() * 2);
  before.swap(slots_);
  for (const auto slot : before)
    if (slot.id != kNoStage) enter(slot);
}

void PolicyTree::recount() {
  bytes_ = expansions_ + chunks_.size() * chunk_bytes() + slots_.size() * sizeof(Slot);
}

}  // namespace woodstock::search::mac_ucb
