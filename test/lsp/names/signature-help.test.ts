import { describe, expect, it } from 'vitest';
import type { SignatureHelp } from 'vscode-languageserver-protocol';
import { startInMemory } from '../server-in-memory';

/** Returns the signature at the mark with its active parameter. */
async function signatureAt(marked: string): Promise<SignatureHelp | null> {
  const server = await startInMemory(new Map());
  const uri = 'file:///w/a.http';
  const before = marked.slice(0, marked.indexOf('<|>'));
  const text = marked.replace('<|>', '');
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'http', version: 1, text } });
  const position = { line: before.split('\n').length - 1, character: before.length - before.lastIndexOf('\n') - 1 };
  const found = await server.request('textDocument/signatureHelp', { textDocument: { uri }, position });
  expect(server.log).toEqual([]);
  return found as SignatureHelp | null;
}

async function activeAt(marked: string): Promise<string | undefined> {
  const found = await signatureAt(marked);
  const [signature] = found?.signatures ?? [];
  const [start, end] = signature?.parameters?.[found?.activeParameter ?? -1]?.label ?? [];
  return typeof start === 'number' ? signature?.label.slice(start, Number(end)) : undefined;
}

describe('signature help', () => {
  it('is the documented form of the request line', async () => {
    const found = await signatureAt('PUT /_snapshot/<|>backup?verify=true\n');
    const [signature] = found!.signatures;
    expect(signature!.label).toMatch(/^PUT \/_snapshot\/\{repository\}\?verify/);
    expect(signature!.documentation).toMatch(/snapshot/i);
    expect(JSON.stringify(signature!.parameters![0]!.documentation)).toContain('repository');
  });

  it.each([
    ['PUT /_snapshot/back<|>up\n', '{repository}'],
    ['DELETE /repos/a/b/hooks/1<|>2\n', '{hook_id}'],
    ['PUT /_snapshot/backup?ver<|>ify=true\n', 'verify'],
    ['PUT /_snapshot/backup\n  ?verify=tr<|>ue\n', 'verify'],
    ['GET /repos/{{owner}}/a/ho<|>oks\n', undefined],
    ['GET /repos/{{ow<|>ner}}/a/hooks\n', '{owner}'],
  ])('has the parameter at the cursor: %s', async (marked, expected) => {
    expect(await activeAt(marked)).toBe(expected);
  });

  it.each([
    'GET /nothing/that/is/kn<|>own/here/x\n',
    'PUT /_snapshot/a\nAccept: <|>b\n',
    '<|>\n',
    'PUT /_snapshot/a\n\n{ "a<|>": 1 }\n',
    'PUT<|> /_snapshot/a\n',
  ])('is not there in %s', async (marked) => {
    expect(await signatureAt(marked)).toBeNull();
  });
});
