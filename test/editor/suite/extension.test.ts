import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

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
    assert.ok(typeof found.code === 'object' && found.code.target.toString() !== '', 'no page of the rule');
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
    const document = await vscode.workspace.openTextDocument({
      language: 'http',
      content: 'POST /_security/api_key\n\n{\n  "name": "tour",\n  \n}\n',
    });
    await vscode.window.showTextDocument(document);
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

  test('sends a request by its lens and shows the answer beside it', async () => {
    const { document } = await open('api-keys.http');
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      100,
    );
    const send = lenses.find(({ command }) => command?.title.includes('Send'))?.command;
    assert.ok(send, 'no lens to send with');
    const answered = eventually(
      () => vscode.window.visibleTextEditors.find((editor) => /^HTTP\/1\.1 \d/.test(editor.document.getText())),
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.workspace.onDidChangeTextDocument,
    );
    await vscode.commands.executeCommand(send.command, ...((send.arguments ?? []) as unknown[]));
    const editor = await answered;
    assert.match(editor.document.getText(), /^HTTP\/1\.1 200 OK/);
  });
});

async function open(name: string): Promise<vscode.TextEditor> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder);
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, name)));
}

/** Waits for the diagnostics of a document: errors first. */
function diagnosticsOf(uri: vscode.Uri): Promise<vscode.Diagnostic[]> {
  return eventually(() => {
    const found = vscode.languages
      .getDiagnostics(uri)
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    return found.length > 0 ? found : undefined;
  }, vscode.languages.onDidChangeDiagnostics);
}

/** Looks now and after each of the events, until there is an answer; mocha's own limit ends an endless wait. */
function eventually<T>(look: () => T | undefined, ...events: readonly vscode.Event<unknown>[]): Promise<T> {
  return new Promise((resolve) => {
    const listeners: vscode.Disposable[] = [];
    const check = (): void => {
      const found = look();
      if (found === undefined) return;
      for (const listener of listeners) listener.dispose();
      resolve(found);
    };
    for (const event of events) listeners.push(event(check));
    check();
  });
}
