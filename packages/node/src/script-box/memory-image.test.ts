import { expect, test } from 'vitest';
import { keepMemory } from './memory-image';

const size = 4 * 1024 * 1024;

/** A memory with something at its start and behind three megabytes of zeros, which are the stack. */
function memory() {
  const buffer = new ArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  bytes.fill(1, 0, 1000);
  bytes.fill(2, 3_300_000, 3_600_000);
  return { buffer, bytes };
}

test('makes what was written what it was, on the stack from its top', () => {
  const { buffer, bytes } = memory();
  const before = bytes.slice();
  const { restore } = keepMemory({ buffer });
  bytes.fill(3, 0, 5000);
  bytes.fill(4, 2_900_000, 3_250_000);
  bytes.fill(5, 3_400_000, 3_599_000);
  restore();
  expect(Buffer.from(bytes).equals(before)).toBe(true);
});

test('does not look for what was written below a megabyte of the stack that no one has touched', () => {
  const { buffer, bytes } = memory();
  const { restore } = keepMemory({ buffer });
  bytes[300_000] = 9;
  restore();
  expect(bytes[300_000]).toBe(9);
});

test('makes zeros of what was written behind it, where that is asked', () => {
  const { buffer, bytes } = memory();
  const before = bytes.slice();
  const { clearRest } = keepMemory({ buffer });
  bytes.fill(7, 3_700_000, 3_900_000);
  clearRest();
  expect(Buffer.from(bytes).equals(before)).toBe(true);
});
