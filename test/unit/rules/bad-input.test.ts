import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix, bareOptions, checkText, strictEngine, type FileFinding } from '../../rules/check-text';
import { exampleTexts } from '../../rules/examples';
import { isSampled, sampled } from '../../sample';

const examples = exampleTexts;

/** Runs all fixes of all findings, as an editor does when the list of quick fixes is opened. */
function exercise(text: string): readonly FileFinding[] {
  const findings = checkText(text);
  for (const finding of findings) {
    expect(finding.start).toBeGreaterThanOrEqual(0);
    expect(finding.end).toBeLessThanOrEqual(text.length);
    expect(finding.start).toBeLessThanOrEqual(finding.end);
    (finding.finding.fixes?.() ?? []).forEach((fix, index) => {
      const edits = [...fix.edits].sort((a, b) => a.span.start - b.span.start);
      edits.forEach((edit, at) => expect(edit.span.start).toBeGreaterThanOrEqual(edits[at - 1]?.span.end ?? 0));
      expect(applyFix(text, finding, index)).not.toBe(text);
    });
  }
  return findings;
}

describe('bad input', () => {
  it(`survives every example cut at every place ${sampled}`, () => {
    for (const [index, text] of examples.filter(({ length }) => length < 400).entries()) {
      for (let end = 0; end < text.length; end += 7) if (isSampled(index + end)) exercise(text.slice(0, end));
    }
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void exercise(text)),
      { numRuns: 200 },
    );
  });

  it('survives any value in any place of a body', () => {
    const line = fc.constantFrom(
      'PUT /_security/api_key',
      'POST /repos/o/r/hooks',
      'PATCH /repos/o/r/hooks/1',
      'PATCH /repos/o/r/hooks/1/config',
    );
    const key = fc.constantFrom(
      'name',
      'role_descriptors',
      'r',
      'indices',
      'names',
      'config',
      'events',
      'secret',
      'url',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 1, '', '{{x}}', 'push', '*'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(line, value, fc.constantFrom(0, 2), (head, body, indent) => {
        exercise(`${head}\n\n${JSON.stringify(body, null, indent)}\n`);
      }),
      { numRuns: 300 },
    );
  });

  it('reports that a body of ten thousand brackets is too deep', () => {
    const brackets = '['.repeat(10_000);
    const found = checkText(`PUT /_security/api_key\n\n{ "metadata": ${brackets}\n`);
    expect(found.map(({ finding }) => finding.rule)).toContain('malformed-json');
  });

  it('says that a body is too large to be checked', () => {
    const text = `PUT /_security/api_key\n\n{ "name": "${'k'.repeat(16_000_100)}" }\n`;
    expect(checkText(text).map(({ finding }) => finding.rule)).toEqual(['oversized-block']);
  });
});

describe('a JSON file that is a body', () => {
  it('is checked without a word about the request line, which is not there', () => {
    const engine = strictEngine();
    const association = { method: 'PATCH', target: '/repos/o/r/hooks/abc?x=1', at: '' };
    const file = engine.openBody('{ "config": { "url": "https://example.com/" } }', association);
    const rulesFound = engine.check(file, bareOptions).findings[0]?.map(({ rule }) => rule);
    expect(rulesFound).toEqual(['dropped-secret']);
  });

  it('holds a part of the body when it says so', () => {
    const engine = strictEngine();
    const association = { method: 'PUT', target: '/_security/api_key', at: '/role_descriptors/*' };
    const file = engine.openBody('{ "cluster": "monitor" }', association);
    expect(engine.check(file, bareOptions).findings[0]?.map(({ message }) => message)).toEqual([
      '`cluster` must be an array of strings.',
    ]);
  });
});
