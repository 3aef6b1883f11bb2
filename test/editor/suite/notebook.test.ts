import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnosticsOf, eventually, labelsAt, rulesOf, uriOf } from './editor';

const text =
  '\uFEFF@wanted = tour\r\n\r\n### Health\r\n# Of the cluster.\r\n\r\nGET /_cluster/health\r\n\r\n\r\n' +
  '###\r\nPOST /_security/api_key\r\n\r\n{ "name": "{{wanted}}", "expiraton": "1d" }\r\n ';

suite('Rulebook as a notebook', () => {
  let notebook: vscode.NotebookDocument;
  suiteSetup(async () => {
    const uri = uriOf('notebook.http');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await vscode.commands.executeCommand('rulebook.openAsNotebook', uri);
    notebook = await eventually(
      () => vscode.workspace.notebookDocuments.find((one) => one.uri.toString() === uri.toString()),
      vscode.workspace.onDidOpenNotebookDocument,
    );
  });

  const read = async () =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await vscode.workspace.fs.readFile(notebook.uri));
  const documentOf = (index: number) => notebook.cellAt(index).document;

  test('has a cell for each request, and prose as Markdown', () => {
    const cells = notebook.getCells().map(({ kind, document }) => [kind, document.getText()]);
    const { Code, Markup } = vscode.NotebookCellKind;
    assert.deepEqual(cells.slice(0, 3), [
      [Code, '@wanted = tour'],
      [Markup, '### Health\nOf the cluster.'],
      [Code, 'GET /_cluster/health'],
    ]);
    assert.equal(cells.length, 4);
  });

  test('reports, completes and explains in a cell what it would in the file', async () => {
    const document = documentOf(3);
    const found = await diagnosticsOf(document.uri, (all) => rulesOf(all).includes('unknown-field'));
    const misspelt = found.find((one) => rulesOf([one]).includes('unknown-field'));
    assert.equal(document.getText(misspelt?.range), '"expiraton"');
    assert.deepEqual(
      vscode.languages.getDiagnostics(notebook.uri).filter(({ source }) => source === 'rulebook'),
      [],
    );
    const at = document.positionAt(document.getText().indexOf('{{wanted') + 4);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      at,
    );
    const words = hovers.flatMap(({ contents }) => contents.map((one) => (typeof one === 'string' ? one : one.value)));
    assert.match(words.join('\n'), /tour/);
    const inside = document.positionAt(document.getText().lastIndexOf(',') + 2);
    assert.ok((await labelsAt(document, inside)).includes('role_descriptors'));
  });

  test('folds and colours a cell as the file', async () => {
    const document = documentOf(3);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    assert.deepEqual([...new Set(folds.map(({ start, end }) => `${start}-${end}`))].slice(0, 1), ['0-2']);
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>(
      'vscode.provideDocumentSemanticTokensLegend',
      document.uri,
    );
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>(
      'vscode.provideDocumentSemanticTokens',
      document.uri,
    );
    // The variable is on the third line of the cell, behind `{ "name": "{{`.
    const found: string[] = [];
    let [line, character] = [0, 0];
    for (let at = 0; at < tokens.data.length; at += 5) {
      const [lines = 0, characters = 0, length = 0, type = 0] = tokens.data.slice(at, at + 4);
      character = lines === 0 ? character + characters : characters;
      line += lines;
      const word = document.getText(new vscode.Range(line, character, line, character + length));
      found.push(`${legend.tokenTypes[type] ?? ''} ${word}`);
    }
    assert.ok(
      found.some((one) => /^variable .*wanted/.test(one)),
      found.join(' | '),
    );
  });

  test('fixes what is wrong in the cell', async () => {
    const document = documentOf(3);
    const isMisspelt = (one: vscode.Diagnostic) => rulesOf([one]).includes('unknown-field');
    const found = (await diagnosticsOf(document.uri, (all) => all.some(isMisspelt))).find(isMisspelt);
    assert.ok(found);
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      found.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const fix = fixes.find(({ title }) => title === 'Change to ‘expiration’');
    assert.ok(fix?.edit, fixes.map(({ title }) => title).join(' | '));
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.match(document.getText(), /"expiration": "1d"/);
    await diagnosticsOf(document.uri, (all) => !all.some(isMisspelt));
  });

  test('saves the change, and all else byte for byte', async () => {
    assert.ok(await notebook.save());
    assert.equal(await read(), text.replace('expiraton', 'expiration'));
  });

  test('shows the response below its cell, and does not save it', async () => {
    const before = await read();
    const answered = eventually(() => notebook.cellAt(2).outputs[0], vscode.workspace.onDidChangeNotebookDocument);
    await vscode.commands.executeCommand('notebook.cell.execute', {
      ranges: [{ start: 2, end: 3 }],
      document: notebook.uri,
    });
    const { items } = await answered;
    assert.deepEqual(
      items.map(({ mime }) => mime),
      ['application/vnd.rulebook.response+json', 'text/plain'],
    );
    assert.match(new TextDecoder().decode(items[1]?.data), /200 OK/);
    assert.equal(notebook.isDirty, false);
    assert.equal(await read(), before);
  });

  test('runs all cells, those of variables without a request, too', async () => {
    const answered = eventually(() => notebook.cellAt(3).outputs[0], vscode.workspace.onDidChangeNotebookDocument);
    await vscode.commands.executeCommand('notebook.execute', notebook.uri);
    const data = JSON.parse(new TextDecoder().decode((await answered).items[0]?.data)) as {
      readonly shown: readonly { readonly model: { readonly status: number; readonly secrets: readonly string[] } }[];
    };
    assert.equal(data.shown[0]?.model.status, 200);
    // The key that was created is masked.
    assert.ok(data.shown[0].model.secrets.includes('api_key'));
    assert.equal(notebook.cellAt(0).executionSummary?.success, true);
  });

  test('opens as text again', async () => {
    await vscode.commands.executeCommand('rulebook.openAsText', notebook.uri);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), notebook.uri.toString());
  });
});
