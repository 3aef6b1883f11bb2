import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, folderOf, root, startSandbox } from '../command-line';

const descriptionOf = (name: string) => join(root, `test/cli/test-service/${name}.json`);

describe('rulebook import --stories', () => {
  it.each([
    ['library', 18],
    ['tickets', 10],
    ['settings', 8],
  ])('writes the stories of %s, which all pass against its sandbox', async (name, requests) => {
    const sandbox = await startSandbox(['--free-ports', '--unlisted', '--description', descriptionOf(name)]);
    onTestFinished(async () => {
      await sandbox.end();
    });
    const url = sandbox.ready.endpoints[0]?.baseUrl ?? '';
    const written = await commandLine(['import', '--stories', '--base-url', url, descriptionOf(name)]);
    expect(written.code).toBe(0);
    expect(written.out.match(/^### /gm)).toHaveLength(requests);
    const cwd = folderOf({});
    writeFileSync(join(cwd, 'stories.http'), written.out);
    const { code, error } = await commandLine(['run', '--all', '--yes', 'stories.http'], { cwd });
    expect(error).toMatch(new RegExp(`^ +${requests} +${requests} +${requests} +0 +0 `, 'm'));
    expect(code).toBe(0);
  });

  it('keeps the id of an item where the request that replaces it must have one', async () => {
    const { out } = await commandLine(['import', '--stories', descriptionOf('tickets')]);
    expect(out).toMatch(
      /^PUT .*\n.*\n\n\{\n {2}"ticket": \{\n {4}"id": "\{\{tickets-created\.response\.body\.\$\.ticket\.id\}\}",$/m,
    );
  });

  it('has no stories of a service without resources, nor of another file', async () => {
    const cwd = folderOf({
      'status.json': JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Status', version: '1' },
        paths: { '/status': { get: { responses: { 200: { description: 'Up' } } } } },
      }),
      'command.sh': 'curl https://example.com',
    });
    const none = await commandLine(['import', '--stories', 'status.json'], { cwd });
    expect(none.error).toContain('no resources were found in it');
    expect(none.code).toBe(2);
    const other = await commandLine(['import', '--stories', 'command.sh'], { cwd });
    expect(other.error).toContain('--stories needs an OpenAPI or Swagger description');
    expect(other.code).toBe(2);
  });
});
