import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareOptions, strictEngine } from '../../rules/check-text';
import { plainFindings } from './plain-findings';
import { exampleTexts } from '../../rules/examples';
import { triesOf } from '../../sample';

const folder = join(import.meta.dirname, '../../../examples');
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.http'))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/^(?=###)/m));
const requests = [...examples, ...exampleTexts.map((text) => `###\n${text}`)];

const insertion = fc.constantFrom(
  ...['', '"', '{', '}', '[', ']', ',', ':', '\n', '\r\n', '\t', '/', '*', '.', '?', '&', '=', '#', '//', '/*', '*/'],
  ...['{{', '}}', '{{a}}', '"""', '\\', '1', '-1', '1e999', 'null', 'true', '_', '"a": 1,', '{ }', '###\n', 'GET /a\n'],
  ...['# @name a\n', '@a = 1\n', '< ./a.json\n', 'HTTP/1.1 200 OK\n\n', '> {% %}\n', '\u{1F389}', '\uFEFF', '\u0000'],
);
const edit = fc.record({ at: fc.nat(2000), removed: fc.oneof(fc.nat(3), fc.nat(200)), newText: insertion });
const file = fc.array(fc.constantFrom(...requests), { minLength: 1, maxLength: 5 }).map((texts) => texts.join('\n'));

function positionOf(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines[lines.length - 1]!.length };
}

describe('an example that is edited at random', () => {
  it('makes nothing throw, and has the findings of a file that was opened with that text', () => {
    fc.assert(
      fc.property(file, fc.array(edit, { minLength: 1, maxLength: 6 }), (start, edits) => {
        const engine = strictEngine();
        let text = start;
        let current = engine.openFile(text);
        engine.check(current, bareOptions);
        for (const { at, removed, newText } of edits) {
          const from = at % (text.length + 1);
          const to = Math.min(from + removed, text.length);
          // A position between \r and \n cannot be said in lines and columns.
          if (text.slice(from - 1, from + 1) === '\r\n' || text.slice(to - 1, to + 1) === '\r\n') continue;
          current = engine.editFile(current, [{ start: positionOf(text, from), end: positionOf(text, to), newText }]);
          text = text.slice(0, from) + newText + text.slice(to);
          const report = engine.check(current, bareOptions);
          const found = plainFindings(report);
          expect(plainFindings(engine.check(current, bareOptions))).toEqual(found);
          const fresh = strictEngine();
          expect(found).toEqual(plainFindings(fresh.check(fresh.openFile(text), bareOptions)));
          [...current.blocks].forEach((block, index) => {
            const offset = at % (block.text.length + 1);
            for (const { span } of found[index] ?? []) expect(span.end).toBeLessThanOrEqual(block.text.length);
            for (const { fixes } of engine.withFixes(current, index, report.findings[index] ?? [], bareOptions))
              fixes?.();
            engine.hover(current, index, offset, bareOptions);
            engine.complete(current, index, offset, bareOptions);
            engine.symbols(current, index);
            engine.folding(current, index);
            engine.plan(current, index, bareOptions);
          });
        }
      }),
      { numRuns: triesOf(100) },
    );
  });

  it('gives a finding only once', () => {
    for (const text of requests) {
      const engine = strictEngine();
      for (const found of engine.check(engine.openFile(text), bareOptions).findings) {
        const reported = found.map(({ rule, message, span }) => JSON.stringify([rule, message, span]));
        expect(new Set(reported).size).toBe(reported.length);
      }
    }
  });
});
