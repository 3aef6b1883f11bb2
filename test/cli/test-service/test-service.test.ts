import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findingOf } from '../../../client/src/test-explorer/finding-of';
import { sampled, sampleOf } from '../../sample';
import { commandLine, folderOf, startSandbox } from '../command-line';
import { startLibrary, type Fault } from './library-server';

const descriptionOf = (name: string) => join(import.meta.dirname, `${name}.json`);

async function library(...faults: readonly Fault[]) {
  const started = await startLibrary(...faults);
  onTestFinished(started.close);
  return started;
}

/** A folder with a `rulebook.json` that describes the library. */
function libraryFolder(url: string, more: object = {}): string {
  return folderOf({
    'api/library.json': readFileSync(descriptionOf('library')),
    'rulebook.json': JSON.stringify({
      services: { library: { description: './api/library.json' } },
      endpoints: { here: { service: 'library', baseUrl: url, ...more } },
    }),
  });
}

describe('rulebook test', () => {
  it.each(sampleOf(['library', 'tickets', 'settings'], 3))(
    `finds nothing in the sandbox that plays %s ${sampled}`,
    async (name) => {
      const sandbox = await startSandbox(['--free-ports', '--unlisted', '--description', descriptionOf(name)]);
      onTestFinished(async () => {
        await sandbox.end();
      });
      const url = sandbox.ready.endpoints[0]?.baseUrl ?? '';
      const { code, out } = await commandLine(['test', descriptionOf(name), '--endpoint', url], { cwd: folderOf({}) });
      expect(out).toContain(': no finding');
      expect(code).toBe(0);
    },
  );

  it('finds each violation that a service accepts, in a file with as little as possible', async () => {
    const service = await library('accepts everything');
    const folder = libraryFolder(service.url);
    const args = ['test', 'library', '--endpoint', 'here', '--only', 'POST /shelves', '--format', 'json'];
    const { code, out } = await commandLine(args, { cwd: folder });
    const { findings } = JSON.parse(out) as { findings: readonly { title: string; file: string; kind: string }[] };
    expect(code).toBe(1);
    expect(findings.map(({ title }) => title)).toEqual([
      'POST /shelves: $ as a number',
      'POST /shelves: with a member that is not described',
      'POST /shelves: without $.room',
      'POST /shelves: $.room as a list',
      'POST /shelves: $.room with 1 character',
      'POST /shelves: $.room with 21 characters',
      'POST /shelves: $.height as a list',
      'POST /shelves: $.height as -0.5',
      'POST /shelves: $.height as 5',
      'POST /shelves: $.label as a list',
      'POST /shelves: without a body',
    ]);
    const { file } = findings.find(({ title }) => title.endsWith('as 5')) ?? { file: '' };
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain('# @endpoint here\nPOST /shelves\nContent-Type: application/json\n');
    expect(text).not.toContain('label');
    expect(text).toContain('?? status == 4xx\n');
    expect((await commandLine(['run', '--all', '--yes', file], { cwd: folder })).code).toBe(1);
    const repaired = await library();
    const env = { RULEBOOK_ENDPOINT_HERE: repaired.url };
    expect((await commandLine(['run', '--all', '--yes', file], { cwd: folder, env })).code).toBe(0);
  });

  it('sends header fields with placeholders, which the findings keep', async () => {
    const service = await library('a wrong id');
    const cwd = folderOf({ '.env': 'KEY=sesame' });
    const header = ['--header', 'X-Key: {{$dotenv KEY}}', '--allow-origin', service.url];
    const args = [
      'test',
      descriptionOf('library'),
      '--endpoint',
      service.url,
      '--only',
      '/shelves/{shelfId}',
      ...header,
    ];
    expect((await commandLine(args, { cwd })).code).toBe(1);
    expect(service.keys()).toEqual(new Set(['sesame']));
    const text = readFileSync(join(cwd, 'rulebook-findings/get-shelves-shelfid-id.http'), 'utf8');
    expect(text).toContain('X-Key: {{$dotenv KEY}}');
    // The Test Explorer groups the files by it.
    expect(findingOf(text)).toEqual({
      operation: 'GET /shelves/{shelfId}',
      message: 'The item of /shelves/{shelfId} has another id than the one that it is read by.',
    });
    const wrong = await commandLine(['test', descriptionOf('library'), '--endpoint', service.url, '--header', 'X-Key']);
    expect(wrong.error).toContain('--header needs a field such as');
    expect(wrong.code).toBe(2);
  });

  it('does not test a protected endpoint, nor its address', async () => {
    const service = await library();
    const cwd = libraryFolder(service.url, { protected: true });
    for (const place of ['here', service.url]) {
      const { code, error } = await commandLine(['test', 'library', '--endpoint', place, '--yes'], { cwd });
      expect(error).toContain('the endpoint here is protected, so it is not tested');
      expect(code).toBe(2);
    }
    expect(service.requests()).toBe(0);
  });

  it('tests another machine only if the user says so', async () => {
    const args = ['test', descriptionOf('library'), '--endpoint', 'http://library.example.org'];
    const { code, error } = await commandLine(args, { cwd: folderOf({}) });
    expect(error).toContain('tests create, change and remove things at http://library.example.org; add --yes');
    expect(code).toBe(2);
  });

  it('keeps to what it created', async () => {
    const service = await library();
    const send = (method: string, path: string, body?: unknown) =>
      fetch(`${service.url}${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    await send('POST', '/shelves', { room: 'Attic' });
    await commandLine(['test', descriptionOf('library'), '--endpoint', service.url], { cwd: folderOf({}) });
    expect(await (await send('GET', '/shelves')).json()).toEqual({ items: [{ room: 'Attic', id: 1 }] });
    expect(service.requests()).toBeGreaterThan(100);
  });

  it('ends at a limit, and says so', async () => {
    const service = await library();
    const args = ['test', descriptionOf('library'), '--endpoint', service.url, '--max-requests', '40'];
    const { code, out } = await commandLine(args, { cwd: folderOf({}) });
    expect(out).toContain('The tests ended before all was tested: --max-requests were sent.');
    expect(service.requests()).toBeLessThanOrEqual(50);
    expect(service.size()).toBe(0);
    expect(code).toBe(0);
  });

  it('sends the same requests for the same seed', async () => {
    const linesFor = async (seed: string) => {
      const service = await library();
      const args = [
        'test',
        descriptionOf('library'),
        '--endpoint',
        service.url,
        '--seed',
        seed,
        '--only',
        '* /shelves',
      ];
      await commandLine(args, { cwd: folderOf({}) });
      return service.log();
    };
    const [first, again, other] = [await linesFor('1'), await linesFor('1'), await linesFor('2')];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('writes a report of the operations', async () => {
    const service = await library('a wrong id');
    const cwd = folderOf({});
    const args = [
      'test',
      descriptionOf('library'),
      '--endpoint',
      service.url,
      '--report',
      'results.xml',
      '--only',
      '* /shelves*',
    ];
    expect((await commandLine(args, { cwd })).code).toBe(1);
    const report = readFileSync(join(cwd, 'results.xml'), 'utf8');
    expect(report).toContain('tests="10" failures="1" errors="0" skipped="0"');
    expect(report).toContain('has another id than the one that it is read by');
  });

  it('says that a service does not answer', async () => {
    const service = await library();
    service.close();
    const { code, error } = await commandLine(['test', descriptionOf('library'), '--endpoint', service.url]);
    expect(error).toContain('the service does not answer');
    expect(code).toBe(3);
  });
});
