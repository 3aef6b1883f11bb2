import { describe, expect, it } from 'vitest';
import { filterResponse } from '../../../services/search-cluster-play/cluster/filter-response';
import { playBooks } from '../cluster/play-indices';

const value = {
  took: 1,
  hits: {
    total: { value: 2 },
    hits: [
      { _id: 'a', _source: { tags: ['x', 'y'], title: 't' } },
      { _id: 'b', _source: {} },
    ],
  },
};

function filtered(query: string): unknown {
  const request = { method: 'GET', target: `/_search?${query}`, headers: [], body: '' };
  return JSON.parse(filterResponse(request, { status: 200, headers: [], body: JSON.stringify(value) }).body);
}

describe('filter_path', () => {
  it.each([
    ['filter_path=took', { took: 1 }],
    ['filter_path=took,hits.total', { took: 1, hits: { total: { value: 2 } } }],
    ['filter_path=hits.hits._id', { hits: { hits: [{ _id: 'a' }, { _id: 'b' }] } }],
    ['pretty&filter_path=hits.*.title', {}],
    ['filter_path=**.title', { hits: { hits: [{ _source: { title: 't' } }] } }],
    ['filter_path=hits.hits._source.t*', { hits: { hits: [{ _source: { tags: ['x', 'y'], title: 't' } }] } }],
    ['filter_path=-hits', { took: 1 }],
    ['filter_path=hits.hits,-**._source', { hits: { hits: [{ _id: 'a' }, { _id: 'b' }] } }],
    [
      'filter_path=-hits.total,-hits.hits._source.tags.none,-hits.hits._id,-took',
      { hits: { hits: [{ _source: { tags: ['x', 'y'], title: 't' } }] } },
    ],
    ['filter_path=hits%2Ctotal', { hits: value.hits }],
    ['filter_path=nothing', {}],
    ['filter_path=**', value],
    ['filter_path=', value],
    ['filter_path=%', {}],
    ['filter_path=__proto__', {}],
  ])('%s', (query, expected) => {
    expect(filtered(query)).toEqual(expected);
  });

  it('takes long lists of long paths without delay', () => {
    const paths = Array.from({ length: 200 }, () => '**.**.**.*a*a*a*b').join(',');
    expect(filtered(`filter_path=${paths}`)).toEqual({});
  });

  it('holds for answers and errors of the cluster', () => {
    const play = playBooks({}, { 1: { title: 'a' } });
    expect(play.send('GET /books/_doc/1?filter_path=_source.title').body).toEqual({ _source: { title: 'a' } });
    expect(play.send('GET /nowhere/_doc/1?filter_path=status').body).toEqual({ status: 404 });
    expect(play.send('GET /?filter_path=version.number').body).toEqual({ version: { number: '8.15.0' } });
  });
});
