import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../engine/src/rules/rules';
import { annotate, expectationOf, readFixture } from './annotations';
import { findingsOf, fixAll } from './check-text';

const root = import.meta.dirname;
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Rules that only limits of the machine can show. */
const withoutFixture = ['oversized-block'];

describe('the fixtures of the rules', () => {
  it('belong to rules, and every rule has some', () => {
    const ids = rules.map(({ id }) => id);
    expect(folders.filter((folder) => !ids.includes(folder))).toEqual([]);
    expect(ids.filter((id) => !folders.includes(id) && !withoutFixture.includes(id))).toEqual([]);
  });

  describe.each(folders)('%s', (rule) => {
    const files = readdirSync(join(root, rule)).filter((file) => !file.endsWith('.fixed.http'));
    it('shows both kinds', () => {
      expect(files.some((file) => file.startsWith('valid'))).toBe(true);
      expect(files.some((file) => file.startsWith('invalid'))).toBe(true);
    });
    it.each(files)('%s', (file) => {
      const source = readFileSync(join(root, rule, file), 'utf8');
      const { text, expected } = readFixture(source);
      const found = findingsOf(rule, text).map((finding) => expectationOf(text, finding));
      expect(annotate(text, found)).toBe(source);
      expect(expected.length > 0).toBe(file.startsWith('invalid'));
      const fixedPath = join(root, rule, file.replace('.http', '.fixed.http'));
      const fixed = fixAll(rule, text);
      if (existsSync(fixedPath)) expect(fixed).toBe(readFileSync(fixedPath, 'utf8'));
      else expect(fixed, 'a fix without a fixture').toBe(text);
    });
  });
});
