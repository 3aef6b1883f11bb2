import * as assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { diagnosticsOf, labelsAt, lensesOf, open, openText, rulesOf } from './editor';

const unknownField = (all: readonly vscode.Diagnostic[]) =>
  all.find((each) => rulesOf([each]).includes('unknown-field'));

suite('Rulebook by folder and setting', () => {
  test('checks each file by the rulebook.json of its own folder', async () => {
    const own = await open('own.http', 1);
    const inSecond = await diagnosticsOf(own.document.uri, (all) => unknownField(all) !== undefined);
    assert.equal(unknownField(inSecond)?.severity, vscode.DiagnosticSeverity.Information);
    const broken = await open('broken.http');
    const inFirst = await diagnosticsOf(broken.document.uri);
    assert.equal(unknownField(inFirst)?.severity, vscode.DiagnosticSeverity.Error);
  });

  test('follows a setting of the folder over its rulebook.json, and the file again when it is removed', async () => {
    const { document } = await open('own.http', 1);
    await diagnosticsOf(document.uri, (all) => unknownField(all) !== undefined);
    const settings = vscode.workspace.getConfiguration('rulebook', document.uri);
    const place = vscode.ConfigurationTarget.WorkspaceFolder;
    await settings.update('rules', { 'unknown-field': 'off' }, place);
    await diagnosticsOf(document.uri, (all) => unknownField(all) === undefined);
    await settings.update('rules', undefined, place);
    await diagnosticsOf(document.uri, (all) => unknownField(all) !== undefined);
  });

  test('shows no lens where the setting says so', async () => {
    const { document } = await open('own.http', 1);
    assert.equal((await lensesOf(document.uri)).length, 1);
    const other = await open('broken.http');
    assert.equal((await lensesOf(other.document.uri)).length, 4);
    const settings = vscode.workspace.getConfiguration('rulebook', document.uri);
    await settings.update('codeLens', false, vscode.ConfigurationTarget.WorkspaceFolder);
    try {
      await until(async () => (await lensesOf(document.uri)).length === 0);
      assert.equal((await lensesOf(other.document.uri)).length, 4);
    } finally {
      await settings.update('codeLens', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    }
  });

  test('knows a JSON body by its first line', async () => {
    const { document } = await openText('// @request POST /_security/api_key\n{ "name": "a", "nme": 1 }\n', 'jsonc');
    await diagnosticsOf(document.uri, (all) => unknownField(all) !== undefined);
  });

  test('completes the members of rulebook.json and the ids of rules in it', async () => {
    const { document } = await open('rulebook.json', 1);
    const inMembers = new vscode.Position(0, document.lineAt(0).text.indexOf('{') + 1);
    await until(async () => (await labelsAt(document, inMembers)).includes('bodies'));
    const rules = document.positionAt(document.getText().indexOf('{', document.getText().indexOf('"rules"')) + 1);
    await until(async () => (await labelsAt(document, rules)).includes('dropped-secret'));
  });

  test('completes the comment that ignores a rule, and the ids in it', async () => {
    const { document } = await openText('# rulebook-i\n# rulebook-ignore dropped\nGET /_security/api_key\n');
    await until(async () => (await labelsAt(document, new vscode.Position(0, 12))).includes('rulebook-ignore'));
    await until(async () => (await labelsAt(document, new vscode.Position(1, 25))).includes('dropped-secret'));
  });

  test('starts its language server again when it has crashed', async function () {
    const before = serverPid();
    if (before === undefined) this.skip();
    const { document } = await open('broken.http');
    await diagnosticsOf(document.uri);
    process.kill(before, 'SIGKILL');
    // Asking again until a user answers is what the editor does on each key.
    await until(async () => (await lensesOf(document.uri)).length === 4 && serverPid() !== before);
    const editor = await open('broken.http');
    const count = vscode.languages.getDiagnostics(editor.document.uri).length;
    assert.ok(count > 0);
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'POST /_security/api_key\n\n{ "nme": "a" }\n\n###\n');
    });
    await diagnosticsOf(editor.document.uri, (all) => all.length > count);
    await vscode.commands.executeCommand('undo');
  });
});

/** Asks again after each answer: for what the editor reports by no event. Mocha's own limit ends an endless wait. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (;;) {
    if (await holds()) return;
    // Another turn, so that the messages that are under way arrive.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns the language server among the children of this process, on systems that say so. */
function serverPid(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  for (const thread of readdirSync('/proc/self/task')) {
    const children = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean);
    for (const child of children) {
      if (/dist\/server\.js/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8'))) return Number(child);
    }
  }
  return undefined;
}
