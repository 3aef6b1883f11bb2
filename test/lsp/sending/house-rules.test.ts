import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { startClient, type LanguageClient } from '../language-client';

const ruleset = (name: string) => `rules:
  ${name}:
    severity: error
    given: '#/body/expiration'
    then: { function: defined }
`;

describe('house rules over the protocol', () => {
  let folder: string;
  let client: LanguageClient;
  const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
  const write = async (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf(name), type: 2 }],
    });
  };
  /** Waits until the newest diagnostics of a file fulfil the condition. */
  const newest = (name: string, holds: (list: readonly Diagnostic[]) => boolean) =>
    client.publishedWith(
      (params) =>
        params.uri === uriOf(name) &&
        params === [...client.published].reverse().find(({ uri }) => uri === params.uri) &&
        holds(params.diagnostics),
    );
  const isHouse = ({ code }: Diagnostic) => code === 'house-rule';

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rulebook-house-'));
    client = await startClient({ rootUri: pathToFileURL(folder).href });
    await client.open(uriOf('a.http'), 'POST /_security/api_key\n\n{ "name": "ci" }\n');
  });
  afterEach(async () => {
    await client.stop();
    rmSync(folder, { recursive: true });
  });

  it('hold as soon as rulebook.json names their ruleset, and no longer when it does not', async () => {
    await newest('a.http', (list) => !list.some(isHouse));
    writeFileSync(join(folder, 'team.yaml'), ruleset('keys-expire'));
    await write('rulebook.json', '{ "rulesets": ["team.yaml"] }');
    const found = await newest('a.http', (list) => list.some(isHouse));
    expect(found.find(isHouse)).toMatchObject({ severity: 1, message: "'expiration' must be present." });
    await write('rulebook.json', '{}');
    await newest('a.http', (list) => !list.some(isHouse));
  });

  it('follow changes of the ruleset, whose mistakes are shown in it', async () => {
    writeFileSync(join(folder, 'team.yaml'), ruleset('keys-expire'));
    await write('rulebook.json', '{ "rulesets": ["team.yaml"] }');
    await newest('a.http', (list) => list.some(isHouse));
    await write('team.yaml', ruleset('keys-expire').replace('defined', 'defind'));
    const wrong = await newest('team.yaml', (list) => list.length > 0);
    expect(wrong[0]?.message).toContain("did you mean 'defined'?");
    expect(wrong[0]?.range).toEqual({ start: { line: 4, character: 22 }, end: { line: 4, character: 28 } });
    await newest('a.http', (list) => !list.some(isHouse));
    await write('team.yaml', ruleset('keys-expire'));
    await newest('team.yaml', (list) => list.length === 0);
    await newest('a.http', (list) => list.some(isHouse));
  });

  it('that cannot be read are reported where they are named', async () => {
    await write('rulebook.json', '{ "rulesets": ["none.yaml"] }');
    const found = await newest('rulebook.json', (list) => list.length > 0);
    expect(found[0]?.message).toContain("The ruleset 'none.yaml' cannot be read");
    expect(found[0]?.range.start).toEqual({ line: 0, character: 15 });
  });
});
