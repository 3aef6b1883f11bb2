import { describe, expect, it } from 'vitest';
import type {
  DocumentHighlight,
  FoldingRange,
  Location,
  SignatureHelp,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { edited, highlightsIn, places, startNames, uriOf } from './name-client';

const file = [
  'POST /_query',
  '{',
  '  "query": """',
  '    FROM logs',
  '    | STATS errors = COUNT(*)',
  '        BY host',
  '    | WHERE errors > {{least}}',
  '    | SORT errors DESC',
  '  """',
  '}',
].join('\n');
const plain = file.replace(' > {{least}}', ' > 5');

/** Puts the cursor in the n-th occurrence of a text. */
function at(text: string, wanted: string, count = 1): string {
  let from = -1;
  for (let index = 0; index < count; index++) from = text.indexOf(wanted, from + 1);
  return `${text.slice(0, from + 1)}<|>${text.slice(from + 1)}`;
}

describe('a column of a query', () => {
  it('leads to the command that makes it', async () => {
    const client = await startNames();
    const found = await client.ask<Location[]>('definition', 'a.http', at(plain, 'errors', 3));
    expect(places(client, found, { 'a.http': plain })).toEqual(['a.http 4:12-18 errors']);
  });

  it.each([
    [true, ['a.http 4:12-18 errors', 'a.http 6:12-18 errors', 'a.http 7:11-17 errors']],
    [false, ['a.http 6:12-18 errors', 'a.http 7:11-17 errors']],
  ])('has its references, with its definition: %s', async (includeDeclaration, wanted) => {
    const client = await startNames();
    const context = { context: { includeDeclaration } };
    const found = await client.ask<Location[]>('references', 'a.http', at(plain, 'errors', 2), context);
    expect(places(client, found, { 'a.http': plain })).toEqual(wanted);
  });

  it('is marked where it is made and used', async () => {
    const client = await startNames();
    const found = await client.ask<DocumentHighlight[]>('documentHighlight', 'a.http', at(plain, 'errors'));
    expect(highlightsIn(plain, found)).toEqual(['4:12-18 errors =', '6:12-18 errors', '7:11-17 errors']);
  });

  it('gets another name in its query', async () => {
    const client = await startNames();
    const edit = await client.ask<WorkspaceEdit>('rename', 'a.http', at(plain, 'errors', 2), { newName: 'n' });
    expect(edited(client, edit, { 'a.http': plain })['a.http']).toBe(plain.replaceAll('errors', 'n'));
  });

  it.each([
    ['a field of the index', at(plain, 'host'), 'is a field of the index'],
    ['a query with a variable', at(file, 'errors'), 'The query has a variable'],
  ])('keeps its name: %s', async (_, marked, reason) => {
    const client = await startNames();
    await expect(client.ask('prepareRename', 'a.http', marked)).rejects.toThrow(reason);
    await expect(client.ask('rename', 'a.http', marked, { newName: 'x' })).rejects.toThrow(reason);
  });

  it('says what is renamed, and leaves variables to themselves', async () => {
    const client = await startNames();
    expect(await client.ask('prepareRename', 'a.http', at(plain, 'errors', 3))).toMatchObject({
      placeholder: 'errors',
    });
    expect(
      await client.ask('references', 'a.http', at(file, 'least'), { context: { includeDeclaration: true } }),
    ).toHaveLength(1);
  });
});

it('shows the form of the function around the cursor', async () => {
  const client = await startNames();
  const marked = plain.replace('COUNT(*)', 'PERCENTILE(a, <|>)');
  const found = await client.ask<SignatureHelp>('signatureHelp', 'a.http', marked);
  expect(found.signatures[0]?.label).toMatch(/^PERCENTILE\(/);
  expect(found.activeParameter).toBe(1);
});

it('folds a command that goes over several lines, and the query', async () => {
  const client = await startNames();
  client.open('a.http', plain);
  const found = await client.request<FoldingRange[]>('textDocument/foldingRange', {
    textDocument: { uri: uriOf('a.http') },
  });
  const lines = found.map(({ startLine, endLine }) => [startLine, endLine]);
  expect(lines).toEqual(
    expect.arrayContaining([
      [2, 8],
      [4, 5],
    ]),
  );
});
