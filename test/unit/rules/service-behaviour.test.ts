import { describe, expect, it } from 'vitest';
import { applyFix, bareOptions, checkText } from '../../rules/check-text';

/** Returns what is said of a file, one finding a line: severity, rule, and whether the service refuses the request. */
function said(text: string, options = bareOptions): readonly string[] {
  return checkText(text, options).map(
    ({ finding: { severity, rule, isRefused } }) => `${severity} ${rule}${isRefused ? ' refused' : ''}`,
  );
}

function messages(text: string): readonly string[] {
  return checkText(text).map(({ finding: { message } }) => message);
}

const search = (body: string) => `POST /books/_search\n\n${body}\n`;
const key = (descriptor: string) =>
  `PUT /_security/api_key\n\n{ "name": "k", "expiration": "1d", "role_descriptors": { "r": ${descriptor} } }\n`;

describe('what the service takes', () => {
  it.each([
    ['a number as the id of a bulk action', 'POST /books/_bulk\n\n{ "index": { "_id": 1, "routing": 2 } }\n{}\n'],
    [
      'the answered source of a bulk update',
      'POST /books/_bulk\n\n{ "update": { "_id": "1", "_source": true } }\n{ "doc": {} }\n',
    ],
    ['null for the parts of a role', key('{ "cluster": null, "run_as": null }')],
    ['null for a query', key('{ "indices": [{ "names": "a", "privileges": ["read"], "query": null }] }')],
    [
      'one pattern of leaders',
      'PUT /_ccr/auto_follow/a\n\n{ "remote_cluster": "b", "leader_index_patterns": "a-*" }\n',
    ],
    ['options of a query text', search('{ "query": { "query_string": { "query": "a", "tie_breaker": 0.3 } } }')],
    [
      'options of a simple text',
      search('{ "query": { "simple_query_string": { "query": "a", "quote_field_suffix": ".b" } } }'),
    ],
    [
      'phrases of synonyms',
      search('{ "query": { "query_string": { "query": "a", "auto_generate_synonyms_phrase_query": true } } }'),
    ],
    ['null for the body of a new webhook', 'POST /repos/o/r/hooks\n\nnull\n'],
    ['the usual method of a document', 'PUT /books/_doc/1\n\n{}\n'],
  ])('is not reported: %s', (_title, text) => {
    expect(said(text)).toEqual([]);
  });

  it.each([
    ['a number as text', search('{ "size": "10" }')],
    ['a weight as text', search('{ "query": { "term": { "a": { "value": "b", "boost": "2" } } } }')],
    ['a boolean as text', search('{ "explain": "true" }')],
    ['a count as text', 'POST /books/_ccr/resume_follow\n\n{ "max_outstanding_read_requests": "12" }\n'],
  ])('is an information where it is written otherwise: %s', (_title, text) => {
    expect(said(text)).toEqual(['information wrong-type']);
  });

  it('is an error where the document says the type', () => {
    const text = key('{ "indices": [{ "names": "a", "privileges": ["read"], "allow_restricted_indices": "true" }] }');
    expect(said(text)).toContain('error wrong-type');
  });
});

describe('placeholders in a path', () => {
  it.each(['HOOK_ID', '$HOOK_ID', 'YOUR_HOOK', 'hook_id', '{hook_id}', '<hook_id>', ':hook_id'])('%s', (id) => {
    expect(said(`GET /repos/octocat/hello-world/hooks/${id}\n`)).toEqual(['information unresolved-placeholder']);
  });
  it('stand for owners and repositories as well', () => {
    expect(said('GET /repos/OWNER/$REPO/hooks\n')).toHaveLength(2);
  });
  it.each(['42a', 'Hook', 'hook-id'])('are not %s', (id) => {
    expect(said(`GET /repos/octocat/hello-world/hooks/${id}\n`)).toEqual(['error wrong-type']);
  });
});

