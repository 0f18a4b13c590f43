#include "evaluator/clauses.hpp"

#include <algorithm>
#include <set>

#include "evaluator/error.hpp"

namespace woodstock::evaluator {

namespace {

// Names with a blank: no name that was read has one.
const std::string kUniverse = "all symbols";
constexpr double kMostConjunctions = 64;  // beyond it, disjunctions become relations

using Names = std::set<std::string>;

void collect(const Expression& expression, Names& found) {
  if (expression.is_variable()) found.insert(expression.name);
  for (const auto& part : expression.parts) collect(part, found);
}

Names variables_of(const Expression& expression) {
  Names found;
  collect(expression, found);
  return found;
}

bool is_distinct(const Expression& formula) {
  return formula.name == "distinct" && formula.parts.size() == 2;
}

bool includes(const Names& all, const Names& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

void collect_symbols(const Expression& term, Names& found) {
  if (term.parts.empty() && !term.is_variable()) found.insert(term.name);
  for (const auto& part : term.parts) collect_symbols(part, found);
}

bool is_connective(const Expression& formula) {
  return formula.name == "or" || formula.name == "and" || formula.name == "not";
}

// The symbols that are arguments somewhere in a formula.
void collect_arguments(const Expression& formula, Names& found) {
  for (const auto& part : formula.parts)
    is_connective(formula) ? collect_arguments(part, found) : collect_symbols(part, found);
}

}  // namespace

Clauses::Clauses(const std::vector<Rule>& rules, Terms& terms) : terms_(terms) {
  for (const auto& rule : rules) add_rule(rule);
  if (universe_used_) add_universe(rules);
}

Id Clauses::predicate(const std::string& name, std::size_t arity) {
  const auto [found, fresh] = numbers_.try_emplace({name, arity}, static_cast<Id>(predicates.size()));
  if (fresh) predicates.push_back({name, arity});
  return found->second;
}

// The disjunctive normal form of a formula or of its negation.
std::vector<Clauses::Conjunction> Clauses::alternatives(const Expression& formula, bool positive) {
  if (formula.name == "not" && formula.parts.size() == 1) return alternatives(formula.parts[0], !positive);
  if (formula.name != "and" && formula.name != "or") return {{{formula, positive}}};
  std::vector<Conjunction> found;
  if ((formula.name == "and") != positive) {
    for (const auto& part : formula.parts)
      for (auto& each : alternatives(part, positive)) found.push_back(std::move(each));
    return found;
  }
  found.emplace_back();
  for (const auto& part : formula.parts) {
    std::vector<Conjunction> longer;
    const auto choices = alternatives(part, positive);
    for (const auto& start : found)
      for (const auto& choice : choices) {
        longer.push_back(start);
        longer.back().insert(longer.back().end(), choice.begin(), choice.end());
      }
    found = std::move(longer);
  }
  return found;
}

// How many conjunctions the disjunctive normal form has.
double Clauses::width(const Expression& formula, bool positive) {
  if (formula.name == "not" && formula.parts.size() == 1) return width(formula.parts[0], !positive);
  if (formula.name != "and" && formula.name != "or") return 1;
  const bool product = (formula.name == "and") == positive;
  double total = product ? 1 : 0;
  for (const auto& part : formula.parts)
    product ? total *= width(part, positive) : total += width(part, positive);
  return total;
}

std::vector<Clauses::Conjunction> Clauses::conjunctions(const std::vector<Expression>& body) {
  auto found = alternatives({"and", body}, true);
  for (auto& conjunction : found) {
    Conjunction once;
    for (auto& literal : conjunction)
      if (std::find(once.begin(), once.end(), literal) == once.end()) once.push_back(std::move(literal));
    conjunction = std::move(once);
  }
  return found;
}

void Clauses::add_rule(const Rule& rule) {
  auto body = rule.body;
  const auto& head = rule.head;
  if (width({"and", body}, true) > kMostConjunctions) body = split(head, body);
  for (const auto& conjunction : conjunctions(body)) add_safe(head, conjunction);
}

// The body with every disjunction replaced by an auxiliary atom whose clauses repeat what is certain.
std::vector<Expression> Clauses::split(const Expression& head, const std::vector<Expression>& body) {
  std::vector<Expression> flat;
  const auto flatten = [&flat](const auto& self, const std::vector<Expression>& formulas) -> void {
    for (const auto& each : formulas) each.name == "and" ? self(self, each.parts) : flat.push_back(each);
  };
  flatten(flatten, body);
  std::vector<Expression> plain, wide;
  for (const auto& each : flat) (width(each, true) == 1 ? plain : wide).push_back(each);
  Conjunction context;
  for (const auto& conjunction : conjunctions(plain))
    for (const auto& literal : conjunction)
      if (literal.positive) context.push_back(literal);
  auto result = plain;
  for (std::size_t place = 0; place < flat.size(); ++place) {
    const auto& formula = flat[place];
    if (width(formula, true) == 1) continue;
    Names outside = variables_of(head);
    for (std::size_t other = 0; other < flat.size(); ++other)
      if (other != place) collect(flat[other], outside);
    Variables arguments;
    for (const auto& name : variables_of(formula))
      if (outside.contains(name)) arguments.push_back(name);
    const auto atom = auxiliary(arguments);
    if (width(formula, true) > 1e5) throw EvaluationError("a formula has too many alternatives");
    for (const auto& alternative : conjunctions({formula})) {
      auto whole = context;
      whole.insert(whole.end(), alternative.begin(), alternative.end());
      add_safe(atom, whole);
    }
    result.push_back(atom);
  }
  return result;
}

void Clauses::add_safe(const Expression& head, const Conjunction& body) {
  Names bound;
  for (const auto& [formula, positive] : body)
    if (positive && !is_distinct(formula)) collect(formula, bound);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [formula, positive] : body) {
      if (positive || !is_distinct(formula)) continue;
      for (int side = 0; side < 2; ++side) {
        const auto other = variables_of(formula.parts[1 - side]);
        if (!includes(bound, variables_of(formula.parts[side])) || includes(bound, other)) continue;
        bound.insert(other.begin(), other.end());
        changed = true;
      }
    }
  }
  std::map<std::string, int> occurrences;
  Names universal;
  for (const auto& name : variables_of(head)) {
    ++occurrences[name];
    if (!bound.contains(name)) universal.insert(name);
  }
  for (const auto& literal : body)
    for (const auto& name : variables_of(literal.expression)) ++occurrences[name];
  for (const auto& [formula, positive] : body)
    for (const auto& name : variables_of(formula)) {
      const bool alone = occurrences[name] == 1 && !positive && !is_distinct(formula);
      if (!bound.contains(name) && !alone) universal.insert(name);
    }
  auto whole = body;
  for (const auto& name : universal) whole.push_back({{kUniverse, {{name, {}}}}, true});
  universe_used_ |= !universal.empty();
  add_clause(head, whole);
}

