// What a user sees in a workspace that is not trusted and has no configuration, and how the sandbox comes and goes.
import * as dialogs from '../dialogs.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

export const restrictedFiles = ({ baseUrl }) => ({
  'first-line.json': '// @request POST /_security/api_key\n{ "name": 5 }\n',
  'checked.http': 'POST /_security/api_key\n\n{ "name": "a", "expiration": "1d", "nme": 1 }\n',
  'key.http': 'POST /_security/api_key\n\n{ "name": "from-key", "expiration": "1d" }\n',
  'hook.http': `POST /repos/octocat/hello-world/hooks\n\n${JSON.stringify({ name: 'web', events: ['push'], config: { url: `${baseUrl}/hook`, content_type: 'json' } })}\n`,
});

/** @type {import('../ui.mjs').Step[]} */
export const restricted = [
  [
    'a JSON body is known by its first line alone, in a workspace without configuration',
    async ({ page }) => {
      await driver.openFile(page, 'first-line.json');
      await page.locator('.statusbar-item').filter({ hasText: 'JSON with Comments' }).waitFor();
      await driver.waitForSquiggle(page);
      const hover = await driver.readHoverOfSquiggle(page);
      expect(hover, /wrong-type/);
      ensure(!/Comments are not permitted/.test(hover), 'the comment itself is refused');
      return hover;
    },
  ],
  [
    'Explain says what a request would send in a workspace that is not trusted, too',
    async ({ page }) => {
      await driver.openFile(page, 'key.http');
      await driver.clickCodeLens(page, 'Explain');
      const text = await driver.waitForEditorText(
        page,
        /# Nothing was sent[^]*# this workspace is not trusted[^]*POST http:\S+\/_security\/api_key/,
      );
      await driver.screenshot(page, 'untrusted-explanation');
      await driver.runCommand(page, 'View: Close Editor');
      return text.replaceAll('\n', ' | ');
    },
  ],
  [
    'a workspace that is not trusted is checked, but sends nothing and says why',
    async ({ page }) => {
      await driver.openFile(page, 'checked.http');
      await driver.waitForSquiggle(page, 'warning');
      await driver.openFile(page, 'key.http');
      await driver.clickCodeLens(page, 'Send (trust needed)');
      const text = await dialogs.answerNotification(page, /not trusted/);
      await driver.screenshot(page, 'untrusted');
      await dialogs.answerNotification(page, /not trusted/, 'Manage Workspace Trust');
      await page.locator('.workspace-trust-editor .monaco-button').filter({ hasText: 'Trust' }).first().click();
      await page.locator('.statusbar-item').filter({ hasText: 'Restricted Mode' }).waitFor({ state: 'hidden' });
      await dialogs.closeTrustEditor(page);
      return text;
    },
  ],
  [
    'once trusted, an unreachable sandbox is started by one click and the request is sent',
    async ({ page }) => {
      await driver.openFile(page, 'key.http');
      await driver.clickCodeLens(page, 'Send');
      const text = await dialogs.answerNotification(page, /sandbox-cluster: /, 'Start Sandbox and Send');
      await driver.waitForEditorText(page, /^# 200 OK · .*\nHTTP\/1\.1 200 OK/);
      return text;
    },
  ],
  [
    'the view shows what the sandbox holds',
    async ({ page }) => {
      await driver.runCommand(page, 'Focus on Endpoints View');
      const rows = page.locator('.customview-tree .monaco-list-row');
      await rows.filter({ hasText: 'from-key' }).first().waitFor();
      return (await rows.allInnerTexts()).join(' | ').replaceAll('\n', ' ');
    },
  ],
  [
    'Stop Sandbox ends it, and the next request says so',
    async ({ page }) => {
      await dialogs.clearNotifications(page);
      await driver.runCommand(page, 'Rulebook: Stop Sandbox');
      const said = await dialogs.answerNotification(page, /stopped/);
      await driver.clickCodeLens(page, 'Send');
      const text = await dialogs.answerNotification(page, /sandbox-cluster: /);
      expect(text, /Start Sandbox and Send/);
      const editors = await driver.readEditors(page);
      ensure(
        editors.some((one) => /received no response/.test(one)),
        'no editor says that there was no answer',
      );
      return `${said} → ${text}`;
    },
  ],
];
