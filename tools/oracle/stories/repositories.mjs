// Snapshot repositories: registering, reading, verifying, cleaning up and deleting them, and snapshots in them.
import { brokenBodies, del, encoded, get, head, inLots, post, put, send, story } from './builders.mjs';
import { first, shared, snapshots } from './snapshots.mjs';
import {
  acceptedNames,
  anySettings,
  refusedBodies,
  refusedNames,
  unreadSettings,
  urlSettings,
  urls,
} from './repository-cases.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

/** The other spellings of a setting: with dots, nested, and as text. @param {Random} random @param {string} name @param {unknown} value */
const spelt = (random, name, value) => {
  const parts = name.split('.');
  const nested = /** @type {object} */ (
    parts.reduceRight((/** @type {unknown} */ inner, part) => ({ [part]: inner }), value)
  );
  return random.pick([{ [name]: value }, nested, { [name]: typeof value === 'number' ? String(value) : value }]);
};

/** @param {Random} random */
function registering(random) {
  const cases = Object.entries(anySettings);
  const valid = cases.flatMap(([name, values]) => values.valid.map((value) => shared(spelt(random, name, value))));
  const invalid = cases.flatMap(([name, values]) => values.invalid.map((value) => shared({ [name]: value })));
  const together = Array.from({ length: 12 }, () =>
    shared(
      Object.assign(
        {},
        ...random
          .some(cases.filter(([name]) => name !== 'location'))
          .map(([name, values]) => ({ [name]: random.pick(values.valid) })),
      ),
    ),
  );
  const unread = unreadSettings.map((name) => shared({ [name]: random.pick([true, 'x', 5]) }));
  return [
    ...inLots(
      'accepted settings',
      { size: 15 },
      random
        .shuffle([...valid, ...together])
        .map((body) => [put('/_snapshot/r', body), get('/_snapshot/r'), del('/_snapshot/r')]),
    ),
    ...inLots(
      'refused settings',
      { before: [first], after: [get('/_snapshot')], size: 40 },
      random.shuffle(invalid).map((body) => put('/_snapshot/r', body)),
    ),
    ...inLots(
      'refused settings without verification',
      { after: [get('/_snapshot')], size: 40 },
      random.some(invalid).map((body, at) => put(`/_snapshot/n${at}?verify=false`, body)),
    ),
    ...inLots(
      'settings that nothing reads',
      { before: [first], size: 20 },
      unread.map((body) => [put('/_snapshot/r', body), get('/_snapshot/r')]),
    ),
    ...inLots(
      'refused bodies',
      { before: [first], after: [get('/_snapshot')], size: 40 },
      random.shuffle(refusedBodies).map((body) => put(`/_snapshot/${random.pick(['r', 'n'])}`, body)),
    ),
    ...inLots(
      'names',
      { after: [get('/_snapshot')], size: 20 },
      acceptedNames.map((name) => [put(`/_snapshot/${encoded(name)}`, shared()), get(`/_snapshot/${encoded(name)}`)]),
    ),
    ...inLots(
      'refused names',
      { after: [get('/_snapshot')], size: 20 },
      refusedNames.map((name) => put(`/_snapshot/${encoded(name)}`, shared())),
    ),
    story(
      'bodies as written',
      [
        ...brokenBodies,
        '',
        '{"type":"fs","type":"url","settings":{"location":"l"}}',
        '{"type":"fs","settings":{"location":"l","location":"m"}}',
        '{"type":"fs","settings":{"location":"l"},"settings":{}}',
        '{"type":"fs","settings":{"location":"l","compress":true}} ',
        String.raw`{"type":"fs","settings":{"location":"C:\\backup"}}`,
        String.raw`{"type":"fs","settings":{"location":"a\tb"}}`,
        String.raw`{"type":"fs","settings":{"location":"a\u0000b"}}`,
      ].map((body, at) => put(`/_snapshot/w${at}`, body)),
      put('/_snapshot/m'),
      put('/_snapshot/m', shared(), { 'content-type': 'text/plain' }),
      put('/_snapshot/y', 'type: fs\nsettings:\n  location: y\n', { 'content-type': 'application/yaml' }),
      get('/_snapshot'),
    ),
  ];
}

