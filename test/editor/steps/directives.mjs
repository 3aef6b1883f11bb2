// What directives do before and while a request is sent: questions, repetitions, other requests first, and what is left out.
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
  'looped.http': `# @loop for user of ["ann", "ben"]\nGET ${baseUrl}/users/{{user}}\n`,
  'off.http': `# @disabled\nDELETE ${baseUrl}/backup\n\n###\nGET ${baseUrl}/parts\n`,
  'needs.http': `# @import ./gives.http\n# @ref token\nGET ${baseUrl}/items/{{token.response.body.$.id}}\n`,
  'gives.http': `# @name token\nPOST ${baseUrl}/login\n`,
  'protocols.http': [
    '### call\nGRPC localhost:50051/shop.Items/List\n',
    '### chat\nMQTT mqtt://localhost:9\n',
    '### queue\nAMQP amqp://localhost:9\n',
    `### plain\nGET ${baseUrl}/parts\n`,
  ].join('\n'),
  'curl-block.http': `### from a manual\ncurl -X PUT '${baseUrl}/notes/1' \\\n  -H 'Content-Type: application/json' \\\n  --data '{ "size": 1 }'\n`,
  'outside.http': `GET ${baseUrl}/parts\n\n>> ../../outside.json\n`,
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
    'a curl command is sent by its lens',
    async ({ page, recorder }) => {
      await sendFirst(page, recorder, 'curl-block.http');
      const { method, path, body } = recorder.requests.at(-1) ?? {};
      ensure(`${method} ${path} ${body}` === 'PUT /notes/1 { "size": 1 }', `${method} ${path} ${body} was sent`);
      const answer = await driver.waitForEditorText(page, /PUT \S*\/notes\/1[^]*HTTP\/1\.1 200|HTTP\/1\.1 200/);
      await driver.screenshot(page, 'curl-sent');
      return answer.split('\n')[0];
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
  [
    '@loop sends a request for each item, and sums the responses up',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await openQuietly(page, 'looped.http');
      await driver.clickCodeLens(page, 'Send');
      await recorder.arrived(before + 2);
      const paths = recorder.requests.slice(before).map(({ path }) => path);
      ensure(paths.join() === '/users/ann,/users/ben', `${paths.join()} were sent`);
      const summary = await driver.waitForEditorText(page, /# looped\.http: 2 requests.*2 succeeded/);
      await driver.screenshot(page, 'loop');
      return summary.replaceAll('\n', ' | ');
    },
  ],
  [
    '@disabled leaves a request out of a run, which says why',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await openQuietly(page, 'off.http');
      await driver.placeCursorIn(page, 'DELETE');
      await page.keyboard.press('Control+Shift+Alt+Enter');
      const summary = await driver.waitForEditorText(page, /# off\.http: 2 requests.*1 left out/);
      expect(summary, /switched off by/);
      await driver.screenshot(page, 'disabled');
      ensure(recorder.requests.length === before + 1, `${recorder.requests.length - before} requests were sent`);
      return summary.replaceAll('\n', ' | ');
    },
  ],
  [
    '@ref sends the request of an imported file first, and its response is used',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await openQuietly(page, 'needs.http');
      await driver.clickCodeLens(page, 'Send');
      await recorder.arrived(before + 2);
      const sent = recorder.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
      ensure(sent.join(', ') === 'POST /login, GET /items/VuaCfGcBCdbkQm', `${sent.join(', ')} was sent`);
      const summary = await driver.waitForEditorText(page, /# needs\.http: 2 requests.*2 succeeded/);
      await driver.screenshot(page, 'ref');
      return summary.replaceAll('\n', ' | ');
    },
  ],
  [
    'requests of protocols that are not spoken have no lens, are named, and are left out',
    async ({ page, recorder }) => {
      const before = recorder.requests.length;
      await openQuietly(page, 'protocols.http');
      const lenses = page.locator('.editor-group-container.active .codelens-decoration a').filter({ hasText: 'Send' });
      await lenses.first().waitFor();
      ensure((await lenses.count()) === 1, `${await lenses.count()} requests have a lens`);
      const named = await driver.readHover(page, 'GRPC', /not supported/);
      await page.keyboard.press('Escape');
      await driver.placeCursorIn(page, 'plain');
      await page.keyboard.press('Control+Shift+Alt+Enter');
      const summary = await driver.waitForEditorText(page, /# protocols\.http: 4 requests.*1 succeeded.*3 left out/);
      await driver.screenshot(page, 'protocols');
      ensure(recorder.requests.length === before + 1, `${recorder.requests.length - before} requests were sent`);
      return `${named} | ${summary}`;
    },
  ],
  [
    'a file for the response outside of the workspace is refused, and the response says so',
    async ({ page, workspace, recorder }) => {
      await sendFirst(page, recorder, 'outside.http');
      const answer = await driver.waitForEditorText(page, /# The file .*outside\.json of line 3 was not written/);
      await driver.screenshot(page, 'outside');
      ensure(!statSync(join(workspace, '../../outside.json'), { throwIfNoEntry: false }), 'it was written');
      return answer.split('\n').find((line) => line.includes('not written'));
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
