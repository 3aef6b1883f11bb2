// What the extension host and the language server hold after many sends and while large responses arrive. Too slow for each run of the
// suite: `npm run bench -- --only S15 --editor` runs it.
import * as assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { lensesOf, openText } from '../suite/editor';
import { followGrowth, serverProcess, usedByHost } from './processes';

const sends = Number(process.env.RULEBOOK_SENDS ?? 1000);
/** So many are kept. */
const answers = 20;
const sizes = (process.env.RULEBOOK_MEGABYTES ?? '50,300,1024').split(',').map(Number);

suite('The memory of the editor', function () {
  this.timeout(900_000);
  let server: ChildProcess | undefined;
  let base = '';

  const show = (form: string) =>
    vscode.workspace.getConfiguration('rulebook').update('responseView', form, vscode.ConfigurationTarget.Global);

  suiteSetup(async () => {
    await show('text');
    const root = vscode.extensions.all.find(
      ({ packageJSON }) => (packageJSON as { name?: unknown }).name === 'rulebook',
    );
    assert.ok(root, 'the extension is not there');
    const program = join(root.extensionPath, 'test/editor/memory/serve.mjs');
    server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    assert.ok(server.stdout);
    const [port] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
    base = `http://127.0.0.1:${port.trim()}`;
  });

  suiteTeardown(() => {
    server?.kill();
  });

  /** Adds what was measured to the title of a case, which the report prints. */
  function note(context: Mocha.Context, name: string, megabytes: number): void {
    if (context.test) context.test.title += ` [${name} ${megabytes.toFixed(1)} MB]`;
  }

  test(`after ${sends} sends`, async function () {
    const requests = Array.from({ length: 10 }, (_, index) => `GET ${base}/items/${index}\n`);
    const { document } = await openText(requests.join('\n###\n\n'));
    const lenses = await lensesOf(document.uri);
    assert.equal(lenses.length, requests.length);
    const send = async (count: number) => {
      for (let number = 0; number < count; number++) {
        const command = lenses[number % lenses.length]?.command;
        assert.ok(command);
        await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
      }
    };
    const atStart = await usedByHost();
    // The first ones load the code, and fill what is kept of the last ones.
    await send(30);
    const before = await usedByHost();
    await send(sends);
    const after = await usedByHost();
    assert.equal(await (await fetch(`${base}/count`)).text(), String(sends + 30), 'not every request was sent');
    note(this, 'first 30', before.used - atStart.used);
    note(this, 'used', after.used - before.used);
    note(this, 'resident', after.resident - before.resident);
    // Resident memory holds what the allocator keeps, too, so it only is reported.
    assert.ok(after.used - before.used < 50, `the extension host holds ${after.used - before.used} MB more`);
  });

  for (const form of ['text', 'view']) {
    test(`after ${answers} responses as ${form}`, async function () {
      await show(form);
      const { document } = await openText(`GET ${base}/items?count=5000\n`);
      const [lens] = await lensesOf(document.uri);
      assert.ok(lens?.command);
      const { command, arguments: given = [] } = lens.command;
      const send = () => vscode.commands.executeCommand(command, ...(given as unknown[]));
      await send();
      const before = await usedByHost();
      for (let count = 0; count < answers; count++) await send();
      const after = await usedByHost();
      note(this, 'used', after.used - before.used);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await show('text');
      // What the documents of the former form hold goes after a while.
      await new Promise((done) => setTimeout(done, 5000));
    });
  }

  for (const megabytes of sizes) {
    test(`while ${megabytes} MB arrive`, async function () {
      const { document } = await openText(`GET ${base}/large?megabytes=${megabytes}\n`);
      const [lens] = await lensesOf(document.uri);
      await usedByHost();
      const growth = followGrowth([process.pid, serverProcess()]);
      const before = new Set(vscode.workspace.textDocuments);
      assert.ok(lens?.command);
      const sent = vscode.commands.executeCommand(
        lens.command.command,
        ...((lens.command.arguments ?? []) as unknown[]),
      );
      const shown = await whole(before);
      await sent;
      const [host = NaN, ofServer = NaN] = growth.end();
      note(this, 'host', host);
      note(this, 'server', ofServer);
      note(this, 'shown', shown.length / 1_000_000);
      assert.ok(shown.length > 900_000 && shown.length < 3_000_000, `${shown.length} characters are shown`);
      assert.ok(host < 64, `the extension host has grown by ${host} MB`);
      assert.ok(ofServer < 64, `the server has grown by ${ofServer} MB`);
    });
  }
});

/** Returns the text of the response that opens, when it is complete. */
async function whole(before: ReadonlySet<vscode.TextDocument>): Promise<string> {
  for (;;) {
    const shown = vscode.workspace.textDocuments.find(
      (document) => document.uri.scheme === 'rulebook-response' && !before.has(document),
    );
    const text = shown?.getText() ?? '';
    if (text !== '' && !text.includes('# Still arriving:')) return text;
    await new Promise((done) => setTimeout(done, 50));
  }
}
