import { describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, Diagnostic, Hover } from 'vscode-languageserver-protocol';
import { startNames, uriOf } from './name-client';

const login =
  '### Log in\n# @name login\nPOST http://h/login\n\n> {%\n  client.global.set("token", response.body.token);\n%}\n';

describe('scripts in the language server', () => {
  it('say what they set in a hover, also of an imported file', async () => {
    const client = await startNames({ '.env': '', 'login.http': login }, { capabilities: {} });
    const hover = async (text: string) => {
      const found = await client.ask<Hover | null>('hover', 'a.http', text);
      return (found?.contents as { readonly value: string } | undefined)?.value;
    };
    expect(await hover(`${login}### b\nGET http://h/{{to<|>ken}}\n`)).toContain(
      'Set by the script in line 5, which runs',
    );
    expect(await hover('# @import ./login.http\nGET http://h/{{to<|>ken}}\n')).toContain(
      'Set by the script in line 5 of the imported file `login.http`, which runs when the request `login` is sent.',
    );
  });

  it('are completed behind a dot and in quotes', async () => {
    const client = await startNames({}, { capabilities: {} });
    const labels = async (text: string, character?: string) => {
      const context = character === undefined ? { triggerKind: 1 } : { triggerKind: 2, triggerCharacter: character };
      const found = await client.ask<CompletionItem[] | CompletionList>('completion', 'a.http', text, { context });
      return (Array.isArray(found) ? found : found.items).map(({ label }) => label);
    };
    const text = (code: string) => `@host = h\nGET http://h/\n\n> {% ${code} %}\n`;
    expect(await labels(text('client.<|>'), '.')).toContain('global');
    expect(await labels(text('client.global.get("<|>")'))).toEqual(['host']);
    expect(await labels('GET http://h/a.<|>\n', '.')).toEqual([]);
  });

  it('report what they do not have, and no variable that they set', async () => {
    const client = await startNames({ '.env': '' }, { capabilities: {} });
    client.open('a.http', `GET http://h/{{token}}\n${login.replace('response.body', 'response.boddy')}`);
    await client.server.settled();
    await client.server.settled();
    const found = (client.server.published.get(uriOf('a.http')) ?? []) as Diagnostic[];
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      ['faulty-script', "Scripts have no 'response.boddy'; did you mean 'body'?"],
    ]);
  });

  it('give values to variables in files of their own, too', async () => {
    const files = { '.env': '', 'after.js': 'client.global.set("token", response.body.token);' };
    const client = await startNames(files, { capabilities: {} });
    client.open('a.http', 'POST http://h/\n\n> ./after.js\n\n### b\nGET http://h/{{token}}/{{tokn}}\n');
    await client.server.settled();
    await client.server.settled();
    const found = (client.server.published.get(uriOf('a.http')) ?? []) as Diagnostic[];
    expect(found.map(({ message }) => message)).toEqual(["'tokn' is not defined; did you mean 'token'?"]);
  });
});
