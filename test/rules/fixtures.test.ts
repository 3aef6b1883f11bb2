import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../packages/services/src/rules';
import { joinExamples, splitExamples } from '../../tools/lib/rule-examples.mjs';
import { ruleFiles } from '../../tools/lib/rule-files.mjs';
import { annotate, expectationOf, readFixture } from './annotations';
import { checkText, type FileFinding } from './check-text';
import { examplesPath, textOfExample } from './examples';
import { describeFixes } from './fixes';

/** `UPDATE=1`, as `npm run rules` sets it, writes the annotations and the fixes as they are found, instead of comparing them. */
const isUpdate = process.env['UPDATE'] === '1';

const root = import.meta.dirname;
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const ids = rules.map(({ id }) => id);
/** Whatever these report, a sandbox takes the request. */
const advisory = new Set(rules.flatMap(({ id, isAdvice }) => (isAdvice === true ? [id] : [])));
/** The files of the rules by id. */
const files = ruleFiles(join(root, '../..'));

/** Rules that only limits of the machine, or other files, can show. */
const withoutReported = ['oversized-block', 'conflicting-variable', 'circular-import'];

const update = 'Run `npm run rules` and review what it changes.';

/** Findings of two rules at the same place with the same fix, as `rule and rule: text`. Where it happens, one of them should be silent. */
const doubles: string[] = [];

describe('the fixtures of the rules', () => {
  it('belong to rules', () => {
    const advice = 'Rename or remove these folders of test/rules. For a new rule, run `npm run rules`, which registers it.';
    expect(
      folders.filter((folder) => !ids.includes(folder)),
      advice,
    ).toEqual([]);
  });

  it.each(ids)('show examples of %s', (id) => {
    const advice = `Write test/rules/${id}/examples.http: a request under a line \`#= reported\`, and another under \`#= not reported\`. ${update}`;
    expect(existsSync(examplesPath(id)), advice).toBe(true);
    const kinds = splitExamples(readFileSync(examplesPath(id), 'utf8')).map(({ kind }) => kind);
    expect(kinds, advice).toContain('not reported');
    if (!withoutReported.includes(id)) expect(kinds, advice).toContain('reported');
  });

  describe.each(folders)('%s', (rule) => {
    const all = readdirSync(join(root, rule));
    const fixtures = all.filter((file) => /^(?:in)?valid[^.]*\.http$/.test(file));

    it('has no other files', () => {
      const known = new Set(['ruleset.yaml', ...[...fixtures, 'examples.http'].flatMap((file) => [file, fixesName(file)])]);
      const others = all.filter((file) => !known.has(file));
      if (isUpdate) for (const file of others) rmSync(join(root, rule, file));
      else expect(others, 'A fixture is named `examples.http`, `valid….http` or `invalid….http`.').toEqual([]);
    });

    if (all.includes('examples.http')) {
      it('examples.http', () => {
        const source = readFileSync(join(root, rule, 'examples.http'), 'utf8');
        const shown = splitExamples(source).map((section) => {
          if (section.kind === 'file') return { ...section, plain: section.text, findings: [] };
          const text = textOfExample(section);
          const findings = checkText(text);
          return { ...section, plain: text, text: annotated(text, findings), findings };
        });
        const fixes = shown.flatMap(({ plain, findings, kind }, index) => {
          const described = describeFixes(plain, findings);
          return described === '' ? [] : [`== example ${index + 1}, ${kind}\n\n${described}`];
        });
        compare(rule, 'examples.http', source, joinExamples(shown), fixes.join('\n'));
        for (const { kind, plain, findings } of shown) if (kind !== 'file') expectOwn(rule, plain, findings, kind);
      });
    }

    it.each(fixtures)('%s', (file) => {
      const source = readFileSync(join(root, rule, file), 'utf8');
      const { text, options, settings } = readFixture(source);
      const findings = checkText(text, options);
      compare(rule, file, source, settings + annotated(text, findings), describeFixes(text, findings));
      expectOwn(rule, text, findings, file.startsWith('invalid') ? 'reported' : 'not reported');
    });
  });

  it.each(ids)('show the quick fixes of %s', (id) => {
    const source = readFileSync(join(root, '../..', files.get(id) ?? ''), 'utf8');
    if (!/\bfixes\b/.test(source)) return;
    const names = existsSync(join(root, id)) ? readdirSync(join(root, id)).filter((name) => name.endsWith('.diff')) : [];
    const shown = names.some((name) => readFileSync(join(root, id, name), 'utf8').includes(`, ${id}: `));
    expect(shown, `No fixture in test/rules/${id} has a finding of ${id} with a quick fix; add one. ${update}`).toBe(true);
  });

  it('have no two rules that report the same and offer the same fix', () => {
    expect(doubles).toEqual([]);
  });
});

function annotated(text: string, findings: readonly FileFinding[]): string {
  return annotate(text, findings.map((finding) => expectationOf(text, finding)));
}

/** Compares a fixture and its fixes with what is found, or writes them. */
function compare(rule: string, file: string, source: string, found: string, fixes: string): void {
  const path = join(root, rule, file);
  const fixesPath = join(root, rule, fixesName(file));
  if (isUpdate) {
    writeFileSync(path, found);
    if (fixes !== '') writeFileSync(fixesPath, fixes);
    else rmSync(fixesPath, { force: true });
    return;
  }
  expect(found, update).toBe(source);
  expect(fixes, update).toBe(existsSync(fixesPath) ? readFileSync(fixesPath, 'utf8') : '');
}

function expectOwn(rule: string, text: string, findings: readonly FileFinding[], kind: string): void {
  const byFix = new Map<string, string>();
  for (const { finding, start, end } of findings) {
    for (const { edits } of finding.fixes?.() ?? []) {
      const key = JSON.stringify([start, end, edits]);
      const other = byFix.get(key) ?? finding.rule;
      if (other !== finding.rule) doubles.push(`${other} and ${finding.rule}: ${text.slice(start, end)}`);
      byFix.set(key, other);
    }
  }
  for (const { finding } of findings)
    if (advisory.has(finding.rule))
      expect([finding.severity, finding.isRefused], `${finding.rule} is only advice`).toEqual([
        expect.not.stringMatching('error'),
        undefined,
      ]);
  const own = findings.filter(({ finding }) => finding.rule === rule);
  const advice = kind === 'reported' ? `${rule} reports nothing in` : `${rule} must not report anything in`;
  expect(own.length > 0, `${advice}\n${text}`).toBe(kind === 'reported');
}

function fixesName(file: string): string {
  return file.replace(/\.http$/, '.fixes.diff');
}
