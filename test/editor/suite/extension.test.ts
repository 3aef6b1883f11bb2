import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerOf, diagnosticsOf, fixesOf, lensesOf, open, openText, rulesOf } from './editor';

suite('Rulebook in the editor', () => {
  test('offers its commands', async () => {
    await open('broken.http');
    const commands = await vscode.commands.getCommands(true);
    for (const name of ['rulebook.send', 'rulebook.startSandbox', 'rulebook.selectEndpoint']) {
      assert.ok(commands.includes(name), `${name} is missing`);
    }
  });

  test('reports the wrong role descriptor with rule and page', async () => {
    const { document } = await open('broken.http');
    const [found] = await diagnosticsOf(document.uri);
    assert.ok(found);
    assert.equal(found.source, 'rulebook');
    assert.ok(typeof found.code === 'object', 'no page of the rule');
    const page = await vscode.workspace.fs.readFile(found.code.target);
    assert.ok(new TextDecoder().decode(page).includes(String(found.code.value)), 'not the page of the rule');
  });

  test('hovers over what is wrong', async () => {
    const { document } = await open('broken.http');
    const [found] = await diagnosticsOf(document.uri);
    assert.ok(found);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      found.range.start,
    );
    assert.ok(hovers.length > 0);
  });

  test('completes a key that is missing', async () => {
    const { document } = await openText('POST /_security/api_key\n\n{\n  "name": "tour",\n  \n}\n');
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      new vscode.Position(4, 2),
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(
      labels.some((label) => label.includes('role_descriptors')),
      labels.join(', '),
    );
    assert.ok(!labels.some((label) => /^"?name"?$/.test(label)), 'what is there is offered again');
  });

  test('takes a quick fix back as one step', async () => {
    const { document } = await openText('POST /_security/api_key\n\n{ "name": "tour", "expiraton": "1d" }\n');
    const before = document.getText();
    const isMisspelt = (each: vscode.Diagnostic) => rulesOf([each]).includes('unknown-field');
    const found = (await diagnosticsOf(document.uri, (all) => all.some(isMisspelt))).find(isMisspelt);
    assert.ok(found);
    const fixes = await fixesOf(document.uri, found);
    const fix = fixes.find(({ title }) => title === 'Change to ‘expiration’');
    assert.ok(fix?.edit, `no fix: ${fixes.map(({ title }) => title).join(' | ')}`);
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.match(document.getText(), /"expiration": "1d"/);
    await diagnosticsOf(document.uri, (all) => !all.some(isMisspelt));
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    await diagnosticsOf(document.uri, (all) => all.some(isMisspelt));
  });

  test('checks what several cursors typed', async () => {
    const request = 'POST /_security/api_key\n\n{ "name": "one" }\n';
    const editor = await openText(`${request}\n###\n${request}\n###\n${request}`);
    const { document } = editor;
    await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);
    const isMisspelt = (each: vscode.Diagnostic) => rulesOf([each]).includes('unknown-field');
    assert.ok(!vscode.languages.getDiagnostics(document.uri).some(isMisspelt));
    editor.selections = [2, 7, 12].map((line) => new vscode.Selection(line, 3, line, 7));
    await vscode.commands.executeCommand('type', { text: 'n' });
    await vscode.commands.executeCommand('type', { text: 'me' });
    const textsOf = (all: readonly vscode.Diagnostic[]) =>
      all.filter(isMisspelt).map(({ range }) => document.getText(range));
    await diagnosticsOf(
      document.uri,
      (all) => textsOf(all).length === 3 && textsOf(all).every((text) => text === '"nme"'),
    );
  });

  test('gives the dropped secret a fix of two ways, and both end the warning', async () => {
    const text = 'PATCH /repos/octocat/hello-world/hooks/1\n\n{\n  "config": { "url": "https://example.com/" }\n}\n';
    const isDropped = (each: vscode.Diagnostic) =>
      rulesOf([each]).includes('dropped-secret') && each.severity === vscode.DiagnosticSeverity.Warning;
    for (const way of [0, 1]) {
      const { document } = await openText(text);
      const all = await diagnosticsOf(document.uri, (some) => some.some(isDropped));
      const found = all.find(isDropped);
      assert.ok(found);
      const fixes = await fixesOf(document.uri, found);
      const edit = fixes[way]?.edit;
      assert.ok(edit, `no fix ${way}: ${fixes.map(({ title }) => title).join(' | ')}`);
      assert.ok(await vscode.workspace.applyEdit(edit));
      await diagnosticsOf(document.uri, (some) => !some.some(isDropped));
    }
  });

  test('offers a quick fix', async () => {
    const { document } = await open('broken.http');
    const [found] = await diagnosticsOf(document.uri);
    assert.ok(found);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      found.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    assert.ok(actions.length > 0);
  });

  test('shows lenses where one looks in a file of very many requests', async () => {
    const editor = await openText('GET /_cluster/health\n\n'.repeat(10_000));
    const { uri } = editor.document;
    const isShownAt = async (line: number): Promise<boolean> =>
      (await lensesOf(uri, 0)).some(({ range }) => Math.abs(range.start.line - line) < 10);
    while (!(await isShownAt(0))) await new Promise((done) => setTimeout(done, 100));
    assert.equal(await isShownAt(12_000), false);
    editor.revealRange(new vscode.Range(12_000, 0, 12_000, 0), vscode.TextEditorRevealType.InCenter);
    while (!(await isShownAt(12_000))) await new Promise((done) => setTimeout(done, 100));
  });

  test('resolves both lenses of a request when they are seen, so that none of them is shown without the other', async () => {
    const { uri } = (await openText('GET /_cluster/health\n')).document;
    const titlesOf = (lenses: readonly vscode.CodeLens[]) => lenses.map(({ command }) => command?.title.split(' ')[0]);
    let lenses = await lensesOf(uri, 0);
    while (lenses.length === 0) lenses = await lensesOf(uri, 0);
    assert.deepEqual(titlesOf(lenses), [undefined, undefined, 'Rights']);
    const resolved = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
      lenses.length,
    );
    // The command lists them in the order in which they were resolved.
    assert.deepEqual(titlesOf(resolved).sort(), ['Explain', 'Rights', 'Send']);
  });

  test('sends a request by its lens and shows the response next to it', async () => {
    const { document } = await open('api-keys.http');
    const [lens] = await lensesOf(document.uri);
    assert.match(await answerOf(lens), /^# 200 OK · .*\nHTTP\/1\.1 200 OK/);
  });
});
