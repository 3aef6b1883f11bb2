import { describe, expect, it } from 'vitest';
import { requestsOfFile } from '../../../packages/engine/src/checking/index';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import type { FixableFinding } from '../../../packages/checker/src/rules/rule';
import { applyEdits } from '../../../packages/text/src/edit';
import { loadPublished } from '../binding/published';

const engine = createEngine({ loadDescription: loadPublished });

/** Returns what the rule says of the only request of a text. */
function found(text: string, options: CheckOptions): readonly FixableFinding[] {
  const file = engine.openFile(text);
  const findings = (engine.check(file, options).findings[0] ?? []).filter(({ rule }) => rule === 'unneeded-right');
  return engine.withFixes(file, 0, findings, options);
}

/** Returns how a file is checked next to these files. */
function optionsWith(files: Readonly<Record<string, string>>): CheckOptions {
  const context = {
    endpoints: [{ name: 'main', service: 'search-cluster', baseUrl: 'https://search.example.com' }],
    defaults: { 'search-cluster': 'main' },
  };
  const include: CheckOptions['context']['include'] = ({ path }) => {
    const text = files[path];
    if (text === undefined) return { kind: 'unreadable', cause: 'there is no such file' };
    const requests = () => requestsOfFile(engine, engine.openFile(text), context);
    return { kind: 'read', location: path, problems: [], requests };
  };
  return { context: { ...context, include }, severities: {} };
}

const keyWith = (descriptors: string, files = 'a.http') =>
  `# @rights-of ${files}\nPOST /_security/api_key\n\n{ "name": "k", "role_descriptors": ${descriptors} }\n`;

/** Returns what is said of a key with one descriptor that a file uses. */
function saidOf(descriptor: string, text: string): readonly string[] {
  return found(keyWith(`{ "r": ${descriptor} }`), optionsWith({ 'a.http': text })).map(({ message }) => message);
}

const onLogs = (privileges: string, names = '["logs"]') =>
  `{ "indices": [{ "names": ${names}, "privileges": [${privileges}] }] }`;

