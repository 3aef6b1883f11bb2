import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sampled, sampleOf } from '../../sample';
import { startClient } from '../language-client';

const levels = 5_000;

const nestings: Readonly<Record<string, string>> = {
  lists: '['.repeat(levels) + ']'.repeat(levels),
  objects: '{"a":'.repeat(levels) + '1' + '}'.repeat(levels),
  'lists that are open': '['.repeat(levels),
  'lists and objects': '[{"a":'.repeat(levels) + '1' + '}]'.repeat(levels),
  'brackets that close another kind': '[}'.repeat(levels),
};

/** Each kind of file that the server reads, with what is deep in it. */
function filesWith(deep: string): Readonly<Record<string, string>> {
  return {
    'deep/rulebook.json': `{"endpoints":${deep}}`,
    'rulebook.json': `{"services":{"shop":{"description":"api.json","overlays":["over.yaml"]},"other":{"description":"api.yaml"}},"rulesets":["rules.yaml"],"rules":${deep}}`,
    'own/rulebook.json':
      '{"services":{"shop":{"description":"../api.json","overlays":["../over.yaml"]},"other":{"description":"../api.yaml"}},"rulesets":["../rules.yaml"]}',
    'own/c.http': 'POST /a\n\n{ "a": 1 }\n',
    'api.json': `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"properties":{"a":${deep}}}}}},"responses":{}}}}}`,
    'api.yaml': `openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths: ${deep}\n`,
    'over.yaml': `overlay: 1.0.0\ninfo: { title: o, version: '1' }\nactions:\n  - target: $\n    update: ${deep}\n`,
    'rules.yaml': `rules:\n  a:\n    given: '#/body'\n    then: { function: schema, functionOptions: { schema: ${deep} } }\n`,
    'http-client.env.json': `{"dev":{"a":${deep}}}`,
    'http-client.private.env.json': `{"dev":${deep}}`,
    '.httpyac.json': `{"environments":${deep}}`,
    'package.json': `{"httpyac":{"environments":${deep}}}`,
    '.vscode/settings.json': `{"rest-client.environmentVariables":${deep}}`,
    'a.api-key.json': `{"name":${deep}}`,
    'b.json': `// @request PUT /a\n${deep}`,
    'page.md': `\`\`\`http\nPOST http://a/\n\n${deep}\n\`\`\`\n`,
    'x.http': `POST http://127.0.0.1:1/a\nContent-Type: application/json\n\n${deep}\n\n### b\n# @name b\nGET http://a/{{b.response.body.$.b}}\n?? body == ${deep}\n?? $.x == ${deep}\n\n### c\nGRAPHQL http://a\n\nquery { a }\n\n${deep}\n\n### d\n@v = ${deep}\nGET http://a/{{v}}?x=${deep}\nX: ${deep}\n`,
  };
}

const languages: Readonly<Record<string, string>> = { http: 'http', json: 'json', md: 'markdown', yaml: 'yaml' };

describe('a workspace with files that are nested too deeply', () => {
  it.each(sampleOf(Object.entries(nestings)))(`gets an answer to each request: %s ${sampled}`, async (_name, deep) => {
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-deep-'));
    const files = filesWith(deep);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const rootUri = pathToFileURL(folder).href;
    const client = await startClient({ rootUri, workspaceFolders: [{ uri: rootUri, name: 'deep' }] });
    try {
      for (const [name, text] of Object.entries(files)) {
        const uri = `${rootUri}/${name}`;
        await client.open(uri, text, languages[name.split('.').at(-1) ?? ''] ?? 'plaintext');
        const textDocument = { uri };
        const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 2 } };
        for (const position of [
          { line: 0, character: 6 },
          { line: 3, character: 4 },
        ]) {
          for (const method of ['hover', 'completion', 'definition', 'documentHighlight', 'signatureHelp'])
            await client.connection.sendRequest(`textDocument/${method}`, { textDocument, position });
          await client.connection.sendRequest('textDocument/references', {
            ...{ textDocument, position },
            context: { includeDeclaration: true },
          });
          await client.connection.sendRequest('textDocument/selectionRange', { textDocument, positions: [position] });
        }
        for (const method of ['codeLens', 'documentLink', 'documentSymbol', 'foldingRange', 'semanticTokens/full'])
          await client.connection.sendRequest(`textDocument/${method}`, { textDocument });
        await client.connection.sendRequest('textDocument/codeAction', {
          ...{ textDocument, range },
          context: { diagnostics: [] },
        });
        await client.connection.sendRequest('textDocument/formatting', {
          textDocument,
          options: { tabSize: 2, insertSpaces: true },
        });
      }
      await client.connection.sendRequest('workspace/symbol', { query: 'a' });
      const configuration = await client.publishedWith(({ uri }) => uri === `${rootUri}/rulebook.json`);
      expect(configuration.map(({ message }) => message)).toContainEqual(
        // A bracket that closes another kind ends what is around it, so nothing there is deep.
        expect.stringMatching(/nested too deeply|not valid JSON from here on/),
      );
      // The server still finds what is wrong.
      await client.open(`${rootUri}/good.http`, 'POST /_security/api_key\n\n{ "name": 1 }\n');
      const found = await client.diagnosticsOf(`${rootUri}/good.http`, 1);
      expect(found.map(({ code }) => code)).toContain('wrong-type');
      expect(client.log.filter((line) => /call stack/i.test(line))).toEqual([]);
    } finally {
      expect(await client.stop()).toBe(0);
      rmSync(folder, { recursive: true });
    }
  });
});