describe('what the service refuses', () => {
  it.each([
    ['a member of a search', search('{ "querry": {} }'), 'unknown-field'],
    ['aggregations', search('{ "agregations": {} }'), 'unknown-field'],
    ['a part of a boolean query', search('{ "query": { "bool": { "musst": [] } } }'), 'unknown-field'],
    ['an option of a query', search('{ "query": { "term": { "a": { "value": "b", "bost": 2 } } } }'), 'unknown-field'],
    ['a kind of query', search('{ "query": { "mach": { "a": "b" } } }'), 'unknown-field'],
    ['the mapping of a new index', 'PUT /books\n\n{ "mapping": {} }\n', 'unknown-field'],
    [
      'a field type',
      'PUT /books\n\n{ "mappings": { "properties": { "a": { "type": "flatten" }, "b": { "type": "text" } } } }\n',
      'unknown-value',
    ],
    ['an aggregation', search('{ "aggs": { "a": { "trems": { "field": "b" } } } }'), 'unknown-field'],
    ['a member of a role', key('{ "clustr": [] }'), 'unknown-field'],
  ])('is a warning with a proposal: %s', (_title, text, rule) => {
    expect(said(text)).toEqual([`warning ${rule} refused`]);
    expect(messages(text)[0]).toContain('did you mean');
  });

  const flattened = (parameters: string) =>
    `PUT /books\n\n{ "mappings": { "properties": { "a": { "type": "flattened", ${parameters} }, "b": { "type": "text" } } } }\n`;

  it.each([
    ['a name with blanks around it', 'PUT /_security/api_key\n\n{ "name": " k" }\n', 'untrimmed-text'],
    ['a unit of time', 'PUT /_security/api_key\n\n{ "name": "k", "expiration": "1w" }\n', 'malformed-time-value'],
    ['a negative length', flattened('"ignore_above": -1'), 'number-range'],
    ['a word for a switch', flattened('"index": "maybe"'), 'unknown-value'],
    ['what flattened fields do not take', flattened('"copy_to": "b"'), 'misplaced-field'],
    ['an unknown privilege', key('{ "cluster": ["monitr"] }'), 'unknown-value'],
  ])('is marked: %s', (_title, text, rule) => {
    expect(said(text)).toContain(`warning ${rule} refused`);
  });

  it('is not a string that is read as a number', () => {
    expect(said(flattened('"depth_limit": "3"'))).toEqual(['information quoted-value']);
  });

  it('names the member that is there already', () => {
    const text = search('{ "query": { "bool": { "must": [], "musst": [] } } }');
    expect(messages(text)[0]).toContain('`must` is already present');
  });

  it('is a warning for the body of another operation', () => {
    const text = 'PUT /books\n\n{ "remote_cluster": "a", "leader_index": "b" }\n';
    expect(said(text)).toEqual(['warning misplaced-field refused', 'warning misplaced-field refused']);
  });

  it('is another member of a query, since servers name all of them', () => {
    expect(said(search('{ "query": { "term": { "a": { "value": "a", "something_newer": 1 } } } }'))).toEqual([
      'warning unknown-field refused',
    ]);
  });
});

describe('a credential', () => {
  const get = (lines: string) => `GET https://api.github.com/repos/o/r/hooks\n${lines}\n`;
  const vendor = { endpoints: [], defaults: {} };

  it('of the scheme `token` is not reported at the vendor that takes it', () => {
    expect(said(get('Authorization: token {{t}}')).filter((one) => one.includes('credential'))).toEqual([]);
    const endpoint = {
      name: 'hub',
      service: 'code-hosting',
      baseUrl: 'https://hub.example.com',
      vendor: 'github',
    } as const;
    const context = { endpoints: [endpoint], defaults: { 'code-hosting': 'hub' } };
    expect(said('GET /repos/o/r/hooks\nAuthorization: token {{t}}\n', { ...bareOptions, context })).toEqual([]);
    expect(said('GET /repos/o/r/hooks\nX-GitHub-Api-Version: 2022-11-28\nAuthorization: token {{t}}\n')).toEqual([]);
  });

  it('of the scheme `token` is a hint elsewhere, and another scheme a warning', () => {
    const context = { ...bareOptions, context: vendor };
    expect(said('GET /repos/o/r/hooks\nAuthorization: token {{t}}\n', context)).toEqual(['hint malformed-credentials']);
    expect(said('GET /repos/o/r/hooks\nAuthorization: Digest {{t}}\n', context)).toEqual([
      'warning malformed-credentials',
    ]);
  });

  it('in the URL is one, and its password does not belong into the file', () => {
    expect(said('GET https://elastic:s3cret@es.example.com/_snapshot\n')).toEqual(['information literal-secret']);
    expect(said('GET https://elastic:{{password}}@es.example.com/_snapshot\n')).toEqual([]);
    expect(said('GET https://elastic:<password>@es.example.com/_snapshot\n')).toEqual([]);
  });

  it('is missed once for each host of a file, and never on one’s own machine', () => {
    const file = ['https://a.example.com', 'https://a.example.com', 'https://b.example.com', 'http://localhost:9200']
      .map((origin) => `GET ${origin}/_snapshot\n`)
      .join('\n###\n');
    expect(said(file)).toEqual(['hint missing-authorization', 'hint missing-authorization']);
  });

  it('of a key that makes a key leaves no second opinion on missing roles', () => {
    const derived = (roles: string) =>
      `PUT /_security/api_key\nAuthorization: ApiKey {{key}}\n\n{ "name": "k", "expiration": "1d"${roles} }\n`;
    for (const roles of ['', ', "role_descriptors": {}', ', "role_descriptors": []']) {
      expect(said(derived(roles))).toEqual(['error privileged-derived-key']);
    }
  });
});

