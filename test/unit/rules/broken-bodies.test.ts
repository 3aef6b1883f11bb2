import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../packages/engine/src/index';
import type { Finding, Fix } from '../../../packages/checker/src/rules/rule';
import { rules } from '../../../packages/services/src/rules';
import { applyEdits } from '../../../packages/text/src/edit';
import { readFixture } from '../../rules/annotations';
import { bareOptions, strictEngine } from '../../rules/check-text';
import { allExamples } from '../../rules/examples';
import { sampled, seed, triesOf } from '../../sample';

const cases = triesOf(2000);

const test = join(import.meta.dirname, '../..');
const examples = readdirSync(join(test, '../examples'))
  .filter((name) => name.endsWith('.http'))
  .map((name) => readFileSync(join(test, '../examples', name), 'utf8'));
const fixtures = rules.flatMap(({ id }) => {
  const folder = join(test, 'rules', id);
  const names = readdirSync(folder).filter((name) => /^valid.*\.http$/.test(name));
  return names.map((name) => readFixture(readFileSync(join(folder, name), 'utf8')).text);
});
const documented = allExamples.flatMap(({ notReported }) => notReported);
const requests = [...examples, ...fixtures, ...documented]
  .flatMap((text) => text.split(/^(?=###)/m))
  .filter((text) => /^\s*[{[]/m.test(text));

/** Mulberry32: the same numbers for the same seed. */
function numbersFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const letters = [
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '/',
  '\n',
  '\t',
  ' ',
  '0',
  '-',
  'a',
  'true',
  '/*',
  '//',
  '{{',
];

/** Breaks the body, which starts with the first line that opens a bracket, at one place. */
function broken(text: string, random: (below: number) => number): string {
  const start = text.search(/^\s*[{[]/m);
  const at = start + random(text.length - start);
  const letter = letters[random(letters.length)]!;
  switch (random(7)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + letter + text.slice(at);
    case 2:
      return text.slice(0, at) + letter + text.slice(at + 1);
    case 3:
      return text.slice(0, at + 1) + text.slice(at);
    case 4:
      return text.slice(0, at);
    case 5:
      return text.slice(0, at) + text.slice(at + 1 + random(12));
    default: {
      // The next sign of JSON, or the last one when none follows.
      const next = text.slice(at).search(/["{}[\],:]/);
      const sign = next < 0 ? text.search(/["{}[\],:][^"{}[\],:]*$/) : at + next;
      return text.slice(0, sign) + text.slice(sign + 1);
    }
  }
}

/** A text with what is found in it. */
interface Checked {
  readonly engine: Engine;
  readonly text: string;
  readonly file: ReturnType<Engine['openFile']>;
  readonly former: readonly Finding[];
}

/** Returns what is wrong with the fix, or undefined. */
function faultOf({ engine, text, file, former }: Checked, block: number, finding: Finding, { edits }: Fix) {
  const own = file.blocks.at(block)!.text;
  const before = file.blocks.slice(0, block).reduce((sum, { text }) => sum + text.length, 0);
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start);
  for (const [index, { span }] of ordered.entries()) {
    if (span.start < 0 || span.end < span.start || span.end > own.length) return 'lies outside the text';
    if (index > 0 && span.start < ordered[index - 1]!.span.end) return 'overlaps itself';
  }
  const after = applyEdits(own, edits);
  if (after === own) return 'changes nothing';
  const edited = engine.openFile(text.slice(0, before) + after + text.slice(before + own.length));
  const lengths = [...edited.blocks].map(({ text }) => text.length);
  const now = engine.check(edited, bareOptions).findings.flatMap((found, index) => {
    const start = lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
    return found.map((one) => ({ ...one, start: start + one.span.start, end: start + one.span.end }));
  });
  const errors = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === 'error').length;
  if (errors(now) > errors(former)) {
    const added = now.filter(({ message }) => !former.some((old) => old.message === message));
    return `adds an error: ${added.map(({ rule, message }) => `${rule} ${message}`).join(' ')}`;
  }
  const isAlike = ({ rule, message }: Finding) => rule === finding.rule && message === finding.message;
  // Letters before the first and behind the last changed one keep their places from either end.
  const tail = own.length - finding.span.end;
  const stays = now.find((one) => {
    const start = one.start - before;
    const end = after.length - (one.end - before);
    const isAtStart = ordered.every(({ span }) => span.start >= finding.span.start) && start === finding.span.start;
    const isAtEnd = ordered.every(({ span }) => span.end <= finding.span.end) && end === tail;
    return isAlike(one) && isAtStart && (isAtEnd || one.end - one.start === finding.span.end - finding.span.start);
  });
  return stays && now.filter(isAlike).length >= former.filter(isAlike).length ? 'leaves its finding' : undefined;
}

describe('bodies that are broken at one place', () => {
  it(`get only fixes that change the text, remove their finding and add no error ${sampled}`, () => {
    const random = numbersFrom(seed);
    const faults: string[] = [];
    let fixes = 0;
    for (let number = 0; number < cases; number++) {
      const text = broken(requests[random(requests.length)]!, random);
      const engine = strictEngine();
      const file = engine.openFile(text);
      const { findings } = engine.check(file, bareOptions);
      const checked = { engine, text, file, former: findings.flat() };
      findings.forEach((found, block) => {
        for (const finding of engine.withFixes(file, block, found, bareOptions)) {
          for (const fix of finding.fixes?.() ?? []) {
            fixes++;
            const fault = faultOf(checked, block, finding, fix);
            if (fault === undefined) continue;
            faults.push(`${finding.rule} (${finding.message}): ${fix.title} ${fault}\n${text}`);
          }
        }
      });
    }
    expect(faults).toEqual([]);
    // Otherwise the test would prove nothing.
    expect(fixes).toBeGreaterThan(cases / 10);
  });
});
