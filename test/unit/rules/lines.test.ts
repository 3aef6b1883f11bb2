import { describe, expect, it } from 'vitest';
import type { CompiledBody } from '../../../packages/description/src/compiled';
import { createEngine } from '../../../packages/engine/src/index';
import { contextOf, findingsInText } from './check-described';

const body: CompiledBody = {
  lines: [
    { type: 'object', name: 'header', fields: [{ name: 'index', shape: { type: 'string' } }] },
    {
      type: 'object',
      name: 'search',
      fields: [
        { name: 'size', shape: { type: 'integer' } },
        { name: 'query', shape: { type: 'any' } },
      ],
    },
  ],
};

function requestWith(...lines: readonly string[]): string {
  return `# @endpoint things\nPOST /things\nContent-Type: application/x-ndjson\n\n${lines.join('\n')}\n`;
}

describe('a body of lines that repeat a pattern', () => {
  it.each([
    [['{ "index": "a" }', '{ "size": 1 }', '{}', '{ "size": 2 }'], []],
    [
      ['{ "index": 1 }', '{ "size": "x" }'],
      ['warning wrong-type: `index` must be a string.', 'warning wrong-type: `size` must be an integer.'],
    ],
    [['{}', '{ "size": 1 }', '', '{ "size": 2 }'], []],
    [
      ['{ "index": "a" }', '{ "size": 1 }', '{ "index": "b" }'],
      ['warning missing-document: The line that belongs to this one is missing; write it on the next line.'],
    ],
    [['{ "index": "a" }', '{{search}}', '{ "size": 1 }'], []],
    [['{ "index": "a" }', '{ "siz": 1 }'], ['unknown-field']],
  ])('%j', (lines, expected) => {
    const found = findingsInText({ body }, requestWith(...lines));
    expect(found.map((one) => (one.includes('unknown-field') ? 'unknown-field' : one))).toEqual(expected);
  });

  it('may be plain documents', () => {
    const documents = {
      lines: [{ type: 'object', name: 'event', fields: [{ name: 'at', shape: { type: 'integer' } }] }],
    } as const;
    expect(findingsInText({ body: documents }, requestWith('{ "at": 1 }', '{ "at": "x" }', '{ "at": 2 }'))).toEqual([
      'warning wrong-type: `at` must be an integer.',
    ]);
  });

  it('is completed and described line by line', () => {
    const engine = createEngine();
    const options = { context: contextOf({ body }), severities: {} };
    const text = requestWith('{ "index": "a" }', '{ "si": 1 }');
    const file = engine.openFile(text);
    const labels = (offset: number) => engine.complete(file, 0, offset, options).items.map(({ label }) => label);
    expect(labels(text.indexOf('si') + 1)).toContain('size');
    expect(labels(text.indexOf('si') + 1)).not.toContain('index');
    expect(labels(text.indexOf('index') + 1)).toContain('index');
    expect(engine.hover(file, 0, text.indexOf('index') + 1, options)?.markdown).toContain('string');
  });
});
