// What a user sees on the way to an endpoint: a locked key, a proxy, a code to confirm, consent in the browser, an open connection.
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
    'the code of a device flow is shown, and its token is sent once it is confirmed',
    async ({ page }) => {
      await driver.openFile(page, 'device.http');
      await driver.clickCodeLens(page, 'Send to device');
      expect(await dialogs.answerDialog(page, 'Go On'), /The token goes to http:/);
      const asked = await dialogs.answerNotification(page, /Confirm the code/);
      expect(asked, new RegExp(deviceCode));
      await driver.screenshot(page, 'device-code');
      servers?.confirm();
      const text = await driver.waitForEditorText(page, /"reached": "\*\*\*"/);
      ensure(!text.includes('token-of-the-device'), 'the token is shown');
      await driver.screenshot(page, 'device-answer');
      await dialogs.clearNotifications(page);
      await page.keyboard.press('Control+1');
      return asked;
    },
  ],
  [
    'consent in the browser comes back to this machine, and its token is sent',
    async ({ page }) => {
      await driver.openFile(page, 'browser.http');
      await driver.clickCodeLens(page, 'Send to browser');
      const opened = page
        .context()
        .waitForEvent('page', { timeout: 20_000 })
        .catch(() => undefined);
      expect(await dialogs.answerDialog(page, 'Go On'), /The token goes to http:/);
      const asked = await dialogs.answerNotification(page, /Agree at 127\.0\.0\.1/, 'Open Page');
      const tab = await opened;
      ensure(tab !== undefined, 'no page was opened');
      await tab?.getByText('You can close this page').waitFor();
      await tab?.close();
      const text = await driver.waitForEditorText(page, /"reached": "\*\*\*"/);
      ensure(!text.includes('token-of-the-browser'), 'the token is shown');
      await driver.screenshot(page, 'browser-consent');
      await dialogs.clearNotifications(page);
      await page.keyboard.press('Control+1');
      return asked;
    },
  ],
  [
    'a WebSocket connection shows its messages as they come, sends what is typed, and is closed',
    async ({ page, workspace }) => {
      writeFileSync(join(workspace, 'talk.http'), '# @endpoint chat\nWEBSOCKET /chat\n\n{ "say": "first" }\n');
      await driver.openFile(page, 'talk.http');
      await driver.clickCodeLens(page, 'Send to chat');
      await driver.waitForEditorText(page, /← [\d:.]+\n\{\n {2}"echo": "\{ \\"say\\": \\"first\\" \}"/);
      await driver.clickCodeLens(page, 'Send Message…', { inAnyGroup: true });
      const box = page.locator('.quick-input-widget:visible input');
      await box.fill('typed');
      await page.keyboard.press('Enter');
      const grown = await driver.waitForEditorText(page, /→ [\d:.]+ typed\n← [\d:.]+\n\{\n {2}"echo": "typed"/);
      await driver.screenshot(page, 'messages');
      await driver.clickCodeLens(page, 'Close Connection', { inAnyGroup: true });
      const text = await driver.waitForEditorText(page, /^# 101 [^]*"echo": "typed"/);
      ensure(servers?.heard.at(-1) === 'closed 1000', `the server heard ${servers?.heard.join(', ')}`);
      ensure(!text.includes('incomplete'), 'the connection counts as broken');
      await page.keyboard.press('Control+1');
      servers?.stop();
      servers = undefined;
      return grown;
    },
  ],
];
