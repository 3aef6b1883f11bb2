// What somebody sees of the directives of other tools: questions before a request, repetitions, other files, and files for the response.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

/** @param {{ baseUrl: string }} recorder */
export const dialectFiles = ({ baseUrl }) => ({
  'written.http': `GET ${baseUrl}/parts\n\n>> ./answers/parts.json\n`,
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
