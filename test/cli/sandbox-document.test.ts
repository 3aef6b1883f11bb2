import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf, root, startSandbox } from './command-line';

const text = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', content = '']) => ({ kind, content }));
const contentsOf = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ content }) => content);
const commands = contentsOf('sh').flatMap((content) => content.trim().split('\n'));

describe('docs/sandbox.md, followed word by word', () => {
  it('names the files that its commands use', () => {
    expect(contentsOf('http')).toHaveLength(1);
    expect(contentsOf('jsonc')).toHaveLength(1);
    expect(blocks.map(({ kind }) => kind).filter((kind) => !['sh', 'http', 'jsonc'].includes(kind))).toEqual([]);
    for (const name of ['control.http', 'seed.json']) expect(text).toContain(`\`${name}\``);
  });

  it('works', async () => {
    const files = { 'control.http': contentsOf('http')[0]!, 'seed.json': contentsOf('jsonc')[0]! };
    const cwd = folderOf(files);
    let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;
    const done: string[] = [];
    for (const command of commands) {
      const [program, name, ...args] = command.split(' ');
      expect(program).toBe('rulebook');
      if (name === 'sandbox') {
        await sandbox?.end();
        sandbox = await startSandbox(['--free-ports', ...args], { cwd });
      } else {
        const { code, error } = await commandLine([name!, ...args], { cwd });
        expect({ command, code, error }).toEqual({ command, code: 0, error });
      }
      done.push(name!);
    }
    expect(done).toEqual(['sandbox', 'run', 'event', 'sandbox']);
    const { baseUrl, credential } = sandbox!.ready.endpoints[2]!;
    const get = (path: string, authorization: string) =>
      fetch(`${baseUrl}${path}`, { headers: { Authorization: authorization } });
    // The credential and the tokens that the text describes.
    expect((await get('/repos/octocat/hello-world/hooks', credential)).status).toBe(200);
    expect((await get('/repos/octocat/hello-world/hooks', `${credential}-bot`)).status).toBe(200);
    expect((await get('/user', 'Bearer my-own')).status).toBe(200);
    expect(await sandbox?.end()).toBe(0);
  });

  it('says how much bodies may have, and which options there are', async () => {
    const { out } = await commandLine(['sandbox', '--help']);
    for (const [option] of text.matchAll(/(?<=`)--[a-z-]+/g)) expect(out).toContain(option);
    expect(text).toContain('100 MB at the clusters and 25 MB at the code host');
  });
});
