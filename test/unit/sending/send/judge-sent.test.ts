import { cancelled } from '../../../../packages/sender/src/refusal';
import { refused } from '../../../../packages/sender/src/refusal';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckContext, type Endpoint } from '../../../../packages/engine/src/index';
import type { PreparedRequest, ReceivedResponse } from '../../../../packages/sender/src/plan/index';
import type { SendPolicy } from '../../../../packages/sender/src/send/index';
import { sendIn, type Situation } from '../../../sender-ports';
import { bodyFiles } from '../body-files';

const engine = createEngine();
const cluster: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'http://es.example:9200/base' };
const context: CheckContext = { endpoints: [cluster], defaults: { 'search-cluster': 'prod' } };
const response: ReceivedResponse = {
  ...{ httpVersion: '1.1', status: 200, statusText: 'OK', headers: [], body: '{}' },
  ...{ isTruncated: false, size: 2, duration: 1 },
};

type Values = Readonly<Record<string, string>>;

/** Sends the first request of a text; returns what was asked, and what went out. */
async function trySending(text: string, values: Values, more: Situation = {}) {
  const plan = engine.plan(engine.openFile(text), 0, { context, severities: {} });
  if (plan === undefined) throw new Error('There is no plan.');
  const asked: string[] = [];
  const requests: PreparedRequest[] = [];
  await sendIn(plan, {
    ...{ endpoint: cluster, endpoints: [cluster] },
    resolve: (name) => (Object.hasOwn(values, name) ? { value: values[name] ?? '', isSecret: false } : undefined),
    send: (request) => (requests.push(request), Promise.resolve({ response })),
    decide: ({ kind, cause, losses }) => {
      asked.push([`${kind}: ${cause}`, ...losses].join(' | '));
      return cancelled;
    },
    judge: (request) => engine.judge(request, { context }),
    ...more,
  });
  return { asked, requests, url: requests[0]?.url, body: requests[0]?.body };
}

