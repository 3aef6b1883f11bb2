import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Files of the extension that only make words ask the editor for them.
  resolve: { alias: { vscode: join(import.meta.dirname, 'test/unit/client/vscode.ts') } },
  test: {
    include: ['{test,packages,services}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/editor/**'],
    pool: 'threads',
    // The engine is loaded once in each thread, not once for each file: no test leaves anything behind.
    isolate: false,
    // `npm test -- --watch` for tests that start the bundles: a build runs them again.
    ...(process.env.RULEBOOK_WATCHES_BUNDLES && { forceRerunTriggers: ['**/dist/server.js'] }),
    // Two cores are the usual machine; more workers only wait for each other.
    maxWorkers: 2,
    // Cases are bounded by counts; this only ends one that hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
