// Environments: choosing one of the files, the value of a variable under the pointer, and files that the editor writes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const environmentFiles = ({ baseUrl }) => ({
  'used.http': 'GET http://localhost/{{owner}}/{{apiToken}}\n\n###\nGET http://localhost/{{nowhere}}\n',
  'http-client.env.json': `{ "dev": { "owner": "octocat", "place": "${baseUrl}" }, "prod": { "owner": "website" } }\n`,
  'imported.http': '### first\nGET {{place}}/_cluster/health\n',
  'importing.http': '# @import ./imported.http\n\n###\n# @ref first\nGET {{place}}/_cluster/health?local\n',
  'http-client.private.env.json': '{ "dev": { "apiToken": "canary-of-a-token" } }\n',
  '.gitignore': 'dist\n',
});

export const environmentSettings = {
  'rest-client.environmentVariables': { dev: { owner: 'shadowed', port: 9270, password: 'canary-of-a-password' } },
};

/** @type {import('../ui.mjs').Step[]} */
export const environments = [
  [
    'Select Environment lists the environments of files with their places, and the hover shows a value and what it shadows',
    async ({ page }) => {
      await driver.openFile(page, 'used.http');
      await driver.runCommand(page, 'Rulebook: Select Environment');
      const row = page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: 'dev' }).first();
      await row.waitFor();
      const listed = await row.innerText();
      expect(listed, /http-client\.env\.json/);
      await page
        .locator('.quick-input-widget:visible .monaco-list-row')
        .filter({ hasText: 'Add Environment…' })
        .waitFor();
      await driver.screenshot(page, 'environment-picker');
      await dialogs.choose(page, 'Choose for This File Only');
      await dialogs.choose(page, 'dev');
      const value = await driver.readHover(page, 'owner', /octocat/);
      expect(value, /environment dev of http-client\.env\.json, line 1/);
      expect(value, /shadows[\s\S]*shadowed/);
      const secret = await driver.readHover(page, 'apiToken', /is not shown/);
      ensure(!secret.includes('canary'), 'a secret is shown');
      return `${listed} → ${value}`;
    },
  ],
  [
    'the environment of a file counts for the imported requests that it needs',
    async ({ page, recorder }) => {
      await driver.openFile(page, 'importing.http');
      await driver.clickCodeLens(page, 'Send');
      const question = page.locator('.quick-input-widget:visible').filter({ hasText: 'Value of place' });
      await question.waitFor();
      expect(await question.innerText(), /environments that are not selected: dev\./);
      await page.keyboard.press('Escape');
      await dialogs.clearNotifications(page);
      // A lens says what is missing; one choice is enough, which holds for the file as the last one did.
      await driver.clickCodeLens(page, 'Choose Environment');
      await dialogs.choose(page, 'dev');
      await page
        .locator('.codelens-decoration a')
        .filter({ hasText: 'Choose Environment' })
        .waitFor({ state: 'hidden' });
      const before = recorder.requests.length;
      await driver.clickCodeLens(page, 'Send (dev)');
      await recorder.arrived(before + 2);
      return `${recorder.requests.length - before} requests`;
    },
  ],
  [
    'a quick fix defines a variable in the chosen environment',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'used.http');
      await driver.placeCursorIn(page, 'nowhere');
      const titles = await driver.openQuickFixes(page);
      await driver.applyQuickFix(page, 'in environment dev of http-client.env.json');
      await written(join(workspace, 'http-client.env.json'), /"nowhere": "\{\{value of nowhere\}\}"/);
      return titles.join(' | ');
    },
  ],
  [
    'Convert REST Client Environments asks with the files, and writes secrets to the private file',
    async ({ page, workspace }) => {
      await driver.runCommand(page, 'Rulebook: Convert REST Client Environments');
      const apply = page.locator('.monaco-dialog-box .monaco-button').filter({ hasText: 'Write Files' }).first();
      await apply.waitFor();
      await driver.screenshot(page, 'environment-preview');
      const asked = await page.locator('.monaco-dialog-box').innerText();
      expect(asked, /\.gitignore: a line[\s\S]*http-client\.private\.env\.json: 1 variable/);
      ensure(!asked.includes('canary'), 'a secret is shown');
      expect(readFileSync(join(workspace, '.gitignore'), 'utf8'), /^dist\n$/);
      await apply.click();
      await written(join(workspace, 'http-client.private.env.json'), /canary-of-a-password/);
      await written(join(workspace, 'http-client.env.json'), /"port": 9270/);
      await written(join(workspace, '.gitignore'), /^dist\nhttp-client\.private\.env\.json\n$/);
      const shared = readFileSync(join(workspace, 'http-client.env.json'), 'utf8');
      ensure(!shared.includes('canary'), 'a secret is in the shared file');
      await dialogs.answerNotification(page, /2 variables added.*another value.*dev: owner/);
      return shared;
    },
  ],
];

function written(path, pattern) {
  return again(
    () => new Promise((resolve) => setTimeout(resolve, 300)),
    async () => {
      expect(readFileSync(path, 'utf8'), pattern);
    },
  );
}