/** Repositories at URLs, and those that only keep sources. @param {Random} random */
function otherTypes(random) {
  const at = (/** @type {unknown} */ url, /** @type {object} */ settings = {}) => ({
    type: 'url',
    settings: { url, ...settings },
  });
  const base = 'file:{{repo}}/u';
  const valid = [
    ...urls.valid.map((url) => at(url)),
    ...Object.entries(urlSettings).flatMap(([name, values]) =>
      values.valid.map((value) => at(base, { [name]: value })),
    ),
  ];
  const invalid = [
    ...urls.invalid.map((url) => at(url)),
    ...Object.entries(urlSettings).flatMap(([name, values]) =>
      values.invalid.map((value) => at(base, { [name]: value })),
    ),
  ];
  const sources = [
    { delegate_type: 'fs', location: 's' },
    { delegate_type: 'url', url: base },
    { delegate_type: 'fs', location: 's', readonly: true },
    { delegate_type: 'fs', location: 's', chunk_size: '0' },
    { delegate_type: 'url' },
    { delegate_type: 'FS', location: 's' },
    { delegate_type: '', location: 's' },
    { delegate_type: null, location: 's' },
    { delegate_type: 5, location: 's' },
    { delegate: 'fs', location: 's' },
  ];
  return [
    ...inLots(
      'repositories at URLs',
      // Its folder exists once a repository was registered there.
      { before: [put('/_snapshot/folder', shared({ location: 'u' }))], size: 15 },
      random
        .shuffle(valid)
        .map((body) => [
          put('/_snapshot/u', body),
          get('/_snapshot/u'),
          post('/_snapshot/u/_verify'),
          del('/_snapshot/u'),
        ]),
    ),
    ...inLots(
      'refused URLs',
      { after: [get('/_snapshot')], size: 50 },
      random.shuffle(invalid).map((body) => put('/_snapshot/u', body)),
    ),
    story(
      'refused URLs without verification',
      random.some(invalid).map((body, number) => put(`/_snapshot/u${number}?verify=false`, body)),
      get('/_snapshot'),
    ),
    story(
      'only sources',
      sources.flatMap((settings) => [
        put('/_snapshot/s', { type: 'source', settings }),
        get('/_snapshot/s'),
        del('/_snapshot/s'),
      ]),
    ),
    story(
      'writing to a URL',
      put('/_snapshot/u', at('file:{{repo}}/r')),
      put('/_snapshot/u/one?wait_for_completion=true'),
      del('/_snapshot/u/one'),
      post('/_snapshot/u/_cleanup'),
      get('/_snapshot/u/_all'),
      get('/_snapshot/u'),
    ),
  ];
}