void Clauses::add_clause(const Expression& head, const Conjunction& body) {
  std::map<std::string, Id> numbers;
  Clause clause;
  clause.predicate = predicate(head.name, head.parts.size());
  for (const auto& part : head.parts) clause.head.push_back(pattern(part, numbers));
  for (const auto& [formula, positive] : body) {
    Literal literal{is_distinct(formula) ? Literal::kDistinct : Literal::kAtom, positive, kNone, {}};
    if (literal.kind == Literal::kAtom) literal.predicate = predicate(formula.name, formula.parts.size());
    for (const auto& part : formula.parts) literal.args.push_back(pattern(part, numbers));
    clause.body.push_back(std::move(literal));
  }
  clause.variables = static_cast<Id>(numbers.size());
  clauses.push_back(std::move(clause));
}

void Clauses::add_universe(const std::vector<Rule>& rules) {
  Names symbols;
  for (const auto& rule : rules) {
    collect_arguments(rule.head, symbols);
    for (const auto& formula : rule.body) collect_arguments(formula, symbols);
  }
  for (const auto& name : symbols) add_clause({kUniverse, {{name, {}}}}, {});
}

Expression Clauses::auxiliary(const Variables& arguments) {
  Expression atom{"auxiliary " + std::to_string(++auxiliaries_), {}};
  for (const auto& name : arguments) atom.parts.push_back({name, {}});
  return atom;
}

Pattern Clauses::pattern(const Expression& term, std::map<std::string, Id>& numbers) {
  if (term.is_variable())
    return {Pattern::kVariable,
            numbers.try_emplace(term.name, static_cast<Id>(numbers.size())).first->second,
            {}};
  if (term.parts.empty()) return {Pattern::kConstant, terms_.symbol(term.name), {}};
  Pattern result{Pattern::kCompound, terms_.functor(term.name, term.parts.size()), {}};
  std::vector<Id> ground;
  for (const auto& part : term.parts) {
    result.args.push_back(pattern(part, numbers));
    if (result.args.back().kind == Pattern::kConstant) ground.push_back(result.args.back().id);
  }
  if (ground.size() < result.args.size()) return result;
  return {Pattern::kConstant, terms_.intern(result.id, ground), {}};
}

}  // namespace woodstock::evaluator
