import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOf, startSandbox } from './command-line';
import { connect } from './mcp-client';
import { startLibrary, type Intercept } from './test-service/library-server';

const description = readFileSync(join(import.meta.dirname, 'test-service/library.json'), 'utf8');

async function start({
  intercept,
  named = ['--allow-endpoint', 'real'],
  member = {},
  answer,
}: {
  readonly intercept?: Intercept;
  readonly named?: readonly string[];
  readonly member?: object;
  readonly answer?: (question: string) => ElicitResult;
} = {}) {
  const library = await startLibrary(undefined, intercept);
  onTestFinished(library.close);
  const folder = folderOf({
    'library.json': description,
    'rulebook.json': JSON.stringify({
      services: { library: { description: './library.json' } },
      endpoints: { real: { service: 'library', baseUrl: library.url, ...member } },
    }),
  });
  const { call, client } = await connect(folder, ['--allow-sending', ...named], {}, answer);
  const methods = () => [...new Set(library.log().map((line) => line.split(' ')[0]))].sort();
  const test = (more: object = {}) => call('test_service', { service: 'library', endpoint: 'real', ...more });
  return { library, folder, client, methods, test };
}

describe('a language model that tests a service', () => {
  it('sends only what reads, and gets the differences', async () => {
    const received = new Set<string>();
    const { folder, test, client } = await start({
      intercept: ({ method = '' }) => {
        received.add(method);
        return { status: 200, headers: { 'content-type': 'application/json' }, text: '{ "items": 3 }' };
      },
    });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'test_service')?.annotations).toMatchObject({ destructiveHint: true });
    const { isError = false, text } = await test();
    expect({ isError, text }).toMatchObject({ isError: false });
    expect([...received]).toEqual(['GET']);
    expect(text).toContain('only requests that read are sent');
    const written = readdirSync(join(folder, 'rulebook-findings'));
    expect(written.some((name) => name.startsWith('get-shelves'))).toBe(true);
    expect(text).toContain('GET /shelves');
  });

  it('changes something after the decision of the user only', async () => {
    const questions: string[] = [];
    const { methods, test } = await start({
      answer: (question) => {
        questions.push(question);
        return { action: 'accept', content: { send: true } };
      },
    });
    expect(await test({ writes: true })).not.toHaveProperty('isError', true);
    expect(methods()).toEqual(expect.arrayContaining(['DELETE', 'GET', 'POST']));
    expect(questions).toEqual([expect.stringMatching(/create, change and remove things at http:\/\/127\.0\.0\.1:\d+/)]);
  });

  it.each<[string, ((question: string) => ElicitResult) | undefined, string]>([
    ['a client that cannot ask', undefined, 'your client cannot ask'],
    ['a user who declines', () => ({ action: 'decline' }), 'did not confirm'],
    ['a user who does not send it', () => ({ action: 'accept', content: { send: false } }), 'did not confirm'],
  ])('changes nothing by %s', async (_who, answer, reason) => {
    const { library, test } = await start({ ...(answer && { answer }) });
    const { isError, text } = await test({ writes: true });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(reason) as unknown });
    expect(library.log()).toEqual([]);
  });

  it('sends nothing to what was not named at the start, and to what is protected', async () => {
    const other = await start({ named: [] });
    expect((await other.test()).text).toContain('was not named when the server was started');
    expect((await other.test({ endpoint: other.library.url })).text).toContain('was not named');
    const guarded = await start({ member: { protected: true } });
    expect(await guarded.test()).toMatchObject({
      isError: true,
      text: expect.stringContaining('protected') as unknown,
    });
    expect([...other.library.log(), ...guarded.library.log()]).toEqual([]);
  });

  it('takes the name of a service, and no option of the command line', async () => {
    const { library, test } = await start();
    for (const service of ['library.json', '--yes', '../library', '/etc/hosts'])
      expect(await test({ service })).toMatchObject({ isError: true });
    expect((await test({ endpoint: '--yes' })).isError).toBe(true);
    expect(library.log()).toEqual([]);
  });

  it('tests everything in the sandbox', async () => {
    const folder = folderOf({
      'library.json': description,
      'rulebook.json': JSON.stringify({ services: { library: { description: './library.json' } } }),
    });
    const runtime = folderOf({});
    const env = { XDG_RUNTIME_DIR: runtime, XDG_STATE_HOME: runtime, HOME: runtime, PATH: process.env['PATH'] ?? '' };
    const sandbox = await startSandbox(['--free-ports', '--own-services'], { cwd: folder, env });
    onTestFinished(async () => {
      await sandbox.end();
    });
    const { call } = await connect(folder, ['--allow-sending'], env);
    const { text, isError = false } = await call('test_service', { service: 'library', endpoint: 'sandbox-library' });
    expect({ isError, text }).toEqual({ isError: false, text: expect.stringContaining('no finding') as unknown });
    expect(text).not.toContain('only requests that read');
  });
});
