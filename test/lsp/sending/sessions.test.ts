import { expect, it } from 'vitest';
import { startInMemory } from '../server-in-memory';

const capabilities = { textDocument: { diagnostic: {} } };
const textDocument = { uri: 'file:///a.http' };
const faulty = (value: string) => `PUT /_security/api_key\n\n{ "name": ${value}, "expiration": "1d" }\n`;

async function pulledOf(text: string, previousResultId?: string) {
  const server = await startInMemory(new Map(), { capabilities });
  server.notify('textDocument/didOpen', { textDocument: { ...textDocument, languageId: 'http', version: 1, text } });
  const params = { textDocument, ...(previousResultId !== undefined && { previousResultId }) };
  const ask = () => server.request('textDocument/diagnostic', params) as Promise<{ kind: string; resultId: string }>;
  // The second pull names the report of another session although this one has sent a report by now.
  const first = await ask();
  return [first, await ask()] as const;
}

it('sends a report to a client that names one of a server that ran before', async () => {
  const [{ resultId }] = await pulledOf(faulty('5'));
  const later = await pulledOf(faulty('"n"'), resultId);
  expect(later.map(({ kind }) => kind)).toEqual(['full', 'full']);
});
