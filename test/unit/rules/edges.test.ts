import { describe, expect, it } from 'vitest';
import { bareOptions, findingsOf, strictEngine } from '../../rules/check-text';

const engine = strictEngine();

describe('findings at edges', () => {
  it('reads escaped quotes before a variable', () => {
    const text = 'PUT /_security/api_key\n\n{ "name": "say \\"{{who}}\\"" }\n';
    expect(findingsOf('malformed-json', text)).toEqual([]);
  });

  it('compares versions number by number from the left', () => {
    const text =
      '# @target 9.0\nPUT /_security/api_key\n\n{ "name": "k", "role_descriptors": { "r": { "remote_indices": [] } } }\n';
    expect(findingsOf('unsupported-version', text)).toEqual([]);
  });

  it('takes a host that only begins like the own machine for another one', () => {
    const text = 'POST /repos/o/r/hooks\n\n{ "config": { "url": "http://localhost.evil.com/" } }\n';
    expect(findingsOf('insecure-url', text)).toHaveLength(1);
  });
});

describe('quick fixes and completion', () => {
  it.each(['PUT /_security/api_key\n\n{ "expiration"true }', 'PUT /_security/api_key\n\n{j""/*\r\n'])(
    'offers for %j nothing that changes nothing or lies behind the text',
    (text) => {
      const file = engine.openFile(text);
      for (const { edits } of engine.codeActions(file, 0, { start: 0, end: text.length }, bareOptions)) {
        expect(edits.every(({ span }) => span.end <= text.length)).toBe(true);
        expect(edits.some(({ span, newText }) => text.slice(span.start, span.end) !== newText)).toBe(true);
      }
    },
  );

  it('replaces nothing backwards at the start of a path', () => {
    for (const { edit } of engine.complete(engine.openFile('/'), 0, 0, bareOptions).items) {
      expect(edit.span.start).toBeLessThanOrEqual(edit.span.end);
    }
  });
});
