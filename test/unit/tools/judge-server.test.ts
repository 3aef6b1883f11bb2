import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { judgeServer, readDescription, sampleOf } from '../../../tools/bench/played/judge.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rulebook-judge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const pet = { $ref: 'schemas.json#/Pet' };
const shown = { description: 'x', ...json(pet) };
const pets = {
  openapi: '3.0.3',
  paths: {
    '/pets': {
      get: { responses: { 200: { description: 'x', ...json({ type: 'array', items: pet }) } } },
      post: { requestBody: json(pet), responses: { 201: shown } },
    },
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: shown } },
      put: { requestBody: json(pet), responses: { 200: shown } },
      delete: { responses: { 204: { description: 'x' } } },
    },
  },
};
const animal = (kind: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' } },
  kind,
});
const schemas = {
  Pet: {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer', readOnly: true, minimum: 0, exclusiveMinimum: true },
      name: { type: 'string', nullable: true, example: { $ref: 'is data here' } },
    },
  },
  Cat: animal('cat'),
  Dog: animal('dog'),
  Animal: {
    oneOf: [{ $ref: '#/Cat' }, { $ref: '#/Dog' }],
    discriminator: { propertyName: 'kind', mapping: { cat: '#/Cat', dog: '#/Dog' } },
  },
};
writeFileSync(join(folder, 'schemas.json'), JSON.stringify(schemas));

function described(description: object) {
  const file = join(folder, 'description.json');
  writeFileSync(file, JSON.stringify(description));
  return readDescription(file);
}

type Pets = Map<number, object>;
type Answer = readonly [status: number, body?: unknown];

/** Returns what the judge says of a server. */
async function verdictOn(respond: (pets: Pets, method: string, id: number, sent: object) => Answer) {
  const stored: Pets = new Map();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const id = Number(/^\/pets\/(\d+)$/.exec(request.url ?? '')?.[1]);
      const sent = text === '' ? {} : (JSON.parse(text) as object);
      const [status, body] = respond(stored, request.method ?? '', id, sent);
      response.writeHead(status).end(body === undefined ? '' : JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const verdict = await judgeServer(described(pets)!, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const shares = Object.entries(verdict).map(([kind, { passed, all }]) => `${kind} ${passed}/${all}`);
    return { shares: shares.join(', '), failures: verdict.stories.failures };
  } finally {
    server.close();
  }
}

function remember(stored: Pets, method: string, id: number, sent: object): Answer {
  if (method === 'POST') {
    const item = { ...sent, id: stored.size + 1 };
    stored.set(item.id, item);
    return [201, item];
  }
  if (Number.isNaN(id)) return [200, [...stored.values()]];
  if (!stored.has(id)) return [404, {}];
  if (method === 'PUT') stored.set(id, { ...sent, id });
  if (method !== 'DELETE') return [200, stored.get(id)];
  stored.delete(id);
  return [204];
}

describe('the judge of mock servers', () => {
  it('finds nothing wrong with a server that remembers', async () => {
    const { shares, failures } = await verdictOn(remember);
    expect(failures).toEqual([]);
    expect(shares).toBe('operations 5/5, stories 1/1, removals 1/1');
  });

  it('accepts single responses of a server that forgets, but no story', async () => {
    const example = { id: 1, name: 'Tom' };
    const { shares, failures } = await verdictOn((_, method, id) => {
      if (method === 'DELETE') return [204];
      return method === 'POST' ? [201, example] : [200, Number.isNaN(id) ? [example] : example];
    });
    expect(shares).toBe('operations 5/5, stories 0/1, removals 0/1');
    expect(failures).toEqual(['/pets/{petId}: it is not read as it was sent']);
  });

  it.each([
    ['a lost change', 'PUT', 'it is not read as it was changed'],
    ['a removal that does nothing', 'DELETE', 'it is there after it was removed'],
  ])('finds %s', async (_, broken, problem) => {
    const { failures } = await verdictOn((stored, method, id, sent) =>
      method === broken ? [method === 'PUT' ? 200 : 204, stored.get(id)] : remember(stored, method, id, sent),
    );
    expect(failures).toEqual([`/pets/{petId}: ${problem}`]);
  });

  it('finds a response that has not the described form, or another status', async () => {
    const { shares } = await verdictOn((stored, method, id, sent) => {
      const [status, body] = remember(stored, method, id, sent);
      return method === 'GET' && !Number.isNaN(id) ? [status, { ...(body as object), id: 0 }] : [status, body];
    });
    expect(shares).toBe('operations 4/5, stories 0/1, removals 1/1');
    expect((await verdictOn(() => [202])).shares).toBe('operations 0/5, stories 0/1, removals 0/1');
  });

  it('sends what a discriminator allows, and takes no Swagger 2', () => {
    const post = { requestBody: json({ $ref: 'schemas.json#/Animal' }), responses: { 204: { description: 'x' } } };
    const description = described({ openapi: '3.1.0', paths: { '/animals': { post } } })!;
    const { body } = description.operations[0]!;
    expect(sampleOf(description, body?.schema)).toEqual({ kind: 'cat' });
    expect(description.matches(body?.schema, { kind: 'dog' })).toBe(true);
    expect(description.matches(body?.schema, { kind: 'cow' })).toBe(false);
    expect(described({ swagger: '2.0' })).toBeUndefined();
  });
});
