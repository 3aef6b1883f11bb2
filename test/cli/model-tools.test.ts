import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { askingTools } from '../../client/src/agents/offer-tools';
import { createToolProcesses, type ToolProcesses } from '../../packages/node/src/tool-process';
import { resolvedManifest } from '../../tools/lib/manifest.mjs';
import { folderOf, root } from './command-line';
import { connect } from './mcp-client';

// The tools that the extension offers, against those of `rulebook mcp` that it asks.

interface Contributed {
  readonly name: string;
  readonly modelDescription: string;
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
}

const { contributes } = resolvedManifest(
  readFileSync(join(root, 'package.json'), 'utf8'),
  JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>,
) as { readonly contributes: { readonly languageModelTools: readonly Contributed[] } };

let processes: ToolProcesses | undefined;
afterEach(() => {
  processes?.dispose();
});
const quiet = () => undefined;

describe('the tools of the extension', () => {
  it('take arguments that those of the command line take, and ask for the same', async () => {
    const { client } = await connect(folderOf({}));
    const { tools } = await client.listTools();
    for (const [name, tool] of Object.entries(askingTools)) {
      const own = contributes.languageModelTools.find((one) => one.name === name);
      const asked = tools.find((one) => one.name === tool);
      expect(Object.keys(asked?.inputSchema.properties ?? {})).toEqual(
        expect.arrayContaining(Object.keys(own?.inputSchema.properties ?? {})),
      );
      expect(own?.inputSchema.required ?? []).toEqual(asked?.inputSchema.required ?? []);
      expect(own?.modelDescription).not.toMatch(/^%|^$/);
    }
  });

  it('are answered by one process for each folder, also after it was lost', async () => {
    processes = createToolProcesses(join(root, 'dist/cli.js'));
    const folder = folderOf({ 'a.http': 'POST /_security/api_key\n\n{ "nam": "a" }\n' });
    const check = () => processes?.call(folder, 'check_requests', { path: 'a.http' }, quiet);
    const [one, two] = await Promise.all([check(), check()]);
    expect(one).toContain('`nam` is not a documented field');
    expect(two).toBe(one);
    processes.dispose();
    expect(await check()).toBe(one);
    expect(await processes.call(folder, 'check_requests', { path: '../b.http' }, quiet)).toContain(
      'outside the working folder',
    );
    expect(await processes.call(folder, 'nothing_like_this', {}, quiet)).toContain('nothing_like_this');
  });

  it('end when they are cancelled, and say when there is no program', async () => {
    processes = createToolProcesses(join(root, 'dist/missing.js'));
    await expect(processes.call(folderOf({}), 'check_requests', {}, quiet)).rejects.toThrow('did not answer');
    processes = createToolProcesses(join(root, 'dist/cli.js'));
    const cancelled = processes.call(folderOf({}), 'describe_request', { request: 'GET /' }, (listener) => {
      listener();
    });
    await expect(cancelled).rejects.toThrow('did not answer');
  });
});
