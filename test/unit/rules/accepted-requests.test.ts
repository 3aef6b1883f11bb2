import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';

const engine = createEngine({
  loadDescription: createDescriptionLoader((message) => {
    throw new Error(message);
  }),
  onRuleFailure: (rule) => {
    throw new Error(rule);
  },
});

/** Returns the rules with warnings and errors about a request by published descriptions. */
function warned(text: string): readonly string[] {
  const { findings } = engine.check(engine.openFile(text), {
    context: { endpoints: [], defaults: {} },
    severities: {},
  });
  return findings
    .flat()
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ rule }) => rule);
}

const hub = 'https://api.github.com';
const protection = (checks: string) =>
  `PUT ${hub}/repos/o/r/branches/main/protection\n\n{"required_status_checks":{"strict":true,${checks}},"enforce_admins":true,"required_pull_request_reviews":null,"restrictions":null}\n`;

describe('requests that the services accept', () => {
  it.each([
    [
      'two documents, which the operation takes',
      'POST /_ml/anomaly_detectors/j/_data\n\n{"a":1,\n"t":2}\n{"a":2,\n"t":3}\n',
    ],
    [
      'two lines with a media type for one',
      'POST /_ml/anomaly_detectors/j/_data\nContent-Type: application/json\n\n{"a":1}\n{"a":2}\n',
    ],
    ['`null` that removes an entry', `PATCH ${hub}/gists/1\n\n{"files":{"hello.py":null}}\n`],
    ['a link by the number of a user', `GET ${hub}/user/1958953/repos?page=6\n`],
    ['a link by the number of a repository', `GET ${hub}/repositories/123/issues?page=2\n`],
    ['a link by the number of an organization', `GET ${hub}/organizations/123/repos?page=2\n`],
    ['a link by the number of a team', `GET ${hub}/organizations/1234567/team/12345678/repos\n`],
    ['what replaces a field that is closing down', protection('"checks":[]')],
    ['a former path of references', `GET ${hub}/repos/o/r/git/refs/heads/master\n`],
    ['a former path of statuses', `GET ${hub}/repos/o/r/statuses/6dcb09b\n`],
    ['a slash at the end of a path that the documents do not name', `GET ${hub}/repos/o/r/contents/js/\n`],
    ['values that are none of the only described path', `GET ${hub}/orgs/o/external-group/467431\n`],
  ])('have no warning: %s', (_, text) => {
    expect(warned(text)).toEqual([]);
  });

  it.each([
    ['a misspelt parameter behind a number', `GET ${hub}/repositories/123/issues?pge=2\n`, 'unknown-query-parameter'],
    [
      'a misspelt parameter behind `/api/v3`',
      'GET https://ghe.example.com/api/v3/repos/o/r/hooks?pge=2\n',
      'unknown-query-parameter',
    ],
    ['another method of a described path', `PUT ${hub}/repos/o/r/git/refs\n\n{}\n`, 'undocumented-method'],
    ['a slash at the end of a documented path', `GET ${hub}/repos/o/r/hooks/\n`, 'trailing-slash'],
    ['two values where one is taken', 'PUT /_ingest/pipeline/p\n\n{"processors":[]}\n{"x":2}\n', 'malformed-json'],
    ['a command by another method', 'GET /_snapshot/b/_verify\n', 'undocumented-method'],
    ['a command that deletes nothing', 'DELETE /_snapshot/b/_cleanup\n', 'undocumented-method'],
    [
      'a misspelt member next to the missing one',
      'PUT /_ingest/pipeline/p\n\n{ "processors": [{ "set": { "feild": "a", "value": 1 } }] }\n',
      'unknown-field',
    ],
    ['a misspelt member of a described body', `POST ${hub}/repos/o/r/issues\n\n{ "titel": "x" }\n`, 'unknown-field'],
  ])('do not hide %s', (_, text, rule) => {
    expect(warned(text)).toEqual([rule]);
  });
});

/** Returns the warnings and errors about a request to a service by its endpoint. */
function refused(text: string): readonly string[] {
  const endpoints = [
    { name: 'cluster', service: 'search-cluster', vendor: 'elasticsearch', baseUrl: 'http://127.0.0.1:9200' },
  ];
  const context = { endpoints, defaults: { 'search-cluster': 'cluster' } };
  const { findings } = engine.check(engine.openFile(text), { context, severities: {} });
  return findings
    .flat()
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ rule, message }) => `${rule}: ${message.replace(/ \((?:[Dd]escribed by|[Rr]eference)[^()]*\)\.?$/, '')}`);
}

const sha = 'aa218f56b14c9653891f9e74264a383fa43fefbd';

