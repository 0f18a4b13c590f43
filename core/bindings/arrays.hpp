// Vectors as numpy arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace woodstock::bindings {

template <typename T>
using Array = nanobind::ndarray<nanobind::numpy, const T>;

// A read-only array that keeps the object it looks into alive.
template <typename T>
Array<T> view(nanobind::handle owner, const std::vector<T>& values,
              std::initializer_list<std::size_t> shape) {
  return Array<T>(values.data(), shape, owner);
}

template <typename T>
Array<T> copied(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  nanobind::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array<T>(kept->data(), shape, owner);
}

}  // namespace woodstock::bindings
