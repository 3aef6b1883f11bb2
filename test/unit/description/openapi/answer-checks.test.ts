import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/index';
import { createDescribedService } from '../../../../packages/description/src/described-service';
import { compileOpenApi } from '../../../../packages/description/src/openapi/compile';

const engine = createEngine();
type Schema = Readonly<Record<string, unknown>>;

const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };

/** Checks a response by the schemas of its media types, and returns what is found. */
function found(body: unknown, schemas: Readonly<Record<string, Schema>> | Schema[], file?: string): readonly string[] {
  const byType = Array.isArray(schemas) ? { 'application/json': { anyOf: schemas } } : schemas;
  const content = Object.fromEntries(Object.entries(byType).map(([type, schema]) => [type, { schema }]));
  const service = createDescribedService(
    compileOpenApi({
      openapi: '3.0.3',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { operationId: 'list', responses: { 200: { description: 'All', content } } } } },
    }),
    { id: 'pets', ...(file !== undefined && { file }) },
  );
  const context = { endpoints: [], defaults: {}, services: [service] };
  return engine
    .checkAnswer(`HTTP/1.1 200 OK\n\n${JSON.stringify(body)}\n`, 'pets.list', { context, severities: {} })
    .map(({ message }) => message.replace(/ is described.*|, which is.*/, ''));
}

describe('a response of several alternatives', () => {
  const person = object({ login: text, name: text }, ['login', 'name']);
  const company = object({ slug: text, name: text }, ['slug', 'name']);

  it('fits when it is one of them', () => {
    expect(found({ login: 'a', name: 'b' }, [person, company])).toEqual([]);
    expect(found({ slug: 'a', name: 'b' }, [person, company])).toEqual([]);
  });

  it('lacks only what all of them require', () => {
    expect(found({ login: 'a' }, [person, company])).toEqual(['The response lacks `name`']);
    expect(found({ login: 'a', slug: 'b' }, [person, company])).toEqual(['The response lacks `name`']);
    expect(found({ name: 'a' }, [person, company])).toEqual([]);
  });

  it('is not compared with what another one says about a member', () => {
    const reviewed = object({ id: text, reviewer: object({ kind: text }, ['kind']) }, ['id']);
    const plain = object({ id: text }, ['id']);
    expect(found({ id: 'a', reviewer: {} }, [reviewed, plain])).toEqual([]);
    expect(found({ id: 'a', reviewer: {} }, [reviewed])).toEqual(['The response lacks `kind`']);
  });

  it('is compared once with each, however deep they are in each other', () => {
    const nested = (depth: number): Schema =>
      depth === 0
        ? person
        : { anyOf: [object({ in: nested(depth - 1) }, ['in']), object({ in: nested(depth - 1) }, ['in'])] };
    const value = (depth: number): unknown => (depth === 0 ? { login: 'a' } : { in: value(depth - 1) });
    expect(found(value(7), [nested(7)])).toEqual(['The response lacks `name`']);
  });

  it('may be that of a media type of a vendor', () => {
    const file = object({ type: { enum: ['file'] }, content: text }, ['type', 'content']);
    const folder = object({ type: { enum: ['folder'] }, entries: { type: 'array' } }, ['type', 'entries']);
    const schemas = { 'application/json': file, 'application/vnd.acme.tree': folder, 'application/vnd.acme.raw': text };
    expect(found({ type: 'folder', entries: [] }, schemas)).toEqual([]);
    expect(found({ type: 'folder' }, schemas)).toEqual(['The response lacks `entries`']);
    expect(found({ type: 'file' }, schemas)).toEqual(['The response lacks `content`']);
  });
});

describe('a member of a response that is not described', () => {
  it('is meant for another one only if that one must be present', () => {
    expect(found({ created: 'a' }, { 'application/json': object({ created_at: text }) })).toEqual([]);
    expect(found({ created: 'a' }, { 'application/json': object({ created_at: text }, ['created_at']) })).toEqual([
      'The response lacks `created_at`',
      '`created` is not a described field of the response; did you mean `created_at`?',
    ]);
  });
});

describe('a description of the user', () => {
  const schemas = {
    'application/json': object({
      at: { type: 'string', format: 'date-time' },
      day: { type: 'string', format: 'date' },
      note: text,
      left: { type: 'string', nullable: true },
    }),
  };
  const good = { at: '2026-01-31T12:00:00Z', day: '2026-01-31', note: 'a', left: null };

  it('is held to its formats and to where it allows null', () => {
    expect(found(good, schemas, './pets.yaml')).toEqual([]);
    expect(found({ ...good, at: 'yesterday', day: '2026-02-30', note: null }, schemas, './pets.yaml')).toEqual([
      '`at`',
      '`day`',
      '`note`',
    ]);
    expect(found({ ...good, at: '', left: 'a' }, schemas, './pets.yaml')).toEqual([]);
  });

  it('is held to more than a published one, which forgets both', () => {
    expect(found({ ...good, at: 'yesterday', note: null }, schemas)).toEqual([]);
  });
});
