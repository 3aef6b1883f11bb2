import { describe, expect, it } from 'vitest';
import { generallyCorrected } from './general';

/** Returns a schema of a file as it is compiled. */
function schemaIn(file: string, schema: unknown): unknown {
  const tree = { components: { schemas: { Part: schema } } };
  const changed = generallyCorrected(file, tree) as typeof tree;
  return changed.components.schemas.Part;
}

const text = { type: 'string' };

describe('what holds of many schemas', () => {
  it('opens those of plugins, also within, where they say nothing of others', () => {
    const schema = {
      properties: {
        a: { items: { properties: { b: text } } },
        closed: { properties: { c: text }, additionalProperties: false },
        one: { properties: { d: text }, maxProperties: 1 },
        map: { additionalProperties: text },
      },
    };
    expect(schemaIn('schemas/ml._common.yaml', schema)).toEqual({
      ...schema,
      properties: {
        ...schema.properties,
        a: { items: { properties: { b: text }, additionalProperties: true } },
      },
      additionalProperties: true,
    });
    expect(schemaIn('schemas/security._common.yaml', schema)).toEqual(schema);
    expect(schemaIn('schemas/_core.search.yaml', schema)).toEqual(schema);
  });

  it('opens bodies of their operations', () => {
    const body = { content: { 'application/json': { schema: { properties: { a: text } } } } };
    const tree = { components: { requestBodies: { 'ml.train': body } } };
    expect(generallyCorrected('namespaces/ml.yaml', tree)).toEqual({
      components: {
        requestBodies: {
          'ml.train': {
            content: { 'application/json': { schema: { properties: { a: text }, additionalProperties: true } } },
          },
        },
      },
    });
  });

  it('demands no parameter of a part of analysis but its type', () => {
    const schema = { properties: { type: text, mode: text }, required: ['mode', 'type'] };
    expect(schemaIn('schemas/_common.analysis.yaml', schema)).toEqual({
      ...schema,
      required: ['type'],
      additionalProperties: true,
    });
    const other = { properties: { mode: text }, required: ['mode'] };
    expect(schemaIn('schemas/_common.analysis.yaml', other)).not.toHaveProperty('required');
  });

  it('counts the members that a part lists', () => {
    const base = { properties: { text } };
    const kinds = { properties: { term: {}, phrase: {} } };
    const allOf = (part: object) => ({ allOf: [base, { ...kinds, ...part }] });
    expect(schemaIn('schemas/_core.search.yaml', allOf({ minProperties: 1, maxProperties: 1 }))).toEqual(
      allOf({ oneOf: [{ required: ['term'] }, { required: ['phrase'] }] }),
    );
    expect(schemaIn('schemas/_core.search.yaml', allOf({ maxProperties: 1 }))).toEqual(
      allOf({ allOf: [{ not: { required: ['term', 'phrase'] } }] }),
    );
    const alone = { ...kinds, minProperties: 1, maxProperties: 1 };
    expect(schemaIn('schemas/_core.search.yaml', alone)).toEqual(alone);
    expect(schemaIn('schemas/_core.search.yaml', allOf({ maxProperties: 3 }))).toEqual(allOf({ maxProperties: 3 }));
  });

  it('is nothing where a file has another form', () => {
    for (const tree of [{}, { components: 3 }, { components: { schemas: [] } }])
      expect(() => generallyCorrected('schemas/ml._common.yaml', tree)).not.toThrow();
  });
});
