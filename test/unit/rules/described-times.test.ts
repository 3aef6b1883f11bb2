import { describe, expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';
import { contextOfText, findingsBy } from './own-description';

const description = `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a:
    post:
      parameters: [ { name: at, in: query, schema: { type: string, format: date-time } } ]
      requestBody: { content: { application/json: { schema: { type: object, properties: { at: { type: string, format: date-time } } } } } }
`;
const inBody = (at: string) => `POST /a\nContent-Type: application/json\n\n{"at":"${at}"}`;
const wrong = 'warning malformed-value: `at` must have a colon in its offset: `+02:00`, not `+0200`.';

describe('the offset of a time that is described as `date-time`', () => {
  it('has a colon, as RFC 3339 says', () => {
    expect(findingsBy(description, inBody('2026-01-02T03:04:05+0200'))).toEqual([wrong]);
    expect(findingsBy(description, inBody('2026-01-02T03:04:05.000+0200'))).toEqual([wrong]);
    expect(findingsBy(description, 'POST /a?at=2026-01-02T03:04:05%2B0200')).toEqual([wrong]);
    expect(findingsBy(description, inBody('2026-01-02T03:04:05+02:00'))).toEqual([]);
    expect(findingsBy(description, 'POST /a?at=2026-01-02T03:04:05%2B02:00')).toEqual([]);
  });

  it('is not asked for in what servers are known to accept', () => {
    for (const at of ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05', '2026-01-02', '2026-01-02T03:04:05{{zone}}'])
      expect(findingsBy(description, `@zone = +0200\n${inBody(at)}`)).toEqual([]);
  });

  it.each([inBody('2026-01-02T03:04:05+0200'), 'POST /a?at=2026-01-02T03:04:05%2B0200'])(
    'gets it by the fix: %s',
    (request) => {
      const text = `# @endpoint own\n${request}\n`;
      const [one] = checkText(text, { context: contextOfText(description), severities: {} });
      const [edit] = one?.finding.fixes?.()[0]?.edits ?? [];
      const fixed = edit && text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end);
      expect(fixed).toBe(text.replace('0200', '02:00'));
    },
  );
});
