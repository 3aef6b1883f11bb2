import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import { applyEdits } from '../../../packages/text/src/edit';

const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

/** Returns the text after the rule is ignored at its first finding, or undefined where that is not offered. */
function ignoring(text: string, rule: string): string | undefined {
  const file = engine.openFile(text);
  const findings = engine.check(file, options).findings;
  const block = findings.findIndex((list) => list.some((finding) => finding.rule === rule));
  const finding = findings[block]?.find((one) => one.rule === rule);
  if (!finding) throw new Error(`There is no finding of ${rule}.`);
  const action = engine.ignoreActions(file, block, finding.span, options).find((one) => one.rule === rule);
  if (!action) return undefined;
  const before = file.blocks.slice(0, block).reduce((sum, { text: each }) => sum + each.length, 0);
  return applyEdits(
    text,
    action.edits.map(({ span, newText }) => ({
      span: { start: span.start + before, end: span.end + before },
      newText,
    })),
  );
}
const rulesIn = (text: string): readonly string[] =>
  engine.check(engine.openFile(text), options).findings.flatMap((list) => list.map(({ rule }) => rule));

describe('Ignore here', () => {
  it.each([
    ['in the request line', '### a\nPATCH /_security/api_key\n', 'undocumented-method'],
    ['in a body', 'PUT /_security/api_key\n\n{\n\t"name": 5\n}\n', 'wrong-type'],
    ['in a console body', 'PUT /_security/api_key\n{\n  "name": 5\n}\n', 'wrong-type'],
    ['with other line ends', 'PUT /_security/api_key\r\n\r\n{\r\n  "name": 5\r\n}\r\n', 'wrong-type'],
    [
      'below a comment of another rule',
      '# rulebook-ignore empty-list\nPATCH /_security/api_key\n',
      'undocumented-method',
    ],
    ['in a comment', '# @name a\nGET /x\n\n###\n# @name a\nGET /y\n', 'duplicate-name'],
    [
      'in a response',
      'PUT /_security/api_key\n\n{ "name": "k" }\n\nHTTP/1.1 200 OK\n\n{ "id": 5 }\n',
      'mismatched-response',
    ],
  ])('is done %s', (_, text, rule) => {
    const after = ignoring(text, rule);
    expect(after).toContain(rule);
    expect(after?.replace(/[^\n]*rulebook-ignore[^\n]*\n/, '').length).toBeLessThanOrEqual(text.length);
    expect(rulesIn(after ?? '')).not.toContain(rule);
  });

  it('is one comment for findings of one rule on one line', () => {
    const text = 'PUT /_security/api_key\n\n{ "name": 5, "expiration": 5 }\n';
    expect(rulesIn(text).filter((rule) => rule === 'wrong-type')).toHaveLength(2);
    expect(rulesIn(ignoring(text, 'wrong-type') ?? '')).not.toContain('wrong-type');
  });
});
