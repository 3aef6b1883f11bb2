import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mcpProvider, offerMcpServer } from '../../../client/src/agents/offer-mcp-server';
import type { ModelSending } from '../../../client/src/agents/model-sending';
import { askingTools, offerTools, sendingTool } from '../../../client/src/agents/offer-tools';
import * as editor from './vscode';

vi.mock('vscode', () => import('./vscode'));

// What the extension offers to the language models of the editor.

interface Tool {
  invoke(options: { input: object }, token: object): Promise<editor.LanguageModelToolResult>;
  prepareInvocation?(options: {
    input: object;
  }): Promise<{ confirmationMessages: { title: string; message: { value: string } } } | undefined>;
}

const { contributes } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  readonly contributes: {
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
};

const tools = new Map<string, Tool>();
const calls: unknown[][] = [];
const sent: unknown[] = [];
const place = { uri: editor.Uri.parse('file:///projects/shop'), name: 'shop' };
const sending: ModelSending = {
  explain: (at) => Promise.resolve({ text: `${method} at line ${at.line}` }),
  send: (at) => {
    sent.push([at.uri.toString(), at.line]);
    return Promise.resolve('204');
  },
};
let isStarted: boolean;
let method: string;

function offer() {
  return offerTools({
    call: (...given) => {
      calls.push(given.slice(0, 3));
      return Promise.resolve('found');
    },
    sending: () => {
      isStarted = true;
      return Promise.resolve(sending);
    },
  });
}

beforeEach(() => {
  for (const list of [calls, sent]) list.splice(0);
  tools.clear();
  isStarted = false;
  method = 'DELETE';
  editor.workspace.workspaceFolders = [place];
  editor.workspace.textDocuments = [];
  editor.lm.registerTool = (name: string, tool: Tool) => {
    tools.set(name, tool);
    return { dispose: () => tools.delete(name) };
  };
  editor.lm.registerMcpServerDefinitionProvider = undefined;
});

const invoke = async (name: string, input: object) => {
  try {
    return (await tools.get(name)?.invoke({ input }, {}))?.content[0]?.value;
  } catch (error) {
    // The editor hands it to the model.
    return error instanceof Error ? error.message : undefined;
  }
};

describe('the tools for language models', () => {
  it('are those of the manifest, and end with the extension', () => {
    const offered = offer();
    expect([...tools.keys()].sort()).toEqual(contributes.languageModelTools.map(({ name }) => name).sort());
    expect([...Object.keys(askingTools), sendingTool].sort()).toEqual([...tools.keys()].sort());
    offered.dispose();
    expect(tools.size).toBe(0);
  });

  it('are not offered to an older editor', () => {
    editor.lm.registerTool = undefined;
    expect(() => offer()).not.toThrow();
    expect(tools.size).toBe(0);
  });

  it('ask the tools of the command line in the folder of the file, with what is in an editor', async () => {
    offer();
    expect(await invoke('rulebook_check', { path: '/projects/shop/a.http', fix: true })).toBe('found');
    const uri = editor.Uri.parse('file:///projects/shop/a.http');
    editor.workspace.textDocuments = [{ uri, getText: () => 'GET /unsaved\n' }];
    await invoke('rulebook_check', { path: 'a.http' });
    await invoke('rulebook_check', { path: 'a.http', text: 'GET /given\n' });
    await invoke('rulebook_describe', { request: 'GET /', path: 'a.http' });
    expect(calls).toEqual([
      ['/projects/shop', 'check_requests', { path: 'a.http', fix: true }],
      ['/projects/shop', 'check_requests', { path: 'a.http', text: 'GET /unsaved\n' }],
      ['/projects/shop', 'check_requests', { path: 'a.http', text: 'GET /given\n' }],
      ['/projects/shop', 'describe_request', { request: 'GET /', path: 'a.http' }],
    ]);
    expect(isStarted).toBe(false);
  });

  it('show what would be sent each time, and send only a request of the workspace', async () => {
    offer();
    const tool = tools.get(sendingTool);
    const input = { path: 'a.http', line: 3 };
    for (let time = 0; time < 2; time++) {
      const prepared = await tool?.prepareInvocation?.({ input });
      expect(prepared?.confirmationMessages.title).toBe('Send this request?');
      expect(prepared?.confirmationMessages.message.value).toBe('DELETE at line 2');
    }
    expect(sent).toEqual([]);
    expect(await invoke(sendingTool, input)).toBe('204');
    expect(sent).toEqual([['file:///projects/shop/a.http', 2]]);
    // Once for each question, and only for what was shown.
    expect(await invoke(sendingTool, input)).toContain('not the one that the user has seen');
    await tool?.prepareInvocation?.({ input });
    method = 'PUT';
    expect(await invoke(sendingTool, input)).toContain('not the one that the user has seen');
    for (const path of ['../other/a.http', '/etc/passwd', 'C:\\a.http', 'x/../../a.http'])
      expect(await invoke(sendingTool, { path, line: 1 })).toContain('outside the folders');
    expect(await invoke(sendingTool, { path: 'a.http' })).toContain('`line`');
    expect(sent).toHaveLength(1);
  });

  it('say so when no folder is open', async () => {
    editor.workspace.workspaceFolders = undefined;
    offer();
    expect(await invoke('rulebook_check', { text: 'GET /\n' })).toContain('No folder is open');
    expect(calls).toEqual([]);
  });
});

describe('the server of the Model Context Protocol', () => {
  it('is offered for each folder, by the program of the extension', () => {
    let definitions: readonly editor.McpStdioServerDefinition[] = [];
    const ids: string[] = [];
    editor.lm.registerMcpServerDefinitionProvider = (
      id: string,
      provider: { provideMcpServerDefinitions(): readonly editor.McpStdioServerDefinition[] },
    ) => {
      ids.push(id);
      definitions = provider.provideMcpServerDefinitions();
      return { dispose: () => undefined };
    };
    vi.stubGlobal('RULEBOOK_VERSION', '1.2.3');
    offerMcpServer('/node', '/cli.js');
    expect(ids).toEqual([mcpProvider]);
    expect(contributes.mcpServerDefinitionProviders.map(({ id }) => id)).toEqual(ids);
    expect(definitions).toMatchObject([
      {
        label: 'Rulebook',
        command: '/node',
        args: ['/cli.js', 'mcp'],
        env: { ELECTRON_RUN_AS_NODE: '1' },
        cwd: place.uri,
      },
    ]);
  });

  it('is not offered to an older editor', () => {
    expect(() => offerMcpServer('/node', '/cli.js')).not.toThrow();
  });
});
