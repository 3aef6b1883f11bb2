import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../engine/src/rules/rules';
import { annotate, expectationOf, readFixture } from './annotations';
import { checkText } from './check-text';
import { describeFixes } from './fixes';

/** `UPDATE=1` writes the annotations and the fixes as they are found, instead of comparing them. */
const isUpdate = process.env['UPDATE'] === '1';

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
    const all = readdirSync(join(root, rule));
    const files = all.filter((file) => /^(?:in)?valid[^.]*\.http$/.test(file));

    it('shows both kinds, and nothing else', () => {
      expect(files.some((file) => file.startsWith('valid'))).toBe(true);
      expect(files.some((file) => file.startsWith('invalid'))).toBe(true);
      const known = new Set(files.flatMap((file) => [file, fixesName(file)]));
      const others = all.filter((file) => !known.has(file));
      if (isUpdate) for (const file of others) rmSync(join(root, rule, file));
      else expect(others).toEqual([]);
    });

    it.each(files)('%s', (file) => {
      const path = join(root, rule, file);
      const source = readFileSync(path, 'utf8');
      const { text, options, settings } = readFixture(source);
      const findings = checkText(text, options);
      const annotated = settings + annotate(text, findings.map((finding) => expectationOf(text, finding)));
      const fixes = describeFixes(text, findings);
      const fixesPath = join(root, rule, fixesName(file));
      if (isUpdate) {
        writeFileSync(path, annotated);
        if (fixes !== '') writeFileSync(fixesPath, fixes);
        else rmSync(fixesPath, { force: true });
      } else {
        expect(annotated).toBe(source);
        expect(fixes).toBe(existsSync(fixesPath) ? readFileSync(fixesPath, 'utf8') : '');
      }
      const own = findings.filter(({ finding }) => finding.rule === rule);
      expect(own.length > 0, `findings of ${rule}`).toBe(file.startsWith('invalid'));
    });
  });
});

function fixesName(file: string): string {
  return file.replace(/\.http$/, '.fixes.diff');
}
