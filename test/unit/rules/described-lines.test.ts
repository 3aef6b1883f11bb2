import { describe, expect, it } from 'vitest';
import {
  compiledFormat,
  type CompiledDescription,
  type CompiledOperation,
} from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { packDescription, unpackDescription } from '../../../packages/description/src/packed';
import type { CheckContext } from '../../../packages/engine/src/index';
import { labelsAt } from '../features/check-feature';
import { applyFix, checkText } from '../../rules/check-text';
import { findingsIn } from './check-described';

const row = { type: 'object', name: 'row', fields: [{ name: 'count', shape: { type: 'integer' } }] } as const;

function operation(method: string, path: string, body: CompiledOperation['body']): CompiledOperation {
  return { id: `${method} ${path}`, title: path, methods: [method], path, ...(body && { body }) };
}

function contextOf(operations: readonly CompiledOperation[], isPacked = false): CheckContext {
  const compiled: CompiledDescription = {
    format: compiledFormat,
    source: 'OpenAPI 3.1',
    title: 'Rows',
    version: '1',
    operations,
    shapes: [],
    problems: [],
  };
  const read = isPacked ? unpackDescription(packDescription(compiled).join('\n'))?.description : compiled;
  return {
    endpoints: [{ name: 'rows', service: 'rows', baseUrl: 'https://rows.example' }],
    defaults: {},
    services: [createDescribedService(read ?? compiled, { id: 'rows' })],
  };
}

const lines = operation('POST', '/tables/{table}/rows', { lines: [row] });

function found(context: CheckContext, request: string): readonly string[] {
  return checkText(`# @endpoint rows\n${request}\n`, { context, severities: {} })
    .filter(({ finding }) => finding.severity === 'warning' || finding.severity === 'error')
    .map(({ finding: { rule } }) => rule);
}

describe('a described body of lines without a media type', () => {
  it.each([false, true])('is read line by line (packed: %s)', (isPacked) => {
    const context = contextOf([lines], isPacked);
    expect(found(context, 'POST /tables/a/rows\n\n{ "count": 1 }\n{ "count": 2 }')).toEqual([]);
    expect(found(context, 'POST /tables/a/rows\n\n{ "count": 1 }\n{ "cuont": 2 }\n{ "count": "x" }')).toEqual([
      'unknown-field',
      'wrong-type',
    ]);
    expect(labelsAt('# @endpoint rows\nPOST /tables/a/rows\n\n{ "count": 1 }\n{ <|> }', context)).toEqual(['count']);
  });

  it('is inserted with each of its lines', () => {
    const context = contextOf([operation('POST', '/pairs', { lines: [row, row], required: true })]);
    const text = '# @endpoint rows\nPOST /pairs\n';
    const missing = checkText(text, { context, severities: {} }).find(({ finding }) => finding.rule === 'missing-body');
    expect(applyFix(text, missing!)).toBe('# @endpoint rows\nPOST /pairs\n\n{}\n{}\n');
  });

  it('is one value where another operation of such a path takes one', () => {
    const whole = operation('PUT', '/rows', { shape: row });
    expect(found(contextOf([lines, whole]), 'PUT /rows\n\n{\n  "count": 1\n}')).toEqual([]);
  });

  it('is one value where the operation takes either', () => {
    const either = operation('POST', '/rows', { shape: row, lines: [row] });
    expect(found(contextOf([either]), 'POST /rows\nContent-Type: application/json\n\n{\n  "count": 1\n}')).toEqual([]);
  });
});

describe('several values for an operation', () => {
  const lines = '{"a":1}\n{"b":2}';
  it.each([
    ['that takes a file', ['application/octet-stream'], []],
    ['that takes lines or a file', ['application/x-ndjson', 'text/plain'], []],
    ['that takes one value', ['application/json'], ['error malformed-json: Expected the end of the body.']],
  ])('%s', (_, mediaTypes, expected) => {
    const shape = mediaTypes.includes('application/json') ? { shape: { type: 'object', isOpen: true } as const } : {};
    expect(findingsIn({ body: { mediaTypes, ...shape } }, lines)).toEqual(expected);
  });
});
