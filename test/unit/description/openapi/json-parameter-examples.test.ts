import { describe, expect, it } from 'vitest';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';

/** Returns the example of a parameter of the query that is JSON. */
function exampleOf(parameter: object, media: object): string | undefined {
  const described = { name: 'f', in: 'query', ...parameter, content: { 'application/json': media } };
  const { operations } = compileOpenApi({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { parameters: [described] } } },
  });
  return operations[0]?.query?.[0]?.example;
}

describe('the example of a parameter that is JSON', () => {
  it('is JSON, wherever the description has it', () => {
    const schema = { type: 'object' };
    expect(exampleOf({ example: { w: 1 } }, { schema })).toBe('{"w":1}');
    expect(exampleOf({}, { schema, example: { w: 1 } })).toBe('{"w":1}');
    expect(exampleOf({}, { schema, examples: { a: { value: { w: 1 } } } })).toBe('{"w":1}');
    expect(exampleOf({}, { schema, example: '{"w":1}' })).toBe('{"w":1}');
    expect(exampleOf({}, { schema: { type: 'string' }, example: 'abc' })).toBe('"abc"');
  });
});
