import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Hover } from 'vscode-languageserver-protocol';
import { answerNotification } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

const configuration = (vendor: object) =>
  JSON.stringify({
    endpoints: {
      cluster: { service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200', ...vendor },
      host: { service: 'code-hosting', baseUrl: 'http://127.0.0.1:9201', ...vendor },
    },
  });

describe('shown responses of operations that only a published description has', () => {
  let folder: string;
  let client: LanguageClient;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rulebook-answers-'));
    writeFileSync(join(folder, 'rulebook.json'), configuration({}));
    client = await startClient({ rootUri: pathToFileURL(folder).href });
  });
  afterEach(async () => {
    await client.stop();
    rmSync(folder, { recursive: true });
  });

  const uri = 'rulebook-response:/Response%201.http';
  const show = async (operation: string, endpoint: string, body: object) => {
    const source = pathToFileURL(join(folder, 'a.http')).href;
    await client.connection.sendNotification(answerNotification, { uri, operation, endpoint, source });
    await client.open(uri, `HTTP/1.1 200 OK\nContent-Type: application/json\n\n${JSON.stringify(body, null, 2)}\n`);
  };
  const diagnostics = async () => {
    const found = await client.publishedWith((params) => params.uri === uri && params.diagnostics.length > 0);
    return found.map(({ code, severity, message, range }) => [code, severity, range.start.line, message]);
  };
  const hoverAt = async (line: number, character: number) => {
    const hover: Hover | null = await client.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line, character },
    });
    return JSON.stringify(hover);
  };

  it('of the search cluster are checked and explained', async () => {
    await show('search-cluster.cluster.pending_tasks', 'cluster', {
      tasks: [{ executing: 'yes', insert_order: 1, priority: 'HIGH', source: 'x', time_in_queue_millis: 1 }],
    });
    expect(await diagnostics()).toEqual([
      ['mismatched-answer', 3, 6, "'executing' is described as a boolean."],
    ]);
    const hover = await hoverAt(6, 8);
    expect(hover).toContain('boolean · response field · always present');
    expect(hover).toContain('[Elasticsearch 9.5.0]');
  });

  it('of the code host are checked and explained', async () => {
    await show('code-hosting.emojis/get', 'host', { '+1': 1 });
    expect(await diagnostics()).toEqual([
      ['mismatched-answer', 3, 4, expect.stringContaining('described as a string')],
    ]);
  });
});
