// A whole session with a secret wherever one can be; at its end nothing that came to rest holds one.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { typedSecrets } from '../canary/files.mjs';
import { createSearch, secrets } from '../canary/secrets.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

/** Where a secret may rest, since a person has written it there or it is kept encrypted. */
const exceptions = [
  { path: /^workspace\/(?:\.env|[^/]+\.http)$/, why: 'the file in which it was written' },
  { path: /^profile\/user-data\/User\/settings\.json$/, why: 'the settings in which it was written' },
];

/** What must be among the places, so that the search is not one of nothing. */
const expected = [
  { path: /^profile\/user-data\/logs\/.*\/Rulebook\.log$/, text: /Sending notification 'textDocument\/didOpen'/ },
  { path: /^profile\/.*\/history\/\d{15}-[^/]+\.json$/, text: /"\*\*\*"/ },
  { path: /^workspace\/history\.har$/, text: /"\*\*\*"/ },
  { path: /^browser\//, text: /rulebook/ },
  { path: /^screen\/the details$/, text: /Request as sent/ },
  { path: /^screen\/curl$/, text: /AUTHORIZATION/ },
];

/** Answers every box and dialog until a text is in an editor. */
async function answerUntil(page, pattern) {
  const box = page.locator('.quick-input-widget:visible input[type="password"]');
  const dialog = page.locator('.monaco-dialog-box');
  const done = () => driver.readEditors(page).then((texts) => texts.find((text) => pattern.test(text)));
  const asked = [];
  for (const end = performance.now() + 40_000; performance.now() < end;) {
    const text = await done();
    if (text !== undefined) return { text, asked };
    if (await dialog.isVisible()) {
      const button = dialog.locator('.monaco-button').filter({ hasText: /^Send/ }).first();
      asked.push(await dialog.locator('.dialog-message-text').innerText());
      await button.click().catch(() => undefined);
      await page.waitForTimeout(50);
    } else if (await box.isVisible()) {
      const title = await page.locator('.quick-input-widget:visible .quick-input-title').innerText();
      const [, secret = ''] = Object.entries(typedSecrets).find(([end]) => title.endsWith(end)) ?? [];
      asked.push(title);
      await box.fill(secret);
      await page.keyboard.press('Enter');
      await box.waitFor({ state: 'hidden', timeout: 2000 }).catch(() => undefined);
    } else await page.waitForTimeout(100);
  }
  throw new Error(
    `No editor shows ${pattern}. Asked: ${asked.join(', ')}. The screen shows:\n${(await driver.readEditors(page)).join('\n---\n')}`,
  );
}

/** Keeps what a command copies, once it looks like it. */
async function keepCopied({ page, recorder }, name, pattern) {
  for (const end = performance.now() + 15_000; performance.now() < end;) {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    if (!pattern.test(text)) continue;
    recorder.seen.set(name, text);
    return;
  }
  throw new Error(`The clipboard holds nothing like ${pattern}.`);
}

/**
 * @typedef {Omit<import('../ui.mjs').Scene, 'recorder'> & { recorder: Awaited<ReturnType<typeof import('../canary/service.mjs').startCanaryService>> }} Scene
 * @type {readonly [name: string, step: (scene: Scene) => Promise<unknown>][]}
 */
export const canary = [
  [
    'a session with secrets everywhere: a file is sent with all its successes and failures',
    async (scene) => {
      const { page, recorder } = scene;
      await driver.openFile(page, 'mistakes.http');
      await driver.waitForSquiggle(page);
      recorder.seen.set('a hover', await driver.readHoverOfSquiggle(page, 'error', /./));
      // With nothing to suggest, the editor says so in the same place.
      await driver.placeCursorInSquiggle(page);
      await page.keyboard.press('Control+Space');
      const suggestions = page.locator('.suggest-widget.visible, .monaco-editor-overlaymessage').first();
      recorder.seen.set('the suggestions', await suggestions.innerText());
      await page.keyboard.press('Escape');
      recorder.seen.set('the problems', (await driver.readProblems(page)).join('\n'));
      await driver.openFile(page, 'all.http');
      await driver.runCommand(page, 'Rulebook: Send All Requests of File');
      const { text, asked } = await answerUntil(page, /^# all\.http: 17 requests/m);
      recorder.seen.set('the summary', text);
      // The environment names the other address itself; the proxy of the folder makes another way.
      const ofProcess = asked.filter((question) => question.includes('the environment variable CANARY_PROCESS'));
      ensure(ofProcess.length === 1, `asked about the environment ${ofProcess.length} times: ${asked.join(', ')}`);
      expect(ofProcess[0], /to http:\/\/es\.example\.test through http:\/\/127\.0\.0\.1:\d+\?/);
      ensure(!asked.some((question) => question.includes('.env')), 'asked about .env and the endpoint next to it');
      return `${asked.length} questions: ${asked.join(' | ')} → ${text.split('\n')[0]}`;
    },
  ],
  [
    'a session with secrets everywhere: one request is completed, explained, copied and sent, and its response used',
    async (scene) => {
      const { page, recorder } = scene;
      const keep = (name, text) => recorder.seen.set(name, text);
      await driver.openFile(page, 'one.http');
      await driver.clickCodeLens(page, 'Explain', { nth: 1 });
      keep('the explanation', await driver.waitForEditorText(page, /Variables[^]*\$secret canary/));
      await page.keyboard.press('Control+1');
      await driver.clickCodeLens(page, 'Send');
      keep('the created key', await driver.waitForEditorText(page, /^# 200 OK[^]*"api_key": "\*\*\*"/));
      await page.keyboard.press('Control+1');
      await driver.clickCodeLens(page, 'Send', { nth: 1 });
      keep('the response', await driver.waitForEditorText(page, /^# 200 OK[^]*"of=|^# 200 OK[^]*"echo"[^]*GET/));
      await page.keyboard.press('Control+2');
      keep('the notifications', (await driver.readNotifications(page)).join('\n'));
      await driver.runCommand(page, 'Rulebook: Copy Response Body');
      await keepCopied(scene, 'the copied body', /"echo"/);
      await driver.runCommand(page, 'Rulebook: Show Response as Received');
      keep('the raw response', await driver.waitForEditorText(page, /^# 200 OK[^]*\{"echo":/));
      await driver.runCommand(page, 'Rulebook: Open Request of Response');
      keep('the request of the response', await driver.waitForEditorText(page, /GET \/echo\?key=\{\{made[^]*\*\*\*/));
      await page
        .locator('.tab')
        .filter({ hasText: / · 200/ })
        .last()
        .click();
      await driver.runCommand(page, 'Rulebook: Show Response Details');
      const details = page.locator('iframe.webview.ready:visible').last().contentFrame().frameLocator('#active-frame');
      await details.getByText('Request as sent').waitFor();
      keep('the details', await details.locator('body').innerHTML());
      await page.keyboard.press('Control+F4');
      await page.keyboard.press('Control+1');
      await driver.openFile(page, 'one.http');
      await driver.placeCursorAfter(page, 'GET /echo');
      await driver.runCommand(page, 'Rulebook: Copy Request As');
      await dialogs.choose(page, 'curl (bash)');
      await keepCopied(scene, 'curl', /^curl /);
      return [...recorder.seen.keys()].join(', ');
    },
  ],
  [
    'a session with secrets everywhere: the history is searched and exported, tests run, a sandbox starts',
    async ({ page, recorder, profile, workspace }) => {
      const rows = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
      await driver.runCommand(page, 'Rulebook: Show History');
      await rows.filter({ hasText: 'one.http' }).first().waitFor();
      recorder.seen.set('the history', (await rows.allInnerTexts()).join('\n'));
      await page.keyboard.press('Escape');
      await driver.runCommand(page, 'Rulebook: Export History as HAR');
      const path = page.locator('.quick-input-widget:visible input[type="text"]').first();
      await path.waitFor();
      await page.waitForFunction(() => /history\.har$/.test(document.activeElement?.['value'] ?? ''));
      await page.keyboard.press('Enter');
      for (const end = performance.now() + 10_000; !existsSync(join(workspace, 'history.har'));) {
        ensure(performance.now() < end, 'no HAR was exported');
        await page.waitForTimeout(50);
      }
      await driver.runCommand(page, 'Testing: Focus on Test Explorer View');
      await page.locator('.test-explorer .monaco-list-row').filter({ hasText: 'all.http' }).first().waitFor();
      await driver.runCommand(page, 'Test: Run All Tests');
      await page.locator('.test-explorer .codicon-testing-failed-icon').first().waitFor();
      await driver.runCommand(page, 'Rulebook: Start Sandbox');
      await dialogs.answerNotification(page, /sandbox/i);
      await driver.runCommand(page, 'Rulebook: Show Log');
      const credentials = sandboxCredentials(profile);
      ensure(credentials.length > 0, 'the sandbox has no credentials');
      return `${credentials.length} credentials of the sandbox`;
    },
  ],
  [
    'afterwards nothing that came to rest holds a secret',
    async ({ page, profile, workspace, recorder }) => {
      const missing = Object.entries(secrets).filter(
        ([name, value]) =>
          !['assertValue', 'createdKey', 'cookie', 'responseHeader', 'redirected', 'accessToken'].includes(name) &&
          createSearch({ [name]: value })(recorder.received.join('\n')).length === 0,
      );
      ensure(missing.length === 0, `These were not used: ${missing.join(', ')}`);
      const search = createSearch({
        ...secrets,
        ...Object.fromEntries(sandboxCredentials(profile).map((one, index) => [`sandbox ${index}`, one])),
      });
      await page.goto(new URL('/healthz', page.url()).href);
      const kept = await page.evaluate(dumpStorage);
      const rests = [
        ...[...recorder.seen].map(([name, text]) => ({ path: `screen/${name}`, text })),
        ...kept.map(({ name, text }) => ({ path: `browser/${name}`, text })),
        ...filesOf('workspace', workspace),
        ...filesOf('profile', profile.folder),
      ];
      for (const one of expected) {
        const isThere = rests.some(({ path, text }) => one.path.test(path) && one.text.test(text));
        ensure(isThere, `Nothing is at ${one.path} with ${one.text}`);
      }
      const found = rests.flatMap(({ path, text }) =>
        search(text)
          .filter(() => !exceptions.some((one) => one.path.test(path)))
          .map(({ name, at }) => `${path}: ${name}: ${at}`),
      );
      ensure(found.length === 0, `These hold a secret:\n${found.join('\n')}`);
      return `${rests.length} places, ${rests.reduce((sum, { text }) => sum + text.length, 0)} characters`;
    },
  ],
];

/** The credentials of the sandbox that the editor has started. */
function sandboxCredentials(profile) {
  return filesOf('profile', join(profile.folder, 'run'))
    .filter(({ path }) => path.endsWith('.json'))
    .flatMap(({ text }) => [...text.matchAll(/"credential": ?"(?:Bearer )?([^"]+)"/g)].map(([, found]) => found ?? ''));
}

/** Runs in the page: all that the browser keeps for the editor. */
async function dumpStorage() {
  const texts = [];
  for (const storage of [localStorage, sessionStorage]) {
    for (const [name, text] of Object.entries(storage)) texts.push({ name: `storage/${name}`, text: String(text) });
  }
  const ofRequest = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const readable = (value) =>
    value instanceof Uint8Array || value instanceof ArrayBuffer
      ? new TextDecoder('latin1').decode(value)
      : typeof value === 'string'
        ? value
        : JSON.stringify(value, (_, one) => (one instanceof Uint8Array ? new TextDecoder('latin1').decode(one) : one));
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await ofRequest(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([ofRequest(objects.getAllKeys()), ofRequest(objects.getAll())]);
      for (const [index, key] of keys.entries())
        texts.push({ name: `${name}/${store}/${key}`, text: readable(values[index]) ?? '' });
    }
    database.close();
  }
  return texts;
}

/** Returns every file of a folder as text, also what is in compressed ones. */
function filesOf(name, folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const file = join(folder, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return [];
    const bytes = readFileSync(file);
    const texts = [bytes.toString('latin1')];
    for (const decompress of [gunzipSync, inflateSync, brotliDecompressSync]) {
      if (decompress === brotliDecompressSync && !/\.br$/.test(path)) continue;
      try {
        texts.push(decompress(bytes).toString('latin1'));
      } catch {
        // It is not compressed in this way.
      }
    }
    return texts.map((text) => ({ path: `${name}/${path}`, text }));
  });
}
