import { describe, expect, it } from 'vitest';
import { createEngine, type DeclaredRequest, type ReadAnswer } from '../../../packages/engine/src/api/engine/index';

const engine = createEngine();
const search = { service: 'search-cluster' };

/** Compares with an endpoint that has what these paths show, and returns which paths were read, too. */
async function compare(requests: readonly DeclaredRequest[], shown: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const read = (path: string): Promise<ReadAnswer> => {
    asked.push(path);
    const found = shown[path];
    return Promise.resolve({ status: found === undefined ? 404 : 200, body: JSON.stringify(found ?? {}) });
  };
  return { ...(await engine.compareResources(requests, read, search)), asked };
}

const repository = (name: string, settings: object): DeclaredRequest => ({
  method: 'PUT',
  path: `/_snapshot/${name}`,
  body: JSON.stringify({ type: 'fs', settings }),
});

describe('compareResources', () => {
  it('says what requests would create, change and leave, and which requests these are', async () => {
    const requests = [
      { method: 'GET', path: '/_cluster/health' },
      repository('a', { location: 'x' }),
      repository('b', { location: 'x', chunk_size: '1gb' }),
      repository('c', { location: 'x' }),
    ];
    const shown = {
      '/_snapshot/b': { b: { type: 'fs', settings: { location: 'x', chunk_size: '1024mb' } } },
      '/_snapshot/c': { c: { type: 'fs', settings: { location: 'y' } } },
    };
    expect(await compare(requests, shown)).toEqual({
      resources: [
        {
          resource: '/_snapshot/a',
          noun: 'snapshot repository',
          state: 'created',
          requests: [1],
          changes: [],
          unknown: [],
        },
        {
          resource: '/_snapshot/b',
          noun: 'snapshot repository',
          state: 'unchanged',
          requests: [2],
          changes: [],
          unknown: [],
        },
        {
          ...{ resource: '/_snapshot/c', noun: 'snapshot repository', state: 'changed', requests: [3], unknown: [] },
          changes: [{ path: 'settings.location', declared: 'x', actual: 'y' }],
        },
      ],
      others: 1,
      asked: ['/_snapshot/a', '/_snapshot/b', '/_snapshot/c'],
    });
  });

  it('takes the requests about one resource together, and decodes names', async () => {
    const requests = [repository('a%20b', { location: 'x' }), { method: 'DELETE', path: '/_snapshot/a%20b' }];
    const { resources } = await compare(requests, { '/_snapshot/a%20b': { 'a b': { type: 'fs' } } });
    expect(resources).toMatchObject([{ state: 'deleted', requests: [0, 1] }]);
  });

  it('neither compares, shows nor asks for what is private', async () => {
    const requests = [
      { ...repository('a', { location: 'hidden-place' }), secrets: ['hidden-place'] },
      { ...repository('hidden-name', { location: 'x' }), secrets: ['hidden-name'] },
    ];
    const result = await compare(requests, { '/_snapshot/a': { a: { type: 'fs', settings: { location: 'y' } } } });
    expect(result.resources.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    expect(result.asked).toEqual(['/_snapshot/a']);
    expect(JSON.stringify(result)).not.toContain('hidden');
  });

  it('says why it does not know a request, or an answer', async () => {
    const requests = [
      { method: 'PUT', path: 'no/slash', label: 'mine' },
      { method: 'PUT', path: '/_nothing/at/all/here' },
      repository('a', {}),
    ];
    const read = () => Promise.resolve({ problem: 'it is out of reach' });
    const { resources } = await engine.compareResources(requests, read, search);
    expect(resources.map(({ resource, reason }) => [resource, reason])).toEqual([
      ['mine', 'its path does not begin with a slash, or has blanks'],
      ['PUT /_nothing/at/all/here', 'nothing is known of an operation with its path'],
      ['/_snapshot/a', 'it is out of reach'],
    ]);
  });

  it('rejects for an unknown service, and where the reader does', async () => {
    const fails = () => Promise.reject(new Error('no connection'));
    await expect(engine.compareResources([], fails, { service: 'nothing' })).rejects.toThrow(RangeError);
    await expect(engine.compareResources([repository('a', {})], fails, search)).rejects.toThrow('no connection');
  });
});
