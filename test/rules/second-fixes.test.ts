import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFixture } from './annotations';
import { applyFix, findingsOf } from './check-text';

/** What the fixes behind the first one make of a text; the first ones are held by the fixtures. */
const cases: readonly (readonly [rule: string, fix: number, text: string, result: string])[] = [
  [
    'dropped-secret',
    1,
    'PATCH /repos/o/r/hooks/1\n\n{ "config": { "content_type": "json" } }\n',
    'PATCH /repos/o/r/hooks/1/config\n\n{ "content_type": "json" }\n',
  ],
  [
    'misplaced-query-parameter',
    1,
    'GET /repos/o/r/hooks/1/deliveries?page=2&per_page=5\n',
    'GET /repos/o/r/hooks/1/deliveries?per_page=5\n',
  ],
  [
    'removed-secret',
    1,
    'POST /repos/o/r/hooks\n\n{ "config": { "secret": "{{s}}" } }\n\n###\nPATCH /repos/o/r/hooks/1\n\n{ "config": { "content_type": "json" } }\n',
    'POST /repos/o/r/hooks\n\n{ "config": { "secret": "{{s}}" } }\n\n###\nPATCH /repos/o/r/hooks/1/config\n\n{ "content_type": "json" }\n',
  ],
  ['undocumented-method', 1, 'PATCH /_security/api_key\n\n{ "name": "k" }\n', 'POST /_security/api_key\n\n{ "name": "k" }\n'],
  [
    'unknown-field',
    1,
    'PUT /_security/api_key\n\n{ "nam": "k", "expiration": "7d" }\n',
    'PUT /_security/api_key\n\n{ "expiration": "7d" }\n',
  ],
  ['unknown-query-parameter', 1, 'GET /repos/o/r/hooks?pag=2&per_page=5\n', 'GET /repos/o/r/hooks?per_page=5\n'],
  [
    'unknown-value',
    2,
    'PUT /_security/api_key?refresh=now\n\n{ "name": "k" }\n',
    'PUT /_security/api_key?refresh=wait_for\n\n{ "name": "k" }\n',
  ],
];

describe('fixes behind the first one', () => {
  it.each(cases)('%s', (rule, fix, text, result) => {
    const [finding] = findingsOf(rule, text);
    expect(finding && applyFix(text, finding, fix)).toBe(result);
  });

  it('are tried for each rule that has some', () => {
    const root = import.meta.dirname;
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const withSeveral = folders.filter(({ name }) =>
      readdirSync(join(root, name))
        .filter((file) => file.startsWith('invalid') && !file.endsWith('.fixed.http'))
        .map((file) => readFixture(readFileSync(join(root, name, file), 'utf8')).text)
        .some((text) => findingsOf(name, text).some(({ finding }) => (finding.fixes?.() ?? []).length > 1)),
    );
    expect(withSeveral.map(({ name }) => name)).toEqual([...new Set(cases.map(([rule]) => rule))]);
  });
});
