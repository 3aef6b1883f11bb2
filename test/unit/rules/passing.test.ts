import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { BlockRule, Rule } from '../../../packages/checker/src/rules/rule';
import { checkBlock } from '../../../packages/checker/src/rules/runner/run-rules';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { catalogue } from '../../../packages/services/src/registry';
import { rules } from '../../../packages/services/src/rules';
import { triesOf } from '../../sample';

/** The same rules, each of which is asked about every value. */
const asking = rules.map((rule): Rule => ('passes' in rule ? { ...rule, passes: undefined } : rule));
const fixtures = join(import.meta.dirname, '../../rules');
const texts = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.http'))
  .map((name) => readFileSync(join(fixtures, name), 'utf8'));
const requests = texts.flatMap((text) => text.split(/^(?=###)/m)).filter((text) => text.includes('{'));

function check(text: string, chosen: readonly Rule[]) {
  const context = { endpoints: [], defaults: {} };
  const block = parseBlock(text);
  return checkBlock({ block, binding: bindBlock(block, context, catalogue), context, rules: chosen });
}

describe('a value that a rule passes by what is written', () => {
  it('is one about which the rule reports nothing', () => {
    expect(requests.length).toBeGreaterThan(500);
    for (const text of requests) expect(check(text, rules), text).toEqual(check(text, asking));
  });

  it('is one in an object with its keys in another order than in the one before', () => {
    const text = `PUT /_security/role/reader
Content-Type: application/json

{ "indices": [
  { "names": ["a"], "privileges": ["read"] },
  { "privileges": ["read"], "names": ["b"] },
  { "privilegs": ["read"], "names": ["c"] }
] }
`;
    const found = check(text, rules);
    expect(found).toEqual(check(text, asking));
    expect(found.map(({ rule, span: { start } }) => `${rule} ${text.slice(start, start + 12)}`)).toEqual([
      'unknown-field "privilegs":',
    ]);
  });

  it('is one in a body that was edited at random, too', () => {
    const written = fc.constantFrom(
      ...[
        '"',
        '{{a}}',
        '"{{a}}"',
        '"x{{a}}": 1,',
        '1',
        '-1',
        '1.5',
        '1e9',
        'null',
        'true',
        '{ }',
        '[]',
        '["a", "a"]',
        '',
      ],
      ...[
        '"type": "x",',
        '"name": "a",',
        '"names": ["*"],',
        '".": 1,',
        '" a "',
        '"5 days"',
        '"http://localhost"',
        '"a\\tb"',
      ],
    );
    const edit = fc.record({ at: fc.nat(), removed: fc.nat(12), newText: written });
    fc.assert(
      fc.property(fc.constantFrom(...requests), fc.array(edit, { minLength: 1, maxLength: 4 }), (request, edits) => {
        let text = request;
        for (const { at, removed, newText } of edits) {
          const start = text.indexOf('{') + (at % (text.length - text.indexOf('{') + 1));
          text = text.slice(0, start) + newText + text.slice(start + removed);
        }
        expect(check(text, rules)).toEqual(check(text, asking));
      }),
      { numRuns: triesOf(1000) },
    );
  });

  it('is nearly each: in a body that is right, no rule is asked about any', () => {
    let asked = 0;
    const counting: BlockRule = {
      id: 'counting-rule',
      scope: 'block',
      category: 'correctness',
      severity: 'error',
      since: '0.1.0',
      docs: { what: '', why: '', remedy: '' },
      passes: () => ({}),
      value: () => void asked++,
    };
    const role = '{ "cluster": ["monitor"], "indices": [{ "names": ["logs-{{team}}-*"], "privileges": ["read"] }] }';
    const body = `{ "name": "a", "expiration": "7d", "role_descriptors": { "r": ${role} }, "metadata": { "b": [1, {}] } }`;
    check(`POST /_security/api_key\n\n${body}\n`, [...rules, counting]);
    expect(asked).toBe(0);
    check(`POST /_security/api_key\n\n${body.replace('monitor', 'moniter')}\n`, [...rules, counting]);
    expect(asked).toBe(1);
  });
});