describe('a key with more than the files need that use it', () => {
  it.each([
    [
      '{ "cluster": ["manage"] }',
      'GET /_cluster/health',
      ['`manage` is more than `a.http` needs: `monitor` is enough.'],
    ],
    [
      '{ "cluster": ["monitor", "manage_ml"] }',
      'GET /_cluster/health',
      ['`a.http` does not need the cluster privilege `manage_ml`.'],
    ],
    [onLogs('"all"'), 'GET /logs/_search', ['`all` is more than `a.http` needs: `read` is enough.']],
    [onLogs('"read", "write"'), 'GET /logs/_search', ['`a.http` does not need the index privilege `write` on `logs`.']],
    [onLogs('"read"', '["*"]'), 'GET /logs/_search', ['`*` covers more than `a.http` needs: `logs` is enough.']],
    [onLogs('"read"', '["logs", "old"]'), 'GET /logs/_search', ['`a.http` needs nothing on `old`.']],
    [
      onLogs('"read"', '["old-*"]'),
      'GET /logs/_search',
      ['`a.http` does not need the index privilege `read` on `old-*`.'],
    ],
    [
      onLogs('"read"', '["lo*"]'),
      'GET /logs-*/_search',
      ['`lo*` covers more than `a.http` needs: `logs-*` is enough.'],
    ],
    [
      onLogs('"read"', '["*"]'),
      'GET /a,b,c,d,e,f,g/_search',
      ['`*` covers more than `a.http` needs: `a`, `b`, `c`, `d`, `e` and 2 more are enough.'],
    ],
    // A name that is known at run time only may be any, but it needs no larger privilege.
    [onLogs('"all"'), 'GET /{{index}}/_search', ['`all` is more than `a.http` needs: `read` is enough.']],
    // What is sent to another place is sent with another key.
    [
      '{ "cluster": ["manage_ml"] }',
      'GET /_cluster/health\n\n###\nPOST https://chat.example.com/hook',
      ['`a.http` does not need the cluster privilege `manage_ml`.'],
    ],
    // The body of a request for a role is the descriptor itself.
  ])('%s for %j: %j', (descriptor, text, messages) => {
    expect(saidOf(descriptor, text)).toEqual(messages);
  });

  it.each([
    ['needs all of it', '{ "cluster": ["monitor"] }', 'GET /_cluster/health'],
    ['needs it for a name that is known at run time', onLogs('"read"', '["*"]'), 'GET /{{index}}/_search'],
    ['names no index', onLogs('"monitor"', '["*"]'), 'GET /_cat/indices'],
    ['names a pattern that is larger', onLogs('"read"', '["logs-1"]'), 'GET /logs-*/_search'],
    ['names a pattern that may mean the same', onLogs('"read"', '["logs-*-eu"]'), 'GET /logs-2026-*/_search'],
    ['names the index behind a data stream', onLogs('"read"', '["logs"]'), 'GET /.ds-logs-2026.01.01-000001/_search'],
    [
      'has a request whose needs are not published',
      '{ "cluster": ["all"] }',
      'GET /_cluster/health\n\n###\nGET /nothing/that/is/known',
    ],
    ['goes to a place that is not known', '{ "cluster": ["all"] }', 'GET /_cluster/health\n\n###\nGET {{host}}/hook'],
    ['imports another file', '{ "cluster": ["all"] }', '# @import b.http\nGET /_cluster/health'],
    ['sends another file', '{ "cluster": ["all"] }', 'GET /_cluster/health\n\n###\nrun ./b.http\n'],
    ['sends nothing there', '{ "cluster": ["all"] }', 'GET https://chat.example.com/hook'],
    ['has a privilege that is not known', '{ "cluster": ["manage_weather"] }', 'GET /_cluster/health'],
    ['needs an action of it', '{ "cluster": ["cluster:monitor/health"] }', 'GET /_cluster/health'],
    ['meets a variable in the names', onLogs('"read"', '["{{index}}"]'), 'GET /logs/_search'],
    [
      'names its index in a body, by a variable',
      onLogs('"index"', '["*"]'),
      'POST /_bulk\n\n{ "index": { "_index": "{{index}}" } }\n{ "a": 1 }\n',
    ],
    ['is given a variable', '{ "cluster": ["{{privilege}}"] }', 'GET /_cluster/health'],
  ])('nothing is said where the file %s', (_, descriptor, text) => {
    expect(saidOf(descriptor, text)).toEqual([]);
  });

  it('compares a key with several files together, and says which of them cannot be read', () => {
    const options = optionsWith({ 'a.http': 'GET /_cluster/health', 'b.http': 'GET /logs/_search' });
    const role =
      '{ "r": { "cluster": ["monitor", "manage_ml"], "indices": [{ "names": ["logs"], "privileges": ["read"] }] } }';
    const said = (files: string) =>
      found(keyWith(role, files), options).map(({ severity, message }) => [severity, message]);
    expect(said('a.http, b.http')).toEqual([
      ['information', '`a.http` and `b.http` do not need the cluster privilege `manage_ml`.'],
    ]);
    expect(said('a.http, c.http')).toEqual([['warning', 'The file `c.http` cannot be read: there is no such file.']]);
    expect(said('{{which}}')).toEqual([]);
  });

  it('compares the body of a request for a role, and all descriptors of a key', () => {
    const options = optionsWith({ 'a.http': 'GET /_cluster/health' });
    const role = '# @rights-of a.http\nPUT /_security/role/r\n\n{ "cluster": ["all"] }\n';
    expect(found(role, options)).toHaveLength(1);
    const key = keyWith('{ "r": { "cluster": ["monitor"] }, "s": { "cluster": ["manage"] } }');
    const [only, ...others] = found(key, options);
    expect(others).toEqual([]);
    // Each would get all that is needed.
    expect(only?.fixes?.() ?? []).toEqual([]);
  });
});

describe('the fix', () => {
  const fixed = (body: string, text: string): string | undefined => {
    const source = `# @rights-of a.http\nPUT /_security/role/r\n\n${body}\n`;
    const [first] = found(source, optionsWith({ 'a.http': text }));
    expect(first).toBeDefined();
    const [fix] = first?.fixes?.() ?? [];
    return fix && applyEdits(source, fix.edits).slice(source.indexOf('{'));
  };

  it('keeps other members, the comments between them, and the indentation', () => {
    const body = '{\n    // for CI\n    "cluster": ["all"],\n    "run_as": ["x"],\n    "metadata": { "team": "a" }\n}';
    expect(fixed(body, 'GET /_cluster/health\n\n###\nGET /logs/_search')).toBe(
      body
        .replace('"all"', '"monitor"')
        .replace('"a" }\n', '"a" },\n    "indices": [\n      { "names": ["logs"], "privileges": ["read"] }\n    ]\n') +
        '\n',
    );
  });

  it('takes away what is not needed at all, on one line as it was', () => {
    expect(
      fixed('{ "cluster": ["all"], "indices": [{ "names": ["*"], "privileges": ["all"] }] }', 'GET /logs/_search'),
    ).toBe('{ "cluster": [], "indices": [{ "names": ["logs"], "privileges": ["read"] }] }\n');
  });

  it.each([
    [
      'an index is known at run time only',
      '{ "cluster": ["all"] }',
      'GET /_cluster/health\n\n###\nGET /{{index}}/_search',
    ],
    [
      'an entry says more',
      '{ "indices": [{ "names": ["logs"], "privileges": ["all"], "query": "{}" }] }',
      'GET /logs/_search',
    ],
  ])('is not offered where %s', (_, body, text) => {
    expect(fixed(body, text)).toBeUndefined();
  });
});
