import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startClient, type LanguageClient } from '../language-client';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../descriptions', name), 'utf8');

let folder: string;
let client: LanguageClient;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook-arazzo-'));
  for (const name of ['shop.yaml', 'shop-models.yaml']) writeFileSync(join(folder, name), sample(name));
  const rootUri = pathToFileURL(folder).href;
  client = await startClient({ rootUri, workspaceFolders: [{ uri: rootUri, name: 'pets' }] });
});
afterAll(async () => {
  await client.stop();
  rmSync(folder, { recursive: true, force: true });
});

const document = (kind: string) => `arazzo: 1.0.1
info: { title: Pets, version: 1.0.0 }
sourceDescriptions:
  - { name: shop, url: ./shop.yaml, type: openapi }
workflows:
  - workflowId: buy
    steps:
      - stepId: list
        operationId: listPets
        parameters:
          - { name: kind, in: query, value: ${kind} }
`;

describe('a document of another format', () => {
  it('has diagnostics, which follow its edits', async () => {
    const uri = `${pathToFileURL(folder).href}/pets.arazzo.yaml`;
    await client.open(uri, document('cow'), 'yaml');
    expect(await client.diagnosticsOf(uri, 1)).toMatchObject([
      { message: "'kind' must be 'cat', 'dog' or 'bird'.", range: { start: { line: 10, character: 37 } } },
    ]);
    await client.change(uri, 2, [{ text: document('cat') }]);
    expect(await client.diagnosticsOf(uri, 2)).toEqual([]);
  });

  it('is an overlay, compared with what it extends', async () => {
    const uri = `${pathToFileURL(folder).href}/fix.overlay.yaml`;
    const text = `overlay: 1.1.0\ninfo: { title: o, version: 1.0.0 }\nextends: ./shop.yaml\nactions:\n  - target: $.nothing\n    remove: true\n`;
    await client.open(uri, text, 'yaml');
    expect(await client.diagnosticsOf(uri, 1)).toMatchObject([
      { message: 'The target matches nothing in the description.', range: { start: { line: 4 } } },
    ]);
  });
});
