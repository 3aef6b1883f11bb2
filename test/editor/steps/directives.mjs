// What directives ask before a request is sent.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

const pin = 'canary-of-a-pin';

/** @param {{ baseUrl: string }} recorder */
export const directiveFiles = ({ baseUrl }) => ({
  'asks.http': [
    '# @prompt size How many? [10]',
    '# @prompt stage Which stage? [dev, prod]',
    '# @secret pin Your PIN',
    `GET ${baseUrl}/asked?size={{size}}&stage={{stage}}`,
    'Authorization: ApiKey {{pin}}',
    '',
  ].join('\n'),
  'noted.http': `# @note This starts the import for all customers.\nPOST ${baseUrl}/import\n`,
  'curl-block.http': `### from a manual\ncurl -X PUT '${baseUrl}/notes/1' \\\n  -H 'Content-Type: application/json' \\\n  --data '{ "size": 1 }'\n`,
});

const box = '.quick-input-widget:visible .quick-input-filter input';
const rows = '.quick-input-widget:visible .quick-input-list .monaco-list-row';

/** @type {import('../ui.mjs').Step[]} */
export const directives = [
  [
    '@prompt asks by a box, a list and a box that hides what is typed, and the secret is kept nowhere',
    async ({ page, workspace, profile, recorder }) => {
      const before = recorder.requests.length;
      await openQuietly(page, 'asks.http');
      await driver.clickCodeLens(page, 'Send');
      await page.locator(box).waitFor();
      ensure((await page.locator(box).inputValue()) === '10', 'the default is not offered');
      await driver.screenshot(page, 'prompt-box');
      await page.keyboard.type('25');
      await page.keyboard.press('Enter');
      await page.locator(rows).filter({ hasText: 'prod' }).waitFor();
      await driver.screenshot(page, 'prompt-list');
      await dialogs.choose(page, 'prod');
      const hidden = page.locator('.quick-input-widget:visible input[type="password"]');
      await hidden.fill(pin);
      await driver.screenshot(page, 'prompt-password');
      await page.keyboard.press('Enter');
      await recorder.arrived(before + 1);
      const { path, authorization } = recorder.requests.at(-1) ?? {};
      ensure(path === '/asked?size=25&stage=prod', `${path} was sent`);
      ensure(authorization === `ApiKey ${pin}`, 'the PIN was not sent');
      const answer = await driver.waitForEditorText(page, /HTTP\/1\.1 200/);
      ensure(!answer.includes(pin), 'the response shows the PIN');
      const holders = [...filesWith(workspace, pin), ...filesWith(profile.folder, pin)];
      ensure(holders.length === 0, `these files hold the PIN: ${holders.join(', ')}`);
      return path;
    },
  ],
  [
    'Escape in one of its boxes sends nothing',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await openQuietly(page, 'asks.http');
      await driver.clickCodeLens(page, 'Send');
      await page.locator(box).waitFor();
      await page.keyboard.press('Enter');
      await page.locator(rows).filter({ hasText: 'prod' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator(rows).first().waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+1');
      await sendFirst(page, recorder, 'curl-block.http');
      ensure(recorder.requests.length === before + 1, 'the request was sent without a response');
    },
  ],
  [
    '@note asks before the request is sent, with its words',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await openQuietly(page, 'noted.http');
      await driver.clickCodeLens(page, 'Send');
      await page.locator('.monaco-dialog-box').waitFor();
      await driver.screenshot(page, 'note');
      const question = await dialogs.answerDialog(page, 'Cancel');
      expect(question, /This starts the import for all customers\./);
      ensure(recorder.requests.length === before, 'it was sent before the response');
      await driver.clickCodeLens(page, 'Send');
      await dialogs.answerDialog(page, 'Send');
      await recorder.arrived(before + 1);
      return question.replaceAll('\n', ' ');
    },
  ],
];

/** Opens a file; a notification or the response of the step before does not cover it. */
async function openQuietly(page, name) {
  await dialogs.clearNotifications(page);
  await page.keyboard.press('Control+1');
  await driver.openFile(page, name);
}

/** Sends the first request of a file, and waits until it has arrived. */
async function sendFirst(page, recorder, name) {
  const before = recorder.requests.length;
  await openQuietly(page, name);
  await driver.clickCodeLens(page, 'Send');
  await recorder.arrived(before + 1);
}

/** Returns the files below a folder that hold a text. */
function filesWith(folder, text) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const file = join(folder, path);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true && readFileSync(file).includes(text);
  });
}