/** Paths, methods and parameters. */
function requests() {
  const body = shared();
  const before = [
    put('/_snapshot/r1', shared({ location: 'r1' })),
    put('/_snapshot/r2', shared({ location: 'r2', compress: true })),
    put('/_snapshot/other', shared({ location: 'o' })),
  ];
  const reads = [
    '',
    '/_all',
    '/*',
    '/r1',
    '/r*',
    '/r1,r2',
    '/r1,none',
    '/none',
    '/none*',
    '/r1,none*',
    '/-r1',
    '/*,-r1',
    '/r*,-r2',
    '/R1',
    '/r1,',
    '/r1?local=true',
    '/r1?local=x',
    '/r1?master_timeout=5s',
    '/r1?master_timeout=5',
    '/r1?unknown=1',
    '/r1?verify=false',
    '/r1?filter_path=r1.type',
    '/r1?pretty',
    '/_all?filter_path=*.type',
    '/',
  ];
  const writes = [
    'verify=false',
    'verify=true',
    'verify=x',
    'verify=',
    'verify',
    'verify=TRUE',
    'timeout=5s',
    'timeout=5',
    'timeout=x',
    'master_timeout=5s',
    'master_timeout=-1',
    'unknown=1',
    'verfy=false',
    'pretty',
    'filter_path=acknowledged',
    'verify=false&verify=true',
  ];
  return [
    story(
      'repository reads',
      before,
      reads.map((path) => get(`/_snapshot${path}`)),
      ['/r1', '/none', ''].map((path) => head(`/_snapshot${path}`)),
    ),
    story(
      'repository parameters',
      writes.flatMap((query) => [put(`/_snapshot/p?${query}`, body), del(`/_snapshot/p?${query}`)]),
    ),
    story(
      'deleting repositories',
      before,
      ['none', 'none*', 'r1,none', 'R1', 'r1', 'r1', '-r2', 'r*', 'o*,none*', '_all', '*', ''].flatMap((name) => [
        del(`/_snapshot/${name}`),
        get('/_snapshot'),
      ]),
    ),
    story(
      'deleting all repositories',
      before,
      del('/_snapshot/_all'),
      get('/_snapshot'),
      del('/_snapshot/*'),
      del('/_snapshot'),
      send('DELETE', '/_snapshot/r1', {}),
    ),
    story(
      'verifying',
      before,
      ['r1', 'none', 'r*', 'r1,r2', '_all', ''].map((name) => post(`/_snapshot/${name}/_verify`)),
      ['timeout=5s', 'timeout=5', 'master_timeout=5s', 'unknown=1'].map((query) =>
        post(`/_snapshot/r1/_verify?${query}`),
      ),
      get('/_snapshot/r1/_verify'),
      put('/_snapshot/r1/_verify'),
      del('/_snapshot/r1/_verify'),
      post('/_snapshot/r1/_verify', {}),
      post('/_snapshot/r1/_verify', { a: 1 }),
      post('/_snapshot/r1/verify?wait_for_completion=true'),
    ),
    story(
      'cleaning up',
      before,
      ['r1', 'none', 'r*', 'r1,r2', ''].map((name) => post(`/_snapshot/${name}/_cleanup`)),
      ['timeout=5s', 'timeout=5', 'master_timeout=5s', 'unknown=1'].map((query) =>
        post(`/_snapshot/r1/_cleanup?${query}`),
      ),
      get('/_snapshot/r1/_cleanup'),
      put('/_snapshot/r1/_cleanup'),
      del('/_snapshot/r1/_cleanup'),
      post('/_snapshot/r1/_cleanup', {}),
      post('/_snapshot/r1/_cleanup', { a: 1 }),
    ),
    story(
      'methods of repositories',
      before,
      [
        post('/_snapshot/posted', shared({ location: 'p' })),
        post('/_snapshot/r1', shared({ location: 'r1', compress: false })),
        send('PATCH', '/_snapshot/r1', body),
        put('/_snapshot', body),
        post('/_snapshot', body),
        put('/_snapshots/r', body),
        get('/_snapshots'),
        put('/snapshot/r', body),
        put('/_snapshot/r/', body),
        get('/_snapshot/r1/_unknown'),
        post('/_snapshot/r1/_unknown/x'),
        get('/_snapshot/_status'),
        get('/_snapshot/r1/_status'),
        get('/_snapshot/none/_status'),
      ],
      get('/_snapshot'),
    ),
    story(
      'a repository again',
      put('/_snapshot/a', shared()),
      put('/_snapshot/a', shared()),
      put('/_snapshot/a', shared({ compress: false })),
      put('/_snapshot/b', shared()),
      put('/_snapshot/a', { type: 'url', settings: { url: 'file:{{repo}}/r' } }),
      put('/_snapshot/a', shared({ readonly: true })),
      post('/_snapshot/a/_cleanup'),
      post('/_snapshot/a/_verify'),
      put('/_snapshot/a/x?wait_for_completion=true'),
      del('/_snapshot/a/x'),
      get('/_snapshot/a,b'),
    ),
    story(
      'analysing',
      before,
      [
        'none',
        'r1?blob_count=0',
        'r1?blob_count=x',
        'r1?concurrency=0',
        'r1?read_node_count=0',
        'r1?rare_action_probability=2',
        'r1?rare_action_probability=-1',
        'r1?max_blob_size=x',
        'r1?max_blob_size=10',
        'r1?max_total_data_size=x',
        'r1?timeout=5',
        'r1?seed=x',
        'r1?early_read_node_count=-1',
        'r1?detailed=x',
        'r1?unknown=1',
      ].map((path) =>
        post(path.includes('?') ? `/_snapshot/${path.replace('?', '/_analyze?')}` : `/_snapshot/${path}/_analyze`),
      ),
      get('/_snapshot/r1/_analyze'),
    ),
  ];
}

export const repositories = {
  area: 'repositories',
  /** @param {Random} random */
  stories: (random) => [...registering(random), ...otherTypes(random), ...requests(), ...snapshots(random)],
};