describe('mistakes of people that the services refuse', () => {
  it.each([
    ['POST /repos/o/r/labels {"name":"bug","color":"#f29513"}', 'malformed-text: `color` must be a hexadecimal colour'],
    ['PATCH /repos/o/r/labels/bug {"color":"red"}', 'malformed-text: `color` must be a hexadecimal colour'],
    [`POST /repos/o/r/git/refs {"ref":"heads/x","sha":"${sha}"}`, 'malformed-text: `ref` must be a full reference'],
    [`POST /repos/o/r/git/refs {"ref":"main","sha":"${sha}"}`, 'malformed-text: `ref` must be a full reference'],
    ['POST /repos/o/r/git/refs {"ref":"refs/heads/x","sha":"main"}', 'malformed-text: `sha` must be a complete SHA'],
    ['GET /repos/o/r/git/ref/refs/heads/x', 'unsuitable-text: `ref` must begin with `heads/…` or `tags/…`'],
    [
      'PUT /repos/o/r/contents/x {"message":"m","content":"hello, world!"}',
      'malformed-value: `content` must be Base64',
    ],
    ['POST /repos/o/r/git/blobs {"content":"a","encoding":"utf8"}', 'unknown-value: `encoding` must be `utf-8` or'],
    ['GET /repos/o/r/dependabot/alerts?state=open,opened', 'unknown-value: `state` must be `auto_dismissed`,'],
    ['GET /user/repos?affiliation=owner,colaborator', 'unknown-value: `affiliation` must be `owner`, `collaborator`'],
    ['POST /repos/o/r/issues {"title":"a","labels":null}', 'wrong-type: `labels` must be an array'],
    ['GET /search/issues?query=a', 'required-field: The request lacks the required query parameter `q`'],
    [
      'PUT /orgs/o/teams/t/repos/o/r {"permission":"write"}',
      'unknown-value: `write` is not a known value of `permission`; did you mean `push`?',
    ],
    [
      'PUT /repos/o/r/collaborators/u {"permission":"read"}',
      'unknown-value: `read` is not a known value of `permission`; did you mean `pull`?',
    ],
    [`PATCH /repos/o/r/git/refs/refs/heads/x {"sha":"${sha}"}`, 'unsuitable-text: `ref` must begin with `heads/…`'],
    [
      'POST /repos/o/r/autolinks {"key_prefix":"T-","url_template":"https://x.example/"}',
      'malformed-text: `url_template` must be a text that contains `<num>`',
    ],
    ['GET /search/code', 'required-field: The request lacks the required query parameter `q`'],
    [
      'POST /repos/o/r/dispatches {"event_type":"a","client_payload":{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1}}',
      'member-count: `client_payload` must have at most 10',
    ],
  ])('of the code host: %s', (written, finding) => {
    const [, method = '', path = '', body = ''] = /^(\S+) (\S+) ?(.*)$/.exec(written) ?? [];
    const found = refused(`${method} ${hub}${path}\n\n${body}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(finding);
  });

  it.each([
    [
      'POST /x/_search {"query":{"not":{"term":{"a":1}}}}',
      'misplaced-field: The `not` query was removed in version 5.0',
    ],
    ['POST /x/_search {"query":{"common":{"a":{"query":"x"}}}}', 'misplaced-field: The `common` query was removed'],
    [
      'POST /x/_search {"query":{"type":{"value":"a"}}}',
      'misplaced-field: The `type` query was removed in version 8.0',
    ],
    [
      'POST /x/_search {"query":{"ids":{"type":"a","values":["1"]}}}',
      'misplaced-field: `type` was removed in version 8',
    ],
    [
      'POST /x/_search {"query":{"nested":{"query":{"match_all":{}}}}}',
      'required-field: `nested` lacks the required field',
    ],
    ['POST /x/_search {"size":-1}', 'number-range: `size` must be at least 0'],
    ['POST /x/_search {"from":-1}', 'number-range: `from` must be at least 0'],
    ['POST /x/_search {"aggs":{"a":{"terms":{"field":"x","size":0}}}}', 'number-range: `size` must be at least 1'],
    ['PUT /x {"mappings":{"_all":{"enabled":false}}}', 'misplaced-field: `_all` was removed in version 7.0'],
    ['PUT /x {"mappings":{"_timestamp":{"enabled":true}}}', 'misplaced-field: `_timestamp` was removed in version 5.0'],
    [
      'POST /x/_bulk {"index":{"_index":"x","_type":"doc"}}\\n{"a":1}',
      'misplaced-field: `_type` was removed in version 8',
    ],
    [
      'PUT /_index_template/t {"template":{"mappings":{}}}',
      'required-field: The request body lacks the required field `index_pat',
    ],
    [
      'PUT /_ingest/pipeline/p {"description":"x"}',
      'required-field: The request body lacks the required field `processors`',
    ],
    [
      'PUT /_security/user/u {"password":"secret1"}',
      'required-field: The request body lacks the required field `roles`',
    ],
    ['POST /_aliases {"actions":[{"add":{"index":"a"}}]}', 'member-count: `add` must have'],
    ['PUT /x/doc/1 {"a":1}', 'retired-path: Mapping types in paths'],
  ])('of the cluster: %s', (written, finding) => {
    const [, method = '', path = '', body = ''] = /^(\S+) (\S+) ?(.*)$/.exec(written) ?? [];
    const found = refused(`# @endpoint cluster\n${method} ${path}\n\n${body.replaceAll('\\n', '\n')}\n`);
    expect(found.filter((one) => !one.startsWith('literal-secret'))).toHaveLength(1);
    expect(found.join('\n')).toContain(finding);
  });

  it.each([
    ['a type in older versions', '# @target 7.10\nPOST /x/_bulk\n\n{"index":{"_index":"x","_type":"doc"}}\n{"a":1}\n'],
    [
      'a query that an older version has',
      '# @target 7.10\nPOST /x/_search\n\n{"query":{"common":{"a":{"query":"x"}}}}\n',
    ],
    ['a variable that may be several parameters', `@rest = q=a\n\nGET ${hub}/search/issues?{{rest}}\n`],
    ['`null` for a text that is not needed', `POST ${hub}/repos/o/r/issues\n\n{"title":"a","body":null}\n`],
  ])('are none: %s', (_, text) => {
    expect(warned(text)).toEqual([]);
  });
});
