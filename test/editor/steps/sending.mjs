// What a user sees while sending requests.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readClipboard } from '../clipboard.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';
import { sendOnce } from './send-once.mjs';

const secret = 'ZXhhbXBsZS1rZXktb2YtdGhlLXRlc3Q=';

const key = (name) => `POST /_security/api_key\n\n{ "name": ${name}, "expiration": "1d" }\n`;

export const sentFiles = {
  'ask.http': `# @endpoint recorder\n${key('"asked"')}`,
  'wrong.http': `# @endpoint recorder\n${key('5')}`,
  'guarded.http': `# @endpoint guarded\n${key('"guarded"')}`,
  'refused.http': '# @endpoint recorder\nGET /refused\nAuthorization: ApiKey wrong\n',
  'open.http': '# @endpoint open\nGET /_cluster/health\n',
  'keep.http': `# @endpoint keeper\n${key('"hand-out"')}`,
  'stream.http': '# @endpoint open\nGET /stream\n',
  'slow.http': `# @endpoint recorder\n${key('"slow"')}`,
  'variable.http': `# @endpoint recorder\n${key('"{{who}}"')}`,
};

/** @type {import('../ui.mjs').Step[]} */
export const sending = [
  [
    'Send is clicked and the response is read next to the request; its secret goes to the clipboard only',
    async ({ page }) => {
      await driver.openFile(page, 'api-keys.http');
      const lens = await driver.clickCodeLens(page, 'Send');
      // An earlier response may still be there.
      const shown = /^# 200 OK · \d+ ms · \S+ \S+ · http:\/\/\S+\nHTTP\/1\.1 200 OK[^]*"api_key": "\*\*\*"/;
      const answer = await driver.waitForEditorText(page, shown);
      await driver.screenshot(page, 'copy');
      const offer = await dialogs.answerNotification(page, /contains a secret/, 'Copy api_key');
      const copied = await readClipboard(page, /^[\w-]{16,}$/);
      return `${lens}: ${answer.split('\n').slice(0, 3).join(' | ')} | ${offer} | ${copied.length} characters copied`;
    },
  ],
  [
    'the secret can be had again from the response, by its lens and by a command',
    async ({ page }) => {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await driver.clickCodeLens(page, 'Copy api_key', { inAnyGroup: true });
      const copied = () => readClipboard(page, /^[\w-]{16,}$/);
      const first = await copied();
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await driver.runCommand(page, 'Rulebook: Copy Secret of Response');
      await dialogs.choose(page, 'api_key');
      const second = await copied();
      ensure(
        second === first,
        `another secret was copied, of ${second?.length} characters instead of ${first?.length}`,
      );
      // The lens has taken the focus into the group of the responses.
      await page.keyboard.press('Control+1');
      return `${first.length} characters copied twice`;
    },
  ],
  [
    'a credential is asked for once, by a box that does not show it, and sent',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'ask.http');
      await driver.clickCodeLens(page, 'Send');
      await page.locator('.quick-input-widget:visible input[type="password"]').waitFor();
      await driver.screenshot(page, 'password');
      await dialogs.answerPasswordBox(page, secret);
      const answer = await driver.waitForEditorText(page, /12345678901234567890/);
      ensure(recorder.requests.at(-1)?.authorization === `ApiKey ${secret}`, 'another credential was sent');
      ensure(!answer.includes(secret), 'the response shows the credential');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      await recorder.arrived(before + 1);
      ensure(recorder.requests.at(-1)?.authorization === `ApiKey ${secret}`, 'it was not sent again');
      return answer.split('\n').slice(0, 2).join(' | ');
    },
  ],
  [
    'Ctrl+Enter sends the request at the cursor, and Ctrl+Alt+Enter sends it again',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'ask.http');
      const before = recorder.requests.length;
      await driver.placeCursorAfter(page, '"asked"');
      await page.keyboard.press('Control+Enter');
      await recorder.arrived(before + 1);
      await page.keyboard.press('Control+Alt+Enter');
      await recorder.arrived(before + 2);
      ensure((await driver.readEditors(page)).length === 2, 'sending has opened a third column');
      await page.locator('.editor-actions .codicon-play').first().waitFor();
      return `${recorder.requests.length - before} requests`;
    },
  ],
  [
    'the credential is in no setting and in no file of the workspace in clear',
    async ({ profile, workspace }) => {
      const found = [join(profile.userData, 'User'), workspace].flatMap((folder) => filesWith(folder, secret));
      ensure(found.length === 0, `it is in ${found.join(', ')}`);
      return 'nowhere';
    },
  ],
  [
    'a forgotten credential is asked for again, and Escape sends nothing',
    async ({ page, recorder }) => {
      await driver.runCommand(page, 'Rulebook: Forget Credential');
      const shown = await dialogs.chooseAll(page, 'recorder');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      const box = page.locator('.quick-input-widget:visible input[type="password"]');
      await box.waitFor();
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'hidden' });
      ensure(recorder.requests.length === before, 'it was sent nevertheless');
      await driver.clickCodeLens(page, 'Send');
      await dialogs.answerPasswordBox(page, secret);
      await recorder.arrived(before + 1);
      return shown.join(' | ').replaceAll('\n', ' ');
    },
  ],
  [
    'a request with an error is sent only when the user says so',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'wrong.http');
      await driver.waitForSquiggle(page);
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      await page.locator('.monaco-dialog-box').waitFor();
      await driver.screenshot(page, 'send-anyway');
      const text = await dialogs.answerDialog(page, 'Cancel');
      expect(text, /has 1 error[^]*Line \d+: /);
      ensure(recorder.requests.length === before, 'it was sent nevertheless');
      await driver.clickCodeLens(page, 'Send');
      await dialogs.answerDialog(page, 'Send Anyway');
      await recorder.arrived(before + 1);
      // With the same error, it is not asked about again.
      await driver.openFile(page, 'wrong.http');
      await driver.clickCodeLens(page, 'Send');
      await recorder.arrived(before + 2);
      return text.replaceAll('\n', ' ');
    },
  ],
  [
    'a change on a protected endpoint is sent only when the user says so',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'guarded.http');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      await page.locator('.monaco-dialog-box').waitFor();
      await driver.screenshot(page, 'protected');
      const text = await dialogs.answerDialog(page, 'Send to guarded');
      expect(text, /protected endpoint guarded/);
      // The environment has a credential of that name; nothing but the workspace says where it goes.
      const question = await dialogs.answerDialog(page, 'Send Credential');
      expect(question, /RULEBOOK_CREDENTIAL_GUARDED to http:\/\/127\.0\.0\.1:\d+\?/);
      await recorder.arrived(before + 1);
      ensure(recorder.requests.at(-1)?.authorization === 'ApiKey guarded-credential', 'another credential was sent');
      await driver.clickCodeLens(page, 'Send');
      await dialogs.answerDialog(page, 'Send to guarded');
      await recorder.arrived(before + 2);
      return `${text} | ${question}`.replaceAll('\n', ' ');
    },
  ],
  [
    "a credential is entered in the place of the request's own line, for one send",
    async ({ page, recorder }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'refused.http');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      const said = await dialogs.answerNotification(page, /Authorization line/, 'Enter Credential and Send');
      await dialogs.answerPasswordBox(page, secret);
      await recorder.arrived(before + 2);
      const sent = recorder.requests.slice(-2).map(({ authorization }) => authorization);
      ensure(sent.join() === `ApiKey wrong,ApiKey ${secret}`, `sent: ${sent.length} others`);
      return said;
    },
  ],
  [
    'a service that wants no credential is not asked about one',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'open.http');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      await recorder.arrived(before + 1);
      ensure(recorder.requests.at(-1)?.authorization === '', 'a credential was sent');
      ensure((await page.locator('.quick-input-widget:visible').count()) === 0, 'something was asked');
      return 'not asked';
    },
  ],
  [
    'a created key becomes the credential of its endpoint by "Keep…"',
    async ({ page, recorder }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'keep.http');
      await sendOnce(page, recorder);
      await driver.waitForEditorText(page, /"encoded": "\*\*\*"/);
      await dialogs.answerNotification(page, /contains a secret/, 'Keep…');
      const rows = page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
      await rows.nth(1).waitFor();
      await driver.screenshot(page, 'keep');
      const shown = await rows.allInnerTexts();
      await dialogs.choose(page, 'encoded as Credential of keeper');
      await rows.first().waitFor({ state: 'hidden' });
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      await recorder.arrived(before + 1);
      expect(recorder.requests.at(-1)?.authorization ?? '', /^ApiKey VnVhQ2ZHY0JDZGJrUW06/);
      await dialogs.clearNotifications(page);
      return shown.join(' | ');
    },
  ],
  [
    'a response is shown while it arrives, and no third column opens',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'stream.http');
      await driver.clickCodeLens(page, 'Send');
      const live = await driver.waitForEditorText(page, /the first line[^]*Still arriving/);
      await driver.screenshot(page, 'stream');
      recorder.finishStream();
      await driver.waitForEditorText(page, /the first line[^]*the last line/);
      // The group of the responses has the focus, and a request is sent by the list.
      await page
        .locator('.tab')
        .filter({ hasText: /^\s*GET stream/ })
        .first()
        .click();
      const before = recorder.requests.length;
      await driver.runCommand(page, 'Rulebook: Show History');
      await dialogs.chooseButton(page, 'open.http', 'Send Again');
      await recorder.arrived(before + 1);
      await driver.waitForEditorText(page, /12345678901234567890/);
      const columns = await page.locator('.editor-group-container').count();
      ensure(columns === 2, `there are ${columns} columns`);
      await page.keyboard.press('Control+1');
      return live.split('\n').slice(-3).join(' | ');
    },
  ],
  [
    'Cancel ends a request that gets no answer',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'slow.http');
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      await recorder.arrived(before + 1);
      await driver.screenshot(page, 'slow');
      const progress = await dialogs.answerNotification(page, /Sending/, 'Cancel');
      // The text of the message, as the button "Cancel" of the former notification would match, too.
      const end = await dialogs.answerNotification(page, /was cancelled/);
      await dialogs.clearNotifications(page);
      await driver.placeCursorAfter(page, '"slow"');
      await page.keyboard.press('Control+Enter');
      await recorder.arrived(before + 2);
      // The key works as soon as the editor shows that it sends.
      await page.locator('.notification-list-item').filter({ hasText: 'Sending' }).first().waitFor();
      await page.keyboard.press('Shift+Escape');
      const again = await dialogs.answerNotification(page, /was cancelled/);
      return `${progress} → ${end}, by key: ${again}`;
    },
  ],
  [
    'the chosen environment fills the variables in, and the status bar names it',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'variable.http');
      await driver.runCommand(page, 'Rulebook: Select Environment');
      await dialogs.choose(page, 'staging');
      await page.locator('.statusbar-item').filter({ hasText: 'staging' }).first().waitFor();
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send');
      await recorder.arrived(before + 1);
      expect(recorder.requests.at(-1)?.body ?? '', /"name": "from-staging"/);
      return recorder.requests.at(-1)?.body.trim() ?? '';
    },
  ],
  [
    'the view shows a sandbox that was started outside of the editor, too',
    async ({ page }) => {
      await driver.runCommand(page, 'Focus on Endpoints View');
      const rows = page.locator('.customview-tree .monaco-list-row');
      await rows.filter({ hasText: 'logs-reader' }).first().waitFor();
      return (await rows.allInnerTexts()).join(' | ').replaceAll('\n', ' ');
    },
  ],
];

function filesWith(folder, text) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}
