#include "circuit/bytes.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/random.hpp"

namespace woodstock::circuit {
namespace {

using Word = std::uint32_t;

constexpr Word kMagic = 0x52494357;  // "WCIR"
constexpr Word kVersion = 1;
constexpr std::size_t kWord = sizeof(Word);
constexpr std::size_t kFrame = 4;  // words beside the contents: magic, version, two of the checksum

std::array<Word, 2> checksum(const std::vector<Word>& words) {
  auto sum = mix64(words.size());
  for (const auto word : words) sum = mix64(sum ^ word);
  return {static_cast<Word>(sum), static_cast<Word>(sum >> 32)};
}

void require(bool holds) {
  if (!holds) throw std::invalid_argument("these bytes are no circuit");
}

class Reader {
 public:
  explicit Reader(std::vector<Word> words) : words_(std::move(words)) {}

  Word word() {
    require(at_ < words_.size());
    return words_[at_++];
  }
  // A number of things of which each takes at least a word.
  Word count() {
    const auto found = word();
    require(found <= left());
    return found;
  }
  std::vector<Word> list() {
    std::vector<Word> found(count());
    for (auto& each : found) each = word();
    return found;
  }
  std::size_t left() const { return words_.size() - at_; }

 private:
  std::vector<Word> words_;
  std::size_t at_ = 0;
};

void write_list(std::vector<Word>& words, auto list) {
  words.push_back(static_cast<Word>(list.size()));
  words.insert(words.end(), list.begin(), list.end());
}

void read_gates(Reader& reader, Circuit& circuit) {
  const auto count = reader.count();
  for (Word number = 0; number < count; ++number) {
    const auto node = circuit.node_count();
    auto inputs = reader.list();
    require(std::ranges::all_of(inputs, [&](Signal input) { return node_of(input) < node; }));
    // Gates are written as they are hash-consed: each must come back as a new one.
    require(circuit.all_of(std::move(inputs)) == signal_of(node) && circuit.node_count() == node + 1);
  }
}

std::vector<Word> unframed(std::string_view bytes) {
  require(bytes.size() % kWord == 0 && bytes.size() / kWord >= kFrame);
  std::vector<Word> words(bytes.size() / kWord);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    words[i / kWord] |= static_cast<Word>(static_cast<unsigned char>(bytes[i])) << 8 * (i % kWord);
  const std::array<Word, 2> sum{words.end()[-2], words.end()[-1]};
  words.resize(words.size() - 2);
  require(words[0] == kMagic && words[1] == kVersion && checksum(words) == sum);
  words.erase(words.begin(), words.begin() + 2);
  return words;
}

}  // namespace

std::string to_bytes(const Circuit& circuit) {
  std::vector<Word> words{kMagic, kVersion, circuit.fluent_count(), static_cast<Word>(circuit.chance_role()),
                          circuit.role_count()};
  for (Word role = 0; role < circuit.role_count(); ++role)
    words.push_back(circuit.role_begin(role + 1) - circuit.role_begin(role));
  words.push_back(circuit.node_count() - circuit.first_gate());
  for (auto node = circuit.first_gate(); node < circuit.node_count(); ++node)
    write_list(words, circuit.inputs(node));
  write_list(words, std::span(circuit.legal));
  write_list(words, std::span(circuit.next));
  write_list(words, std::span(circuit.initial));
  words.push_back(circuit.terminal);
  words.push_back(static_cast<Word>(circuit.goals.size()));
  for (const auto& goal : circuit.goals)
    words.insert(words.end(), {goal.role, static_cast<Word>(goal.value), goal.signal});
  words.push_back(static_cast<Word>(circuit.percepts.size()));
  for (const auto& each : circuit.percepts) words.insert(words.end(), {each.role, each.percept, each.signal});
  const auto sum = checksum(words);
  words.insert(words.end(), sum.begin(), sum.end());
  std::string bytes;
  bytes.reserve(words.size() * kWord);
  for (const auto word : words)
    for (std::size_t i = 0; i < kWord; ++i) bytes.push_back(static_cast<char>(word >> 8 * i & 0xff));
  return bytes;
}

Circuit from_bytes(std::string_view bytes) {
  Reader reader(unframed(bytes));
  const auto fluents = reader.count();
  const auto chance = static_cast<std::int32_t>(reader.word());
  auto moves = reader.list();
  for (auto left = reader.left(); const auto count : moves) {
    require(count <= left);
    left -= count;
  }
  Circuit circuit(fluents, std::move(moves), chance);
  read_gates(reader, circuit);
  circuit.legal = reader.list();
  circuit.next = reader.list();
  const auto initial = reader.list();
  circuit.initial.assign(initial.begin(), initial.end());
  circuit.terminal = reader.word();
  for (auto left = reader.count(); left > 0; --left) {
    const auto role = reader.word();
    const auto value = static_cast<std::int32_t>(reader.word());
    circuit.goals.push_back({role, value, reader.word()});
  }
  for (auto left = reader.count(); left > 0; --left) {
    const auto role = reader.word();
    const auto percept = reader.word();
    circuit.percepts.push_back({role, percept, reader.word()});
  }
  require(reader.left() == 0);
  circuit.playable();
  return circuit;
}

}  // namespace woodstock::circuit
