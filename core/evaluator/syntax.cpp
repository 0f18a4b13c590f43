#include "evaluator/syntax.hpp"

#include "evaluator/error.hpp"

namespace woodstock::evaluator {

namespace {

constexpr int kMostDepth = 2000;  // of nested lists: reading recurs

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ == text_.size();
  }

  Expression read(int depth = 0) {
    if (at_end()) throw EvaluationError("the rules end inside a list");
    if (depth > kMostDepth) throw EvaluationError("the rules are nested too deep");
    if (text_[at_] != '(') return {word(), {}};
    ++at_;
    Expression list;
    bool named = false;
    while (!at_end() && text_[at_] != ')') {
      if (!named) {
        if (text_[at_] == '(') throw EvaluationError("a list in the rules has no name");
        list.name = word();
        named = true;
      } else {
        list.parts.push_back(read(depth + 1));
      }
    }
    if (at_end()) throw EvaluationError("the rules end inside a list");
    ++at_;
    return list;
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  std::string word() {
    const auto start = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '(' && text_[at_] != ')') ++at_;
    if (at_ == start) throw EvaluationError("a bracket in the rules has no partner");
    return std::string(text_.substr(start, at_ - start));
  }
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Rule> read_rules(std::string_view text) {
  std::vector<Rule> rules;
  Reader reader(text);
  while (!reader.at_end()) {
    auto read = reader.read();
    if (read.name != "<=") {
      rules.push_back({std::move(read), {}});
    } else if (read.parts.empty()) {
      throw EvaluationError("a rule has no head");
    } else {
      Rule rule{std::move(read.parts[0]), {}};
      rule.body.assign(std::make_move_iterator(read.parts.begin() + 1),
                       std::make_move_iterator(read.parts.end()));
      rules.push_back(std::move(rule));
    }
  }
  return rules;
}

}  // namespace woodstock::evaluator
