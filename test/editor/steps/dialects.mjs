// What a user sees of the directives of other tools: questions before a request, repetitions, other files, and files for the response.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

/** @param {{ baseUrl: string }} recorder */
export const dialectFiles = ({ baseUrl }) => ({
  'written.http': `GET ${baseUrl}/parts\n\n>> ./answers/parts.json\n`,
  'earlier.http': `### kept\nGET ${baseUrl}/parts\n\n<> ./kept-1.200.json\n<> ./kept-2.200.json\n<> ./gone.200.json\n`,
  'kept-1.200.json': '{"parts":[1.0],"count":0,"token":"canary-of-the-file"}',
  'kept-2.200.json': '{"parts":[1.0,3],"count":0,"token":"canary-of-the-file"}',
  'valued.http': `### parts\n# @name parts\nGET ${baseUrl}/parts\n\n### use\nGET ${baseUrl}/{{parts.response.body.parts[1]}}\nX-T: {{parts.response.body.token}}\n`,
  'imported.http': `### signed\nGET ${baseUrl}/parts\n`,
  'tested.http': `import ./imported.http\n\n### tested\n# @ref signed\nGET ${baseUrl}/tested?{{signed.response.body.parts[1]}}\n\n?? status == 200\n`,
});

/** @type {import('../ui.mjs').Step[]} */
export const dialects = [
  [
    'a response is written to the file that the request names, and its note leads there',
    async ({ page, workspace, recorder }) => {
      await dialogs.clearNotifications(page);
      await driver.openFile(page, 'written.http');
      await sendFirst(page, recorder);
      const answer = await driver.waitForEditorText(page, /# The body was written to answers.parts\.json: \d+ bytes\./);
      expect(answer, /HTTP\/1\.1 200 OK/);
      const path = join(workspace, 'answers/parts.json');
      ensure(existsSync(path), 'The file was not written.');
      expect(readFileSync(path, 'utf8'), /^\{"parts":\[1\.0,2\]/);
      await driver.screenshot(page, 'dialects-written');
      await page.keyboard.press('Control+2');
      await page.keyboard.press('Control+Home');
      await driver.placeCursorIn(page, 'The body was written');
      await driver.runCommand(page, 'Open Link');
      await page.locator('.tab.active').filter({ hasText: 'parts.json' }).waitFor({ timeout: 10_000 });
      await page.keyboard.press('Control+1');
      return answer.split('\n').find((line) => line.includes('written'));
    },
  ],
  [
    'an earlier response is shown by its hover, and compared with the last one and with the next one',
    async ({ page, recorder }) => {
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'View: Close All Editors');
      await driver.openFile(page, 'earlier.http');
      const hover = await driver.readHover(page, 'kept-1', /Earlier response/);
      expect(hover, /200 · 54 bytes · \d{4}-\d\d-\d\d/);
      ensure(!hover.includes('canary'), 'a secret is shown');
      await driver.screenshot(page, 'earlier-hover');
      await driver.clickCodeLens(page, 'Compare with Last Response');
      await notified(page, /has received no response in this window/);
      await dialogs.clearNotifications(page);
      await sendFirst(page, recorder);
      await driver.waitForEditorText(page, /HTTP\/1\.1 200 OK/);
      await page.keyboard.press('Control+1');
      await driver.clickCodeLens(page, 'Compare with Last Response');
      await page.locator('.monaco-diff-editor .line-insert, .monaco-diff-editor .char-insert').first().waitFor();
      const diff = await page.locator('.monaco-diff-editor').first().innerText();
      ensure(!/canary|not-for-the-screen/.test(diff), 'a secret is shown');
      await driver.screenshot(page, 'earlier-last');
      await driver.runCommand(page, 'View: Close Editor');
      await driver.openFile(page, 'earlier.http');
      await driver.clickCodeLens(page, 'Compare with kept-2.200.json');
      await page.locator('.tab.active').filter({ hasText: 'kept-1.200.json ↔ kept-2.200.json' }).waitFor();
      await driver.screenshot(page, 'earlier-next');
      await driver.runCommand(page, 'View: Close Editor');
      await driver.openFile(page, 'earlier.http');
      await driver.clickCodeLens(page, 'Open Earlier Response', { nth: 2 });
      await notified(page, /There is no file \.\/gone\.200\.json/);
      await dialogs.clearNotifications(page);
      await driver.clickCodeLens(page, 'Open Earlier Response');
      await page.locator('.tab').filter({ hasText: 'kept-1.200.json' }).first().waitFor();
      return hover.split('\n').slice(0, 3).join(' | ');
    },
  ],
  [
    'the hover of a placeholder shows the value of a response that was received in this window, and no secret',
    async ({ page, recorder }) => {
      await driver.runCommand(page, 'View: Close All Editors');
      await driver.openFile(page, 'valued.http');
      await sendFirst(page, recorder);
      await driver.waitForEditorText(page, /HTTP\/1\.1 200 OK/);
      await page.keyboard.press('Control+1');
      const value = await driver.readHover(page, 'parts.response.body.parts', /received at/);
      expect(value, /2\s+From the response of parts, received at \d/);
      await driver.screenshot(page, 'value-of-response');
      const secret = await driver.readHover(page, 'parts.response.body.token', /is not shown/);
      ensure(!secret.includes('not-for-the-screen'), 'a secret is shown');
      return value;
    },
  ],
  [
    'the Test Explorer sends the requests of imported files that a tested request needs',
    async ({ page, recorder }) => {
      await driver.runCommand(page, 'View: Close All Editors');
      await driver.openFile(page, 'tested.http');
      const before = recorder.requests.length;
      await driver.runCommand(page, 'Test: Run Tests in Current File');
      await recorder.arrived(before + 2);
      await driver.runCommand(page, 'Testing: Focus on Test Explorer View');
      const rows = page.locator('.test-explorer .monaco-list-row');
      await rows.locator('.codicon-testing-passed-icon').first().waitFor();
      await driver.screenshot(page, 'tests-of-imports');
      const sent = recorder.requests.slice(before).map(({ path }) => path);
      ensure(sent.join(' ') === '/parts /tested?2', `other requests were sent: ${sent.join(' ')}`);
      return sent.join(' ');
    },
  ],
];

/**
 * Sends the first request of the open file, and waits until it has arrived.
 * @param {import('playwright-core').Page} page
 * @param {import('../ui.mjs').Scene['recorder']} recorder
 */
async function sendFirst(page, recorder) {
  const before = recorder.requests.length;
  await driver.clickCodeLens(page, 'Send');
  await recorder.arrived(before + 1);
}

/**
 * Waits for a notification.
 * @param {import('playwright-core').Page} page
 * @param {RegExp} pattern
 */
async function notified(page, pattern) {
  await page.locator('.notification-list-item').filter({ hasText: pattern }).first().waitFor();
}
