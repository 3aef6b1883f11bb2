import { describe, expect, it } from 'vitest';
import { runTests, type Received } from '../../../packages/sandbox/src/contract-tests/index';
import { serviceOf } from '../../sandbox/played/library';

const user = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const description = {
  openapi: '3.0.3',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': {
      post: {
        requestBody: { required: true, ...json({ ...user, required: ['name'] }) },
        responses: { 201: { description: 'made', ...json(user) } },
      },
    },
    '/users/{id}': {
      get: { parameters: [id], responses: { 200: { description: 'ok', ...json(user) }, 404: { description: 'no' } } },
      delete: { parameters: [id], responses: { 204: { description: 'gone', ...json({ type: 'object' }) } } },
    },
  },
};

const options = {
  seed: 1,
  isChosen: () => true,
  destination: { url: 'http://127.0.0.1:1' },
  maxRequests: 500,
  maxTime: 1000,
};

/** What a service answers to a request line; undefined: the request cannot be sent. */
type Answer = (method: string, path: string) => { readonly status: number; readonly body: string };

/** Returns what sends request files to a service that is played by a function. Ids come from responses by their member `id`. */
function playedBy(answer: Answer) {
  return (text: string): Promise<readonly Received[]> => {
    const ids = new Map<string, string>();
    const received: Received[] = [];
    for (const block of text.split(/^### .*\n/m).slice(1)) {
      const name = /^# @name (.*)$/m.exec(block)?.[1] ?? '';
      const [, method = '', written = ''] = /^([A-Z]+) \{\{service\}\}(\S*)$/m.exec(block) ?? [];
      const path = written.replace(/\{\{([^{}.]+)\.[^{}]*\}\}/g, (whole, of: string) => ids.get(of) ?? whole);
      if (path.includes('{{')) {
        received.push({ problem: 'a variable has no value', isUnsent: true, contentType: '', body: '', asserts: [] });
        break;
      }
      const { status, body } = answer(method, path);
      const shown = /"id":(\d+)/.exec(body)?.[1];
      if (shown !== undefined) ids.set(name, shown);
      received.push({ status, contentType: 'application/json', body, asserts: [] });
    }
    return Promise.resolve(received);
  };
}

const run = (answer: Answer) =>
  runTests(serviceOf(description, 'users'), options, {
    send: playedBy(answer),
    now: () => 0,
    isCancelled: () => false,
  });

describe('tests of a service', () => {
  it('take a response with the status 204 for one without a body', async () => {
    const there = new Set<string>();
    let made = 0;
    const { findings } = await run((method, path) => {
      if (method === 'POST') {
        there.add(`/users/${++made}`);
        return { status: 201, body: `{"id":${made}}` };
      }
      if (!there.has(path)) return { status: 404, body: '' };
      if (method === 'DELETE') there.delete(path);
      return method === 'DELETE' ? { status: 204, body: '' } : { status: 200, body: `{"id":${path.slice(7)}}` };
    });
    const about = findings.map(({ violation }) => violation.message);
    expect(about.filter((message) => message.includes('DELETE'))).toEqual([]);
  });

  it('say which requests were not sent because a response has no id', async () => {
    const { findings, untested, left } = await run((method) => {
      if (method === 'POST') return { status: 201, body: '{}' };
      return method === 'GET' ? { status: 404, body: '' } : { status: 204, body: '' };
    });
    expect(findings.map(({ violation }) => violation.message).filter((message) => /no response/.test(message))).toEqual(
      [],
    );
    const causes = new Map(untested.map(({ operation, cause }) => [operation, cause]));
    expect(causes.get('GET /users/{id}')).toContain('the response of POST /users has no id');
    expect(causes.get('DELETE /users/{id}')).toContain('the response of POST /users has no id');
    expect(left).toEqual(['/users/…']);
  });
});
