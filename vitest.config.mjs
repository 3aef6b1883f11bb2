import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/editor/**'],
    pool: 'threads',
    // Two cores are the usual machine; more workers only wait for each other.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
