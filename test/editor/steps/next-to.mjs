// What a user sees who has another extension for the same files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { again } from '../../../tools/editor/again.mjs';
import { ensure, expect } from './expect.mjs';

/** @type {import('../ui.mjs').Step[]} */
export const neighbour = [
  [
    'next to REST Client, one question says who shows the links above requests, and the answer is kept',
    async ({ page, profile }) => {
      const settings = () => JSON.parse(readFileSync(join(profile.userData, 'User/settings.json'), 'utf8'));
      await driver.openFile(page, 'checked.http');
      const question = await dialogs.answerNotification(page, /Rulebook and REST Client/, 'Rulebook');
      expect(question, /rulebook\.codeLens/);
      await again(
        () => page.waitForTimeout(300),
        () => ensure(settings()['rest-client.enableSendRequestCodeLens'] === false, 'the setting is not written'),
      );
      ensure(settings()['rulebook.codeLens'] === true, 'our own setting is not written');
      await page.reload();
      await driver.openFile(page, 'key.http');
      await page.locator('.codelens-decoration a').filter({ hasText: 'Send' }).first().waitFor();
      const asked = page.locator('.notification-list-item').filter({ hasText: 'REST Client' });
      ensure((await asked.count()) === 0, 'it asks again');
      return question;
    },
  ],
];
