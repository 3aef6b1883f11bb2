import { describe, expect, it } from 'vitest';
import { play } from '../../unit/services/real-servers-play';

describe.each([undefined, 'opensearch'] as const)('the longer path of a mapping, of %s', (product) => {
  const properties = { n: { type: 'long' }, k: { type: 'keyword' } };
  const cluster = () => {
    const found = play(product);
    found.send('PUT /i', { mappings: { properties: { n: { type: 'long' } } } });
    return found;
  };

  it.each(['PUT', 'POST'])('takes further fields by %s', (method) => {
    const found = cluster();
    expect(found.send(`${method} /i/_mappings`, { properties: { k: { type: 'keyword' } } })).toMatchObject({
      status: 200,
      body: { acknowledged: true },
    });
    for (const path of ['/i/_mapping', '/i/_mappings', '/_mappings'])
      expect(found.send(`GET ${path}`).body).toEqual({ i: { mappings: { properties } } });
  });

  it.each<[object | undefined, string]>([
    [{ properties: { n: { type: 'text' } } }, 'another type'],
    [{ properties: { k: { type: 'none' } } }, 'an unknown type'],
    [{ dynamic: 'sometimes' }, 'an unknown value'],
    [undefined, 'no body'],
  ])('refuses %j as the shorter one does: %s', (body) => {
    const [shorter, longer] = ['PUT /i/_mapping', 'PUT /i/_mappings'].map((line) =>
      cluster().send(line, body as never),
    );
    expect(shorter?.status).toBe(400);
    expect(longer).toEqual(shorter);
  });

  it('does not make an index', () => {
    expect(cluster().send('PUT /none/_mappings', { properties }).status).toBe(404);
  });
});
