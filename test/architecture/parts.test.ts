import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { parts } from '../../scripts/test/parts.mjs';

const root = new URL('../..', import.meta.url);
const names = parts.flatMap(({ files = [] }) => files);

it('each test file is in one part of `npm test`', () => {
  const files = globSync('{test,packages,services}/**/*.test.ts', {
    cwd: root.pathname,
    ignore: ['test/editor/**', '**/node_modules/**'],
  });
  const wrong = files.filter((file) => names.filter((name) => file.startsWith(`${join('test', name)}/`)).length !== 1);
  expect(files.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

it('the files that are enough for each change, and those that take long, exist', () => {
  const quick = parts.flatMap((part) => [...(part.quick ?? []), ...(part.slow ?? [])]);
  expect(quick.length).toBeGreaterThan(0);
  expect(quick.filter((name) => globSync(`test/${name}`, { cwd: root.pathname }).length === 0)).toEqual([]);
});

it('a part waits for parts that exist and are before it', () => {
  const wrong = parts.filter(({ after = [] }, index) =>
    after.some((name) => !parts.slice(0, index).some((part) => part.name === name)),
  );
  expect(wrong).toEqual([]);
});
