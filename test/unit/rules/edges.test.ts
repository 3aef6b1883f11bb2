import { describe, expect, it } from 'vitest';
import { applyFix, bareOptions, checkText, findingsOf, strictEngine } from '../../rules/check-text';

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

  it.each<[url: string, isInsecure: boolean, isUnreachable: boolean]>([
    ['http://localhost', false, true],
    ['http://LOCALHOST:9000/x', false, true],
    ['http://localhost?a', false, true],
    ['http://localhost#a', false, true],
    ['http://127.1.2.3/', false, true],
    ['http://[::1]:80', false, true],
    ['https://localhost./', false, true],
    ['https://user:word@localhost/', false, true],
    ['https://hook.localhost', false, true],
    ['https://0.0.0.0:1', false, true],
    ['http://localhost.evil.example/', true, false],
    ['http://localhostile/', true, false],
    ['http://127.0.0.1.evil.example/', true, false],
    ['http://127.0.0.12345.example', true, false],
    ['https://[::1]0', false, false],
    ['https://notlocalhost/', false, false],
    ['https://example.com/@localhost/', false, false],
    ['https://example.com/?u=http://localhost', false, false],
  ])('takes %s for another machine or this one', (url, isInsecure, isUnreachable) => {
    const text = `POST /repos/o/r/hooks\n\n{ "config": { "url": "${url}" } }\n`;
    expect(findingsOf('insecure-url', text)).toHaveLength(isInsecure ? 1 : 0);
    expect(findingsOf('unreachable-url', text)).toHaveLength(isUnreachable ? 1 : 0);
  });

  it('offers the narrower operation only where nothing else would be lost', () => {
    const titlesFor = (body: string) => {
      const text = `PATCH /repos/o/r/hooks/1\n\n${body}\n`;
      return findingsOf('dropped-secret', text).flatMap(({ finding }) => finding.fixes?.().map(({ title }) => title));
    };
    const add = 'Add ‘secret’ from the variable ‘{{hook_secret}}’';
    expect(titlesFor('{ "config": { "url": "{{u}}" } }')).toEqual([add, 'Send to ‘PATCH …/config’']);
    expect(titlesFor('{ "config": { "url": "{{u}}" }, "active": true }')).toEqual([add]);
    expect(titlesFor('{ "active": true, "config": { "url": "{{u}}" } }')).toEqual([add]);
  });

  it.each<[body: string, fixed: readonly string[]]>([
    ['POST /_security/api_key?refresh=now\n\n{}\n', ['true', 'false', 'wait_for']],
    ['POST /_security/api_key?refresh=wait_fro\n\n{}\n', ['wait_for']],
  ])('offers the few known values, or the one that is meant: %j', (text, values) => {
    const [found] = findingsOf('unknown-value', text);
    const fixes = found?.finding.fixes?.() ?? [];
    expect(fixes.map(({ title }) => title)).toEqual(values.map((value) => `Change to ‘${value}’`));
    expect(found && applyFix(text, found)).toContain(`refresh=${values[0] ?? ''}\n`);
  });

  it.each([
    ['data_access_tier', 'azure', 3],
    ['storage_class', 's3', 0],
  ])('offers no long choice of values, as for %s of %s', (setting, type, count) => {
    const text = `PUT /_snapshot/r\n\n{ "type": "${type}", "settings": { "${setting}": "zzzzzzzz" } }\n`;
    const [found] = findingsOf('unknown-value', text);
    expect(found).toBeDefined();
    expect(found?.finding.fixes?.()).toHaveLength(count);
  });

  it('reads the header fields of the hub protocol, which is not a vendor', () => {
    const text = 'POST https://example.com/hook\nX-Hub-Signature-256: {{signature}}\n';
    expect(checkText(text).map(({ finding }) => finding.message)).not.toContainEqual(expect.stringContaining('Vendor'));
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

describe('a quick fix in a body with another fault', () => {
  const actionsOf = (text: string) => {
    const file = engine.openFile(text);
    return engine.codeActions(file, 0, { start: 0, end: text.length }, bareOptions);
  };

  it('is not offered when it would remove more than the member', () => {
    const text = 'PUT /logs/_ccr/follow\n\n{ "remote_cluster": "leader", "leader_index: ["logs"] }\n';
    expect(actionsOf(text).filter(({ title }) => title.startsWith('Remove'))).toEqual([]);
  });

  it('doubles backslashes and escapes tabs in one step', () => {
    const text = 'PUT /_security/api_key\n\n{ "name": "a\\q\tb" }\n';
    const fix = actionsOf(text).find(({ title }) => title === 'Double the backslashes');
    expect(fix?.edits[0]?.newText).toBe('"a\\\\q\\tb"');
  });
});
