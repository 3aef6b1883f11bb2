import { describe, expect, it } from 'vitest';
import { recordOf } from '@rulebook/description/elasticsearch/schema';
import { withAddedOperations } from './added-operations';
import { withShownMembers } from './shown-members';

function schemaIn(file: string, name: string, schema: unknown): unknown {
  const tree = { components: { schemas: { [name]: schema } } };
  return recordOf(recordOf(recordOf(withShownMembers(file, tree))['components'])['schemas'])[name];
}

describe('what pages show', () => {
  it('is added to a schema, or to its parts', () => {
    const flag = { type: 'boolean' };
    expect(schemaIn('schemas/_common.mapping.yaml', 'TypeMapping', { properties: { dynamic: flag } })).toMatchObject({
      properties: { dynamic: flag, disable_objects: flag },
    });
    const property = { allOf: [{ $ref: '#/a' }, { properties: { type: {} } }] };
    expect(schemaIn('schemas/_common.mapping.yaml', 'KeywordProperty', property)).toEqual({
      allOf: [...property.allOf, { type: 'object', properties: { use_similarity: flag } }],
    });
  });

  it('takes the place of what a member is, and keeps its description', () => {
    const script = { properties: { source: { type: 'string', description: 'Its code.' } } };
    expect(schemaIn('schemas/_common.yaml', 'StoredScript', script)).toMatchObject({
      properties: { source: { type: ['string', 'object'], description: 'Its code.' } },
    });
  });

  it('is not demanded', () => {
    const prefixes = { properties: { max_chars: {}, min_chars: {} }, required: ['max_chars', 'min_chars', 'other'] };
    expect(schemaIn('schemas/_common.mapping.yaml', 'TextIndexPrefixes', prefixes)).toEqual({
      ...prefixes,
      required: ['other'],
    });
  });

  it('is nothing of other schemas', () => {
    const tree = { components: { schemas: { Other: { properties: {} } } } };
    expect(withShownMembers('schemas/_common.mapping.yaml', tree)).toEqual(tree);
    expect(withShownMembers('schemas/other.yaml', tree)).toBe(tree);
  });
});

describe('operations that the specification lacks', () => {
  const path = '/_data_stream/_modify';

  it('are added to their namespace', () => {
    const tree = withAddedOperations('namespaces/indices.yaml', { paths: { '/a': { get: {} } } });
    expect(tree).toMatchObject({ paths: { '/a': { get: {} }, [path]: { post: { parameters: [] } } } });
    expect(withAddedOperations('namespaces/ml.yaml', {})).toMatchObject({
      paths: { '/_plugins/_ml/agents/{agent_id}': { put: { parameters: [{ in: 'path', name: 'agent_id' }] } } },
    });
  });

  it('are left out where it has them', () => {
    const tree = { paths: { [path]: { post: { operationId: 'own' } } } };
    expect(withAddedOperations('namespaces/indices.yaml', tree)).toEqual(tree);
    expect(withAddedOperations('namespaces/other.yaml', tree)).toBe(tree);
  });
});
