import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/editor/**'],
    pool: 'threads',
    // Two cores are the usual machine; more workers only wait for each other.
    maxWorkers: 2,
    // Cases are bounded by counts; this only ends one that hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
