#!/usr/bin/env bash
# The core and its C++ tests compiled for 64-bit ARM; run by qemu-aarch64 where that is installed.
# Debian: apt-get install g++-aarch64-linux-gnu qemu-user
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v aarch64-linux-gnu-g++ > /dev/null; then
  echo "no aarch64-linux-gnu-g++: install g++-aarch64-linux-gnu" >&2
  exit 1
fi
cmake --preset arm > /dev/null
cmake --build --preset arm "$@"
if command -v qemu-aarch64 > /dev/null; then
  ctest --preset arm
else
  echo "no qemu-aarch64: compiled, not run (install qemu-user)"
fi
