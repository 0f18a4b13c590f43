// Rules as they are written: the text of a rulesheet (KIF, one `(<= head body...)` or fact after the other)
// as trees. The reader expects what WoodStock itself has read and printed, so it complains briefly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace woodstock::evaluator {

// A list `(name parts...)`, or a name alone; names of variables begin with `?`.
struct Expression {
  std::string name;
  std::vector<Expression> parts;
  bool is_variable() const { return parts.empty() && name.size() > 1 && name[0] == '?'; }
  friend bool operator==(const Expression&, const Expression&) = default;
};

struct Rule {
  Expression head;
  std::vector<Expression> body;
};

std::vector<Rule> read_rules(std::string_view text);

}  // namespace woodstock::evaluator
