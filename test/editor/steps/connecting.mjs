// What a user sees on the way to an endpoint: a locked key, a proxy, a code to confirm, redirects.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deviceCode, passphrase, startConnectionServers } from '../connection-servers.mjs';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

/** @type {Awaited<ReturnType<typeof startConnectionServers>> | undefined} */
let servers;

/** @type {import('../ui.mjs').Step[]} */
export const connecting = [
  [
    'the passphrase of a client key is asked for until it opens the key, and the request is sent with the certificate',
    async ({ page, workspace }) => {
      servers?.stop();
      servers = await startConnectionServers();
      for (const [name, text] of Object.entries(servers.files)) writeFileSync(join(workspace, name), text);
      for (const name of Object.keys(servers.endpoints))
        writeFileSync(join(workspace, `${name}.http`), `# @endpoint ${name}\nGET /_cluster/health\n`);
      writeFileSync(join(workspace, 'rulebook.json'), JSON.stringify({ endpoints: servers.endpoints }));
      await driver.openFile(page, 'secure.http');
      await driver.clickCodeLens(page, 'Send to secure');
      const box = page.locator('.quick-input-widget:visible');
      await box.filter({ hasText: 'Passphrase of the Client Key for secure' }).waitFor();
      await box.locator('input[type="password"]').fill('a wrong one');
      await page.keyboard.press('Enter');
      await box.filter({ hasText: 'This passphrase does not open the key' }).waitFor();
      await driver.screenshot(page, 'passphrase');
      await dialogs.answerPasswordBox(page, passphrase);
      const text = await driver.waitForEditorText(page, /"reached": "with a client certificate"/);
      await page.keyboard.press('Control+1');
      return text;
    },
  ],
  [
    'a request to an endpoint behind a proxy is handed to the proxy',
    async ({ page }) => {
      await driver.openFile(page, 'remote.http');
      await driver.clickCodeLens(page, 'Send to remote');
      const text = await driver.waitForEditorText(page, /"by the proxy: http:\/\/cluster\.test\/_cluster\/health"/);
      await driver.screenshot(page, 'proxied');
      await page.keyboard.press('Control+1');
      return text;
    },
  ],
  [
    'the code of a device flow is shown, and its token is sent once it is confirmed',
    async ({ page }) => {
      await driver.openFile(page, 'device.http');
      await driver.clickCodeLens(page, 'Send to device');
      const asked = await dialogs.answerNotification(page, /Confirm the code/);
      expect(asked, new RegExp(deviceCode));
      await driver.screenshot(page, 'device-code');
      servers?.confirm();
      const text = await driver.waitForEditorText(page, /"reached": "\*\*\*"/);
      ensure(!text.includes('token-of-the-device'), 'the token is shown');
      await driver.screenshot(page, 'device-answer');
      await dialogs.clearNotifications(page);
      await page.keyboard.press('Control+1');
      servers?.stop();
      servers = undefined;
      return asked;
    },
  ],
];
