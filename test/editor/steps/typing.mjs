// What becomes of a text that is typed by a user who never looks at a list.
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as driver from '../driver.mjs';
import { expectSaved, typeText } from '../typing.mjs';
import { ensure } from './expect.mjs';

/** Requests of several areas, in classic and in console form. */
export const requests = `### API key
POST /_security/api_key
Content-Type: application/json

{
  "name": "x",
  "expiration": "1d",
  "role_descriptors": {
    "my-role": {
      "cluster": ["monitor"]
    }
  }
}

### fs
PUT _snapshot/a
{
  "type": "fs",
  "settings": {
    "location": "b",
    "compress": true
  }
}

### Follow
PUT /c/_ccr/follow?wait_for_active_shards=1
{
  "remote_cluster": "leader",
  "leader_index": "l"
}

### Flattened
PUT /bugs
{
  "mappings": {
    "properties": {
      "labels": { "type": "flattened" }
    }
  }
}

### Bulk
POST /bugs/_bulk
Content-Type: application/x-ndjson

{ "index": { "_id": "1" } }
{ "title": "a" }

### Webhook
POST /repos/o/r/hooks
Accept: application/json

{
  "name": "web",
  "active": true,
  "events": ["push"],
  "config": {
    "url": "https://a.bc/h",
    "content_type": "json"
  }
}

### Collaborator
PUT /projects/1/collaborators/o

{ "permission": "write" }`;

/** JSON files, whose editor settings are not ours. */
const bodies = {
  'a.api-key.json': `{
  "name": "x",
  "expiration": "1d",
  "role_descriptors": {
    "r": {
      "cluster": ["monitor"]
    }
  }
}`,
  'x.webhook.json': `{
  "name": "web",
  "active": true,
  "events": ["push"],
  "config": { "url": "https://a.bc/h" }
}`,
};

/** The files that the steps type into. */
export const typedFiles = {
  'typed.http': '',
  'listed.http': '',
  'accepted.http': '',
  'opened.http': '',
  ...Object.fromEntries(Object.keys(bodies).map((name) => [name, ''])),
};

/** @type {import('../ui.mjs').Step[]} */
export const typing = [
  [
    'requests come out as they are typed',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'typed.http');
      await typeText(page, requests);
      await expectSaved(page, join(workspace, 'typed.http'), requests);
      return `${requests.length} characters`;
    },
    240,
  ],
  ...Object.entries(bodies).map(([name, text]) => typingStep(name, text)),
  [
    'a list that opens where nothing is typed has no selected entry, and Enter makes a new line',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'opened.http');
      const rows = page.locator('.suggest-widget.visible .monaco-list-row');
      // The language server may only just be starting.
      await again(
        async () => {
          await page.keyboard.press('Control+A');
          await page.keyboard.press('Backspace');
          await page.keyboard.type('POST ', { delay: 80 });
        },
        () => rows.filter({ hasText: '/_security/api_key' }).first().waitFor({ timeout: 6000 }),
      );
      const count = await page.locator('.suggest-widget.visible .monaco-list-row.focused').count();
      ensure(count === 0, 'an entry is selected');
      await driver.screenshot(page, 'unselected');
      await page.keyboard.press('Enter');
      await page.locator('.suggest-widget.visible').waitFor({ state: 'hidden' });
      await expectSaved(page, join(workspace, 'opened.http'), 'POST \n');
      return `${await rows.count()} entries left`;
    },
  ],
  [
    'an accepted path says that a body comes with it, and leaves the cursor at the end of the request line',
    async ({ page }) => {
      await driver.openFile(page, 'accepted.http');
      await driver.suggest(page, 'POST /_security/api', { expect: '/_security/api_key' });
      const row = page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: /api_key\s*\+ body/ });
      const shown = (await row.first().innerText()).replaceAll('\n', ' ');
      await driver.screenshot(page, 'with-body');
      await driver.acceptSuggestion(page, '/_security/api_key');
      await driver.waitForEditorText(page, /"name"/);
      await page.keyboard.press('Enter');
      await page.keyboard.type('X-Own: 1', { delay: 30 });
      await page.keyboard.press('Escape');
      await driver.screenshot(page, 'behind-the-path');
      await driver.waitForEditorText(
        page,
        /^POST \/_security\/api_key\s+X-Own: 1\s+Content-Type: application\/json\s+\{/,
      );
      return shown;
    },
  ],
  [
    'a request is completed by the list alone',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'listed.http');
      await driver.suggest(page, '', { expect: 'PUT /_snapshot/{repository}' });
      await driver.acceptSuggestion(page, 'PUT /_snapshot/{repository}');
      await driver.waitForEditorText(page, /"location"/);
      // The stop behind the path is for header fields, and the one on the type opens the list of its values.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: 'url' }).first().waitFor();
      await driver.screenshot(page, 'choice');
      await driver.acceptSuggestion(page, 'url');
      await page.keyboard.press('Escape');
      await driver.waitForEditorText(page, /"type": "url"/);
      await page.keyboard.press('Control+End');
      await page.keyboard.type('###\nwebhook', { delay: 60 });
      const labels = await driver.suggest(page, '', { expect: 'POST /repos' });
      await driver.screenshot(page, 'words');
      await page.keyboard.press('Enter');
      const wanted = `PUT /_snapshot/repository
Content-Type: application/json

{
  "type": "url",
  "settings": {
    "location": "/mnt/backups/my-repository"
  }
}
###
POST /repos/owner/repo/hooks
Content-Type: application/json

{
  "config": {
    "url": "https://example.com/webhook",
    "content_type": "json",
    "secret": "{{hook_secret}}"
  }
}
`;
      await driver.waitForEditorText(page, /hook_secret/);
      await expectSaved(page, join(workspace, 'listed.http'), wanted);
      return labels.join(' | ');
    },
  ],
];

/**
 * @param {string} name
 * @param {string} text
 * @returns {import('../ui.mjs').Step}
 */
function typingStep(name, text) {
  return [
    `${name} comes out as it is typed`,
    async ({ page, workspace }) => {
      await driver.openFile(page, name);
      await typeText(page, text);
      await expectSaved(page, join(workspace, name), text);
      return `${text.length} characters`;
    },
  ];
}
