#include "bindings/csp.hpp"

namespace nb = nanobind;

namespace woodstock::bindings {

namespace {

nb::object from_bytes(const void* bytes, std::size_t count, bool is_signed) {
  using namespace nb::literals;
  return nb::module_::import_("builtins")
      .attr("int")
      .attr("from_bytes")(nb::bytes(bytes, count), "little", "signed"_a = is_signed);
}

}  // namespace

nb::object python_int(const stages::Natural& number) {
  return from_bytes(number.words().data(), number.words().size_bytes(), false);
}

nb::object python_int(stages::Wide number) {
  const auto value = number.get();
  return from_bytes(&value, sizeof value, true);
}

}  // namespace woodstock::bindings
