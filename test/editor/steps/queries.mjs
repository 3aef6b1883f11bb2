// The first ten queries of a newcomer, typed letter by letter, with the list looked at wherever a person would look.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as driver from '../driver.mjs';
import { ensure } from './expect.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * What a person does: types a text, or looks at the list and takes its first entry. The list is the one that is open, or that Ctrl+Space opens.
 * @typedef {string | { readonly first: string, readonly by?: 'Enter' | 'Tab', readonly asked?: true }} Action
 */

const index = `PUT /logs
{
  "mappings": {
    "properties": {
      "@timestamp": { "type": "date" },
      "host": { "type": "keyword" },
      "status": { "type": "integer" },
      "message": { "type": "text" },
      "duration": { "type": "long" },
      "failed": { "type": "boolean" }
    }
  }
}
`;

/**
 * The queries: what is done, and what is written then.
 * @type {readonly { readonly name: string, readonly actions: readonly Action[], readonly written: string }[]}
 */
const queries = [
  {
    name: 'everything',
    actions: ['F', { first: 'FROM' }, { first: 'logs' }],
    written: 'FROM logs',
  },
  {
    name: 'the first rows',
    actions: ['fr', { first: 'FROM', by: 'Tab' }, { first: 'logs', by: 'Tab' }, ' ', { first: '|', asked: true }, 'lim', { first: 'LIMIT' }, '10'],
    written: 'FROM logs | LIMIT 10',
  },
  {
    name: 'a condition with a number',
    actions: ['from logs | w', { first: 'WHERE' }, 'st', { first: 'status' }, ' ', { first: '==', asked: true }, '500'],
    written: 'from logs | WHERE status == 500',
  },
  {
    name: 'a condition with a text, and some columns',
    actions: ['from logs | wh', { first: 'WHERE' }, { first: '@timestamp' }, ],
    written: '',
  },
];

export const queryFiles = { 'first.http': `${index}\n###\nPOST /_query\n` };

/** @param {Page} page */
export async function rows(page) {
  return page.locator('.suggest-widget.visible .monaco-list-row').evaluateAll((all) => all.map((row) => `${row.classList.contains('focused') ? '>' : ''}${row.getAttribute('aria-label') ?? ''}`));
}

/** @type {import('../ui.mjs').Step[]} */
export const explore = [
  [
    'explore',
    async ({ page, workspace }) => {
      await driver.openFile(page, 'first.http');
      await page.keyboard.press('Control+End');
      const log = [];
      const type = async (text) => {
        for (const letter of text) {
          await page.keyboard.press(letter === ' ' ? 'Space' : letter === '\n' ? 'Enter' : letter);
          await page.waitForTimeout(300);
          if ((await rows(page)).length > 0) log.push(`${JSON.stringify(letter)} => ${(await rows(page)).slice(0, 4).join(' · ')}`);
        }
      };
      const note = async (what) => log.push(`${what} => ${(await rows(page)).slice(0, 4).join(' · ')}`);
      const accept = async (key) => {
        await page.keyboard.press(key);
        await page.waitForTimeout(700);
        await note(key);
      };
      await page.waitForTimeout(4000);
      try {
        await type('{\n"query": """');
        await driver.screenshot(page, 'explore-1');
        await type('\n');
        await driver.screenshot(page, 'explore-2');
        await type('F');
        await driver.screenshot(page, 'explore-3');
        await page.keyboard.press('Control+S');
        await page.waitForTimeout(800);
      } finally {
        writeFileSync('/tmp/edit/explore.txt', log.join('\n') + '\n\n' + readFileSync(join(workspace, 'first.http'), 'utf8'));
      }
      ensure(true, '');
      return 'x';
    },
    200,
  ],
];
void queries; void again;
