import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import type { Shape } from '../../../packages/catalogue/src/shape';
import type { Service } from '../../../packages/catalogue/src/service';
import type { WireResponse } from '../../../packages/sandbox/src/model';
import { formDifferences, type FormOptions } from '../../../packages/sandbox/src/drift/form-difference';
import { judgeAnswer } from '../../../packages/sandbox/src/drift/judge-answer';
import { knownExchanges } from '../../../packages/sandbox/src/drift/known-exchanges';
import { settingRequests } from '../../../packages/sandbox/src/drift/setting-requests';
import { sandboxParts } from '../../../packages/services/src/sandbox-parts';
import { loadPublished } from '../binding/published';

const responseOf = (value: unknown, status = 200): WireResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify(value),
});
const byItems: FormOptions = { isByItems: true };
const map: Shape = {
  type: 'object',
  name: 'indices',
  fields: [],
  entries: { keyName: 'name', summary: '', shape: { type: 'object', name: 'index', fields: [], isOpen: true } },
};

describe('the forms of two responses', () => {
  it.each<[string, unknown, unknown, FormOptions, readonly RegExp[]]>([
    ['equal members of other values', { a: 1, b: 'x' }, { a: 2, b: 'y' }, {}, []],
    ['a member less', { a: 1, b: 'x' }, { a: 2 }, {}, [/`\$\.b` was recorded, and is not/]],
    ['a member more', { a: 1 }, { a: 2, b: 1 }, {}, [/`\$\.b` is in the response/]],
    ['another type', { a: 1 }, { a: '1' }, {}, [/recorded as number, and is string/]],
    ['several at once', { a: 1, b: 1 }, { c: 1 }, {}, [/\$\.a/, /\$\.b/, /\$\.c/]],
    ['what is in a missing object, once', { a: { b: { c: 1 } } }, {}, {}, [/`\$\.a` was recorded/]],
    ['an empty list on one side', { a: [{ b: 1 }] }, { a: [] }, byItems, []],
    ['an empty list, strictly', { a: [{ b: 1 }] }, { a: [] }, {}, [/\$\.a\[\]/]],
    ['what only some items have', [{ a: 1, b: 1 }, { a: 1 }], [{ a: 1 }], byItems, []],
    [
      'what all items have',
      [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ],
      [{ a: 1 }],
      byItems,
      [/\$\[\]\.b/],
    ],
    ['keys of a map', { one: { a: 1 } }, { two: { a: 2 } }, { shape: map, isByItems: true }, []],
    ['members in a map', { one: { a: 1 } }, { two: { b: 2 } }, { shape: map, isByItems: true }, [/\.\*\.a/, /\.\*\.b/]],
  ])('%s', (_, recorded, played, options, expected) => {
    const found = formDifferences(responseOf(recorded), responseOf(played), options);
    expect(found).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
  });

  it('are of a status first', () => {
    expect(formDifferences(responseOf({ a: 1 }), responseOf({ b: 1 }, 404))).toEqual([
      'The status 200 was recorded, and the sandbox answers 404.',
    ]);
  });
});

const published = createEngine({ loadDescription: loadPublished }).serviceOf(
  { name: 'es', service: 'search-cluster', vendor: 'elasticsearch', baseUrl: '' },
  { endpoints: [], defaults: {} },
)!;
const { service } = sandboxParts.find((part) => part.service.id === 'search-cluster')!;
const seen = (line: string, response: WireResponse) => {
  const [method = '', target = ''] = line.split(' ');
  return { request: { method, target, headers: [], body: '' }, response };
};

describe('a service that is known by itself', () => {
  const judged = (line: string, response: WireResponse, of: Service = service) => {
    const [known] = knownExchanges(of, [seen(line, response)]).known;
    return judgeAnswer(known!, of.absence);
  };

  it('need not have all that is published of it', () => {
    const absent = { error: 'no handler found for uri [/_ccr/stats] and method [GET]' };
    expect(judged('GET /_ccr/stats', responseOf(absent, 400))).toEqual({
      unjudged: 'this server does not have it (400)',
    });
    expect(judged('GET /_ccr/stats', responseOf({ error: 'Incorrect HTTP method', status: 405 }, 405))).toEqual({
      unjudged: 'this server does not have it (405)',
    });
    expect(judged('GET /_ccr/stats', responseOf({}, 500))).toEqual({ unjudged: 'the service failed (500)' });
  });

  it.each([
    ['GET /_security/role', { own: { cluster: [], global: { role: {}, data_source: [] } } }],
    ['GET /_nodes', { nodes: { a: { settings: { cluster: { name: 'a' } } } } }],
    ['GET /_cluster/stats', { indices: { search: { total: 1, queries: {}, sections: {} } } }],
  ])('answers %s as servers do', (line, value) => {
    const found = judged(line, responseOf(value), published);
    const places = 'unjudged' in found ? [found.unjudged] : found.map(({ place }) => place);
    expect(places.filter((place) => /global|election|extended/.test(place))).toEqual([]);
    // The rest of the response is judged.
    expect(places.length > 0 || line.endsWith('role')).toBe(true);
  });

  it('is set by what can be pulled of it, and by the documents that responses show', async () => {
    const books = { aliases: {}, mappings: { properties: { n: { type: 'long' } } }, settings: { index: {} } };
    const hit = (id: string, index = 'books') => ({ _index: index, _id: id, _score: 1, _source: { n: Number(id) } });
    const requests = await settingRequests(service, [
      seen('GET /_all?expand_wildcards=open,closed', responseOf({ books, '.own': books })),
      seen('GET /_search', responseOf({ hits: { hits: [hit('1'), hit('2'), hit('3', '.own')] } })),
      seen('GET /books/_doc/1', responseOf({ ...hit('1'), found: true })),
      seen('GET /books/_search?_source=n', responseOf({ hits: { hits: [hit('4')] } })),
      seen('GET /books/_search?size=1', responseOf({ hits: { hits: [hit('5')] } }, 400)),
      seen('PUT /books/_doc/2', responseOf({ result: 'created' }, 201)),
    ]);
    expect(requests.map(({ method, target, body }) => `${method} ${target} ${body}`)).toEqual([
      'PUT /books {"mappings":{"properties":{"n":{"type":"long"}}}}',
      'PUT /books/_doc/1 {"n":1}',
    ]);
  });
});