describe('what belongs elsewhere', () => {
  it('names a role whose name is missing', () => {
    const text =
      'PUT /_security/api_key\n\n{ "name": "k", "expiration": "1d", "role_descriptors": { "cluster": [], "indices": [] } }\n';
    expect(said(text)).toEqual(['error wrong-type', 'error wrong-type']);
    for (const message of messages(text)) expect(message).toContain('The role name is missing');
  });

  it.each([
    [
      'PUT /_snapshot/a\n\n{ "type": "fs", "settings": { "location": "/a", "verify": false } }\n',
      'warning misplaced-field',
    ],
    ['PUT /_snapshot/a\n\n{ "type": "aws", "settings": {} }\n', 'warning unknown-value refused'],
    ['PUT /a/_ccr/follow\n\n{ "remote_cluster": "c", "leader_index": "c:b" }\n', 'warning unsuitable-text refused'],
    [
      'PUT /a/_ccr/follow\n\n{ "remote_cluster": "c", "leader_index": "b", "settings": { "index.soft_deletes.retention_lease.period": "1d" } }\n',
      'information noted-value',
    ],
    [
      'PUT /books\n\n{ "settings": { "index": { "mapping": { "ignore_above": -1 } } } }\n',
      'warning number-range refused',
    ],
    [
      key('{ "remote_indices": [{ "clusters": "c", "names": "a", "privileges": ["read_failure_store"] }] }'),
      'warning unknown-value refused',
    ],
    ['POST /repos/o/r/hooks\n\n{ "events": ["organization"] }\n', 'warning unknown-value refused'],
    ['GET /repos/o/r/hooks/1/config\n\nHTTP/1.1 200 OK\n\n{ "secret": "abc" }\n', 'information mismatched-response'],
  ])('%j is reported', (text, expected) => {
    expect(said(text)).toContain(expected);
  });

  it('takes a mask in a recorded answer', () => {
    expect(said('GET /repos/o/r/hooks/1/config\n\nHTTP/1.1 200 OK\n\n{ "secret": "********" }\n')).toEqual([]);
  });
});

describe('requests for two clusters in one file', () => {
  const steps = (first: string, second: string) =>
    `### ${first}\nPOST /copy/_ccr/pause_follow\n\n### ${second}\nPUT /copy/_ccr/follow\n\n{ "remote_cluster": "c", "leader_index": "l" }\n`;

  it('are not compared', () => {
    expect(said(steps('On cluster B', 'On cluster A'))).toEqual([]);
    expect(said(steps('Run on the follower cluster', 'Run on the leader cluster'))).toEqual([]);
    expect(said(steps('On clusterB', 'Then on clusterA'))).toEqual([]);
  });

  it('are not compared where leader and follower have the same name', () => {
    const follow = 'PUT /logs/_ccr/follow\n\n{ "remote_cluster": "c", "leader_index": "logs" }\n';
    expect(said(`${follow}\n###\nPOST /logs/_doc\n\n{}\n`)).toEqual(['hint repeated-name']);
    const steps = [follow.replace('"logs"', '"other"'), 'POST /logs/_doc\n\n{}\n'];
    expect(said(steps.join('\n###\n'))).toHaveLength(1);
  });

  it('are compared where comments name one', () => {
    expect(said(steps('Pause', 'Follow again'))).toEqual(['warning wrong-order']);
    expect(said(steps('On cluster B', 'On cluster B again'))).toEqual(['warning wrong-order']);
    expect(said(steps('Pause on the cluster', 'Follow an index of the remote cluster'))).toEqual([
      'warning wrong-order',
    ]);
  });
});

describe('characters that JSON does not know', () => {
  const body = (text: string) => `PUT /_security/api_key\n\n${text}\n`;
  const fixed = (text: string) => {
    const finding = checkText(text).find(({ finding: { rule } }) => rule === 'malformed-json');
    return finding && applyFix(text, finding);
  };

  it.each([
    [
      '{\u00a0"name": "a\u00a0b",\n\u00a0\u00a0"expiration": "1d" }',
      'no-break space (U+00A0)',
      '{ "name": "a\u00a0b",\n  "expiration": "1d" }',
    ],
    ['{ "name": "a",\ufeff "expiration": "1d" }', 'byte order mark (U+FEFF)', '{ "name": "a", "expiration": "1d" }'],
    ['{ “name”: "a" }', 'typographic quotation mark', '{ "name": "a" }'],
  ])('are named in %j, and replaced', (text, name, expected) => {
    expect(messages(body(text)).join()).toContain(name);
    expect(fixed(body(text))).toBe(body(expected));
  });
});
