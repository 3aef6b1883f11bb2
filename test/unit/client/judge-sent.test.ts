import type { Memento, Uri } from 'vscode';
import { describe, expect, it } from 'vitest';
import { decide, type Agreements } from '../../../client/src/sending/decide';
import { judgeOf } from '../../../client/src/sending/judge-sent';
import { createEngine, type CheckContext, type Endpoint } from '../../../packages/engine/src/index';
import type { PreparedRequest, ReceivedResponse } from '../../../packages/sender/src/plan/index';
import type { JudgeParams, JudgeResult } from '../../../server/src/protocol';
import { sendIn } from '../../sender-ports';
import { asked } from './vscode';

const engine = createEngine();
const place: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'http://es.example:9200' };
const context: CheckContext = { endpoints: [place], defaults: { 'search-cluster': 'prod' } };
const document = { toString: () => 'file:///a.http' } as unknown as Uri;
const memento = { get: () => undefined, keys: () => [], update: () => Promise.resolve() } as unknown as Memento;
const response: ReceivedResponse = {
  ...{ httpVersion: '1.1', status: 200, statusText: 'OK', headers: [], body: '{}' },
  ...{ isTruncated: false, size: 2, duration: 1 },
};

/** Sends as the editor does, with a server that answers; returns what was asked, what went to the server, and what went out. */
async function send(
  text: string,
  values: Readonly<Record<string, string>>,
  server: (params: JudgeParams) => JudgeResult = ({ request }) => ({ judgement: engine.judge(request, { context }) }),
) {
  const plan = engine.plan(engine.openFile(text), 0, { context, severities: {} });
  if (plan === undefined) throw new Error('There is no plan.');
  const judged: JudgeParams[] = [];
  const sent: PreparedRequest[] = [];
  const agreements = {
    ofRun: new Set(),
    isRun: false,
    unasked: memento,
    mistakes: { has: () => Promise.resolve(true) },
  };
  const judge = (params: JudgeParams) => (judged.push(params), Promise.resolve(server(params)));
  asked.questions.splice(0);
  await sendIn(plan, {
    ...{ endpoint: place, endpoints: [place], judge: judgeOf({ judge }, document) },
    resolve: (name) => (Object.hasOwn(values, name) ? { value: values[name] ?? '', isSecret: false } : undefined),
    credentialOf: () => Promise.resolve({ credential: 'Basic canary:canary' }),
    send: (request) => (sent.push(request), Promise.resolve({ response })),
    decide: (refusal, at) => decide(refusal, at, { plan, document, errors: [] }, agreements as unknown as Agreements),
  });
  return { questions: asked.questions.splice(0), judged, sent };
}

describe('the editor sends what was judged', () => {
  it('and asks where a variable for the whole URL leads to what destroys', async () => {
    const url = 'http://es.example:9200/logs/_delete_by_query';
    const { questions, sent } = await send('POST {{url}}\n\n{ "query": { "match_all": {} } }\n', { url });
    expect(questions).toEqual([expect.stringContaining('Deletes')]);
    expect(questions[0]).toContain('logs');
    expect(sent).toEqual([]);
  });

  it('and asks where a value makes another operation of the path', async () => {
    const reserved = await send('POST /logs/{{id}}\n\n{}\n', { id: '_delete_by_query' });
    expect(reserved.questions).toEqual([expect.stringContaining('Deletes')]);
    expect(reserved.sent).toEqual([]);
    const other = await send('PUT /{{name}}\n\n{}\n', { name: '_snapshot/a' });
    expect(other.questions).toEqual(['The value of a variable changes "PUT /{{name}}". Send it anyway?']);
    expect(other.sent).toEqual([]);
  });

  it('and asks nothing where a value stays in its place', async () => {
    const { questions, sent } = await send('PUT /logs/_doc/{{id}}\n\n{}\n', { id: '7' });
    expect(questions).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it('and sends nothing unasked where the server does not respond', async () => {
    const silent = () => ({ reason: 'The language server does not respond.' });
    const { questions, sent } = await send('PUT /logs/_doc/{{id}}\n\n{}\n', { id: '7' }, silent);
    expect(questions).toEqual([
      'It could not be judged what "PUT /logs/_doc/{{id}}" does with its values. Send it anyway?',
    ]);
    expect(sent).toEqual([]);
  });

  it('and hands no credential to the server', async () => {
    const text =
      'PUT http://ada:canary@es.example:9200/logs/_doc/{{id}}\nX-Token: canary\nContent-Type: application/json\n\n{}\n';
    const { judged } = await send(text, { id: '7' });
    expect(judged.length).toBeGreaterThan(0);
    expect(judged[0]).toMatchObject({ uri: 'file:///a.http', request: { method: 'PUT', body: '{}' } });
    expect(judged[0]?.request.headers).toEqual([['Content-Type', 'application/json']]);
    expect(JSON.stringify(judged)).not.toContain('canary');
  });
});
