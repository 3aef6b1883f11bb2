import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import type { BlockRule } from '../../../packages/checker/src/rules/rule';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

function fixed(text: string, isUnsafe = false) {
  const { file, count } = engine.fixAll(engine.openFile(text), options, { isUnsafe });
  return { text: engine.textOf(file), count };
}

describe('Fixing all of a file', () => {
  it('applies safe fixes until none is left, in all blocks, and keeps line ends and a byte order mark', () => {
    const before =
      '\ufeffPUT /_security/api_key\r\n\r\n{ "name": "a" "expiration": "1d", }\r\n\r\n###\r\nPUT /_security/api_key\r\n\r\n{\r\n  name: "b",\r\n}\r\n';
    const after =
      '\ufeffPUT /_security/api_key\r\n\r\n{ "name": "a", "expiration": "1d" }\r\n\r\n###\r\nPUT /_security/api_key\r\n\r\n{\r\n  "name": "b"\r\n}\r\n';
    expect(fixed(before)).toEqual({ text: after, count: 4 });
    expect(fixed(after)).toEqual({ text: after, count: 0 });
  });

  it('returns the same file when there is nothing to fix', () => {
    const file = engine.openFile('GET /_search\n');
    expect(engine.fixAll(file, options).file).toBe(file);
  });

  it('leaves a guess alone unless it is asked for', () => {
    const before = 'PUT /_security/api_key\n\n{ "name": "a", "expiratio": "1d" }\n';
    expect(fixed(before)).toEqual({ text: before, count: 0 });
    expect(fixed(before, true).text).toBe('PUT /_security/api_key\n\n{ "name": "a", "expiration": "1d" }\n');
  });

  it.each([
    ['a variable', 'GET {{place}}/_cat/indices\n'],
    ['a body', 'PUT /_snapshot/a\n'],
    ['a required field', 'PUT /_snapshot/a\n\n{ "settings": { "location": "a" } }\n'],
  ])('does not add %s whose value is not known, even when asked for guesses', (_, before) => {
    const outsideNames = {
      variables: new Set<string>(),
      requests: new Set<string>(),
      isComplete: true,
      hasImports: false,
    };
    const complete = { ...options, context: { ...options.context, outsideNames } };
    const file = engine.openFile(before);
    expect(
      engine
        .check(file, complete)
        .blocks.at(0)
        ?.findings.some(({ isFixable }) => isFixable),
    ).toBe(true);
    expect(engine.textOf(engine.fixAll(file, complete, { isUnsafe: true }).file)).toBe(before);
  });

  it('keeps a body that a user has written, and adds no header field', () => {
    for (const before of ['GET /_cluster/health\n\n{ "a": 1 }\n', 'GET /repos/o/r/hooks\n']) {
      expect(fixed(before).text).toBe(before);
    }
  });

  it('does nothing about remarks, and nothing about what is switched off or ignored', () => {
    const remark = 'PUT /_security/api_key\n\n{ "name": "a" }\n';
    expect(fixed(remark, true)).toEqual({ text: remark, count: 0 });
    const ignored = 'PUT /_security/api_key\n\n# rulebook-ignore malformed-json\n{ "name": "a", }\n';
    expect(fixed(ignored).text).toBe(ignored);
    const off = { ...options, severities: { 'malformed-json': 'off' as const } };
    const file = engine.openFile('PUT /_security/api_key\n\n{ "name": "a", }\n');
    expect(engine.fixAll(file, off).count).toBe(0);
  });

  it('fixes a JSON body, and the blocks of Markdown with their indentation', () => {
    const body = engine.openBody('{ "name": "a", }', { method: 'PUT', target: '/_security/api_key', at: '' });
    expect(engine.textOf(engine.fixAll(body, options).file)).toBe('{ "name": "a" }');
    const text = '1. Text, }\n\n   ```http\n   PUT /_security/api_key\n\n   {\n     "name": "a",\n   }\n   ```\n';
    const markdown = engine.fixAll(engine.openMarkdown(text), options);
    expect(engine.textOf(markdown.file)).toBe(text.replace('"a",', '"a"'));
  });

  it('ends when fixes undo each other, and applies no two that overlap', () => {
    const toggle: BlockRule = {
      id: 'wrong-order',
      scope: 'block',
      category: 'style',
      severity: 'warning',
      since: '0.1.0',
      docs: { what: '', why: '', remedy: '' },
      block({ text }, report) {
        const at = text.search(/[ab]$/m);
        if (at < 0) return;
        const span = { start: at, end: at + 1 };
        const newText = text[at] === 'a' ? 'b' : 'a';
        const fixes = () => [{ title: 'Toggle', edits: [{ span, newText }], isSafe: true }];
        report({ message: `Not ${text[at] ?? ''}.`, span, provenance: { kind: 'syntax' }, fixes });
        report({ message: `Not ${text[at] ?? ''} either.`, span, provenance: { kind: 'syntax' }, fixes });
      },
    };
    const toggling = createEngine({ rules: [toggle] });
    const { file, count } = toggling.fixAll(toggling.openFile('GET /a'), options);
    expect(toggling.textOf(file)).toMatch(/^GET \/[ab]$/);
    expect(count).toBeLessThanOrEqual(20);
  });
});