describe('a request that is filled in', () => {
  it('sends what was judged where a value stays in its place', async () => {
    const sent = await trySending('PUT /mine/_doc/{{id}}\n\n{ "a": "{{x}}" }\n', { id: '7', x: 'y' });
    expect(sent.asked).toEqual([]);
    expect(sent.url).toBe('http://es.example:9200/base/mine/_doc/7');
  });

  it('keeps the lines of a bulk body', async () => {
    const text = 'POST /_bulk\n\n{"index":{"_index":"mine","_id":"{{nl}}"}}\n{"a":1}\n';
    const nl = 'x"}}\n{"delete":{"_index":"prod","_id":"1"}}\n{"index":{"z":"x';
    const { asked, body } = await trySending(text, { nl });
    expect(asked).toEqual([]);
    expect(String(body).trimEnd().split('\n')).toHaveLength(2);
  });

  it.each([
    ['POST /mine/_doc/{{up}}\n\n{}\n', '../../prod/_delete_by_query'],
    ['PUT /mine/_doc/{{up}}\n\n{}\n', '../../_snapshot/backup'],
  ])('does not leave its path by dots unasked: %j with %s', async (text, up) => {
    const { asked, requests } = await trySending(text, { up });
    expect(asked).toEqual([expect.stringContaining('the value of `{{up}}` leaves its place in the path by dots')]);
    expect(asked[0]).toMatch(/^changed: /);
    expect(requests).toEqual([]);
  });

  it.each([
    ['/mine/_doc/{{up}}', cluster],
    ['http://other.example/mine/_doc/{{up}}', undefined],
  ])('asks what dots delete, not only what is written: %s', async (target, endpoint) => {
    const said: string[] = [];
    await trySending(
      `DELETE ${target}\n`,
      { up: '../../prod' },
      {
        endpoint,
        decide: ({ kind, cause, losses }) => {
          said.push([kind, cause, ...losses].join(' '));
          return 'proceed';
        },
      },
    );
    expect(said.join('\n')).toContain('leaves its place in the path by dots');
    expect(said.at(-1)).toContain('Deletes the index `prod`');
  });

  it('asks about another operation by its path, without a value', async () => {
    const { asked } = await trySending('PUT /{{name}}\n\n{}\n', { name: '_snapshot/secret-name' });
    expect(asked).toEqual([
      'changed: a value changes the request: written is `PUT /{index}`, sent would be `PUT /_snapshot/{repository}`',
    ]);
  });

  it('asks about segments of an unknown path, and not about those of a request that only reads', async () => {
    const { asked } = await trySending('PUT /mine/_doc/{{id}}\n\n{}\n', { id: 'a/b/c/d' });
    expect(asked).toEqual(['changed: the value of `{{id}}` adds segments to the path']);
    expect((await trySending('GET /mine/_doc/{{id}}\n', { id: 'a/b/c/d' })).asked).toEqual([]);
  });

  it('compares the structure where the services are not known', async () => {
    const alone = { judge: undefined };
    expect((await trySending('PUT /mine/_doc/{{id}}\n\n{}\n', { id: 'a/b' }, alone)).asked).toHaveLength(1);
    expect((await trySending('PUT /mine/_doc/{{id}}\n\n{}\n', { id: 'a' }, alone)).asked).toEqual([]);
  });

  it('asks where who knows the services does not respond, and not about a request without values', async () => {
    const silent = { judge: () => Promise.resolve(undefined) };
    expect((await trySending('PUT /mine/_doc/{{id}}\n\n{}\n', { id: 'a' }, silent)).asked).toEqual([
      'unjudged: what it does with its values could not be judged',
    ]);
    const alone = await trySending('PUT /mine/_doc/{{id}}\n\n{}\n', { id: 'a/b' }, silent);
    expect(alone.asked).toEqual([expect.stringMatching(/^changed: /)]);
    expect(alone.requests).toEqual([]);
    expect((await trySending('PUT /mine/_doc/1\n\n{}\n', {}, silent)).requests).toHaveLength(1);
  });

  it('judges a body that is a variable or a file', async () => {
    const lines = '{"delete":{"_index":"a","_id":"1"}}\n{"delete":{"_index":"a","_id":"2"}}\n';
    const loss = ['destructive: the request deletes 2 documents | Deletes 2 documents.'];
    const byVariable = await trySending('POST /_bulk\n\n{"index":{"_index":"b"}}\n{}\n{{lines}}\n', { lines });
    expect(byVariable.asked).toEqual(loss);
    const files = bodyFiles('./b.ndjson', lines);
    const readFile = (path: string) => Promise.resolve(files.get(path) ?? refused('no file'));
    expect((await trySending('POST /_bulk\n\n< ./b.ndjson\n', {}, { readFile })).asked).toEqual(loss);
    expect((await trySending('POST /_bulk\n\n<@ ./b.ndjson\n', {}, { readFile })).asked).toEqual(loss);
    // Without the services, by what the plan says of the actions.
    const alone = await trySending('POST /_bulk\n\n< ./b.ndjson\n', {}, { readFile, judge: undefined });
    expect(alone.asked).toEqual(loss);
  });

  it('judges a target that is a variable', async () => {
    const { asked } = await trySending('POST {{url}}\n\n{"query":{"match_all":{}}}\n', {
      url: 'http://es.example:9200/base/prod/_delete_by_query',
    });
    expect(asked).toEqual([expect.stringMatching(/^destructive: .*`prod`/)]);
  });

  it('asks once about what is lost', async () => {
    const asked: string[] = [];
    const decide: SendPolicy['decide'] = ({ cause }) => {
      asked.push(cause);
      return 'proceed';
    };
    const names = { index: 'logs', id: '7' };
    await trySending('DELETE /{{index}}/_doc/{{id}}\n', names, { decide });
    await trySending('DELETE /{{index}}\n', names, { decide });
    await trySending('POST /_bulk\n\n{"delete":{"_index":"{{index}}","_id":"{{id}}"}}\n', names, { decide });
    expect(asked).toHaveLength(3);
  });
});
