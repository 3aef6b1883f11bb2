// The first ten queries of a newcomer, typed letter by letter, with a look at the list wherever a person would look. Each has to be valid.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { again } from '../../../tools/editor/again.mjs';
import * as driver from '../driver.mjs';
import { ensure, expect } from './expect.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * What a person does: types a text, or takes the first entry of the list. `asked` says that no list is open there, so that Ctrl+Space opens one.
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

###
`;
const line = `${index}POST /_query\n\n{ "query": "" }\n`;
const several = `${index}POST /_query\n{\n  "query": """\n    \n  """\n}\n`;

/** Asks for the list where nothing of a word is typed, and takes what it has first. */
const ask = (/** @type {string} */ first) => /** @type {const} */ ({ first, asked: true });
/** Takes the first entry of the list that is open. */
const take = (/** @type {string} */ first) => ({ first });
const tab = (/** @type {string} */ first) => /** @type {const} */ ({ first, by: 'Tab' });

/**
 * The queries, each in a file of its own: what is done, and what the string holds then.
 * @type {readonly { readonly name: string, readonly file: string, readonly text: string, readonly at: string,
 *   readonly actions: readonly Action[], readonly written: string }[]}
 */
const queries = [
  {
    name: 'everything of an index',
    ...{ file: 'q1.http', text: line, at: '"query": "' },
    actions: [ask('FROM'), take('logs')],
    written: '"FROM logs"',
  },
  {
    name: 'some rows',
    ...{ file: 'q2.http', text: line, at: '"query": "' },
    actions: ['fr', tab('FROM'), tab('logs'), ' ', ask('|'), 'lim', take('LIMIT'), '10'],
    written: '"FROM logs | LIMIT 10"',
  },
  {
    name: 'a condition about a number',
    ...{ file: 'q3.http', text: line, at: '"query": "' },
    actions: ['from l', take('logs'), ' | wh', take('WHERE'), 'st', take('status'), ' ', ask('=='), '500'],
    written: '"from logs | WHERE status == 500"',
  },
  {
    name: 'a condition about a text, and the columns to keep',
    ...{ file: 'q4.http', text: line, at: '"query": "' },
    actions: [
      ...[
        'f',
        take('FROM'),
        take('logs'),
        ' | w',
        take('WHERE'),
        'ho',
        take('host'),
        ' ',
        ask('=='),
        take('"…"'),
        'web-1',
      ],
      ...['→→ | ke', take('KEEP'), take('@timestamp'), ', ', ask('host'), ', mes', take('message')],
    ],
    written: '"FROM logs | WHERE host == \\"web-1\\" | KEEP @timestamp, host, message"',
  },
  {
    name: 'the newest rows',
    ...{ file: 'q5.http', text: line, at: '"query": "' },
    actions: [
      ...['f', take('FROM'), take('logs'), ' | so', take('SORT'), take('@timestamp'), ' ', ask('DESC'), ' ', ask('|')],
      ...['li', take('LIMIT'), '5'],
    ],
    written: '"FROM logs | SORT @timestamp DESC | LIMIT 5"',
  },
  {
    name: 'how many of each',
    ...{ file: 'q6.http', text: several, at: '    ' },
    actions: [
      ...['f', take('FROM'), take('logs'), '\n| st', take('STATS'), 'n ', ask('='), take('COUNT(*)'), ' ', ask('BY')],
      ...['h', take('host'), '\n| so', take('SORT'), 'n', ' ', ask('DESC')],
    ],
    written: 'FROM logs\n    | STATS n = COUNT(*) BY host\n    | SORT n DESC\n',
  },
  {
    name: 'a computed column',
    ...{ file: 'q7.http', text: several, at: '    ' },
    actions: [
      ...[
        'f',
        take('FROM'),
        take('logs'),
        '\n| ev',
        take('EVAL'),
        'seconds ',
        ask('='),
        'dur',
        take('duration'),
        ' / 1000',
      ],
      ...['\n| so', take('SORT'), 'sec', tab('seconds'), ' d', take('DESC')],
    ],
    written: 'FROM logs\n    | EVAL seconds = duration / 1000\n    | SORT seconds DESC\n',
  },
  {
    name: 'the mean of each hour of the last day',
    ...{ file: 'q8.http', text: several, at: '    ' },
    actions: [
      ...[
        'f',
        take('FROM'),
        take('logs'),
        '\n| wh',
        take('WHERE'),
        take('@timestamp'),
        ' > ',
        ask('NOW()'),
        ' - 1 ',
        ask('day'),
      ],
      ...['\n| st', take('STATS'), 'av', take('AVG'), 'd', take('duration'), '→ ', ask('BY'), 'bu', take('BUCKET')],
      ...[take('@timestamp'), ', ', ask('1 hour')],
    ],
    written:
      'FROM logs\n    | WHERE @timestamp > NOW() - 1 day\n    | STATS AVG(duration) BY BUCKET(@timestamp, 1 hour)\n',
  },
  {
    name: 'a pattern, and another name, in Markdown',
    file: 'q9.md',
    text: `# Logs\n\n\`\`\`http\n${several}\`\`\`\n`,
    at: '    ',
    actions: [
      // Editors open no lists by themselves while a word of Markdown is typed.
      ...[
        'f',
        ask('FROM'),
        take('logs'),
        '\n| wh',
        ask('WHERE'),
        'me',
        take('message'),
        ' l',
        ask('LIKE'),
        take('"…"'),
      ],
      ...['error→→\n| ren', ask('RENAME'), 'me', take('message'), ' ', ask('AS'), 'said'],
    ],
    written: 'FROM logs\n    | WHERE message LIKE "*error*"\n    | RENAME message AS said\n',
  },
  {
    name: 'several conditions, in a file of the Console',
    ...{ file: 'q10.es', text: several, at: '    ' },
    actions: [
      ...[
        'f',
        take('FROM'),
        take('logs'),
        '\n| wh',
        take('WHERE'),
        'ho',
        take('host'),
        ' i',
        take('IN'),
        take('( … )'),
      ],
      ...['"a", "b"→ ', ask('AND'), 'st', take('status'), ' is', take('IS NOT NULL'), '\n| st', take('STATS')],
      ...['errors ', ask('='), 'cou', take('COUNT(*)'), ' b', take('BY'), 'h', take('host')],
      ...['\n| so', take('SORT'), take('errors'), ' ', ask('DESC'), '\n| li', take('LIMIT'), '3'],
    ],
    written:
      'FROM logs\n    | WHERE host IN ("a", "b") AND status IS NOT NULL\n    | STATS errors = COUNT(*) BY host\n    | SORT errors DESC\n    | LIMIT 3\n',
  },
];

/** The files that the queries are typed into. */
export const queryFiles = Object.fromEntries(queries.map(({ file, text }) => [file, text]));

const list = '.suggest-widget.visible .monaco-list-row';
const pictured = new Set(['q4.http', 'q8.http', 'q9.md']);

/** @type {import('../ui.mjs').Step[]} */
export const queriesTyped = [
  ...queries.map(
    ({ name, file, text, at, actions, written }) =>
      /** @type {import('../ui.mjs').Step} */ ([
        `a newcomer writes a query: ${name}`,
        async ({ page, workspace }) => {
          await driver.openFile(page, file);
          await goTo(page, text, at);
          const seen = [];
          for (const [number, action] of actions.entries()) {
            if (typeof action === 'string') await typeKeys(page, action);
            else
              seen.push(
                await takeFirst(page, action, number > 2 && pictured.has(file) ? `query-${file}-${number}` : ''),
              );
          }
          const found = await saved(page, join(workspace, file), text, written);
          // What was found while it was typed is looked at again.
          await page.waitForTimeout(1200);
          const marks = page.locator('.editor-group-container.active').locator('.squiggly-error, .squiggly-warning');
          ensure((await marks.count()) === 0, `It is not valid:\n${found}`);
          await driver.screenshot(page, `query-${file}`);
          return seen.join(' ');
        },
        120,
      ]),
  ),
  [
    'a mistake in a query is seen in the same file',
    async ({ page }) => {
      await driver.openFile(page, 'q10.es');
      await driver.placeCursorAfter(page, 'LIMIT');
      await page.keyboard.type('T', { delay: 60 });
      await driver.waitForSquiggle(page, 'warning');
      await driver.placeCursorInSquiggle(page, 'warning');
      const [first = ''] = await driver.openQuickFixes(page);
      expect(first, /LIMIT/);
      return first;
    },
  ],
];

/** Goes to where the query is written, as by a click behind the text in front of it. */
async function goTo(page, text, at) {
  const before = text.slice(0, text.lastIndexOf(at === '    ' ? '    \n' : at) + at.length).split('\n');
  await driver.runCommand(page, 'Go to Line/Column');
  const input = page.locator('.quick-input-widget:visible input');
  await input.fill(`:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`);
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').first().waitFor({ state: 'hidden' });
  await page.locator('.monaco-editor.focused').first().waitFor();
}

/** Saves the file until it holds what is wanted, and returns the request with the query. */
function saved(page, path, before, written) {
  return again(
    () => page.keyboard.press('Control+S'),
    async () => {
      // The mark of an unsaved file comes a moment after the last key.
      await page.waitForTimeout(600);
      const found = readFileSync(path, 'utf8').replace(before.slice(0, before.indexOf('POST /_query')), '');
      ensure(found.replaceAll(/[ \t]+\n/g, '\n').includes(written), `It holds:\n${found}`);
      return found;
    },
  );
}

/** Types keys as a person does; `→` is the key that goes to the right. */
async function typeKeys(page, text) {
  for (const letter of text) {
    const key = { ' ': 'Space', '\n': 'Enter', '→': 'ArrowRight' }[letter] ?? letter;
    // Before a key that a list could take as a choice, it has time to open.
    await page.waitForTimeout(key.length > 1 ? 350 : 60);
    await page.keyboard.press(key);
  }
}

/**
 * Waits for a list that has an entry first and selects it, and takes the entry.
 * @param {Page} page
 * @param {Exclude<Action, string>} action
 * @param {string} picture the name of the picture that is taken of the list; empty for none
 */
async function takeFirst(page, { first, by = 'Enter', asked }, picture) {
  const rows = page.locator(list);
  const labels = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  const isFirst = (label = '') => label === first || label.startsWith(`${first},`) || label.startsWith(`${first} `);
  await again(
    async () => {
      // The list follows what was typed a moment later.
      await page.waitForTimeout(250);
      const isSelected = (await page.locator(`${list}.focused`).count()) > 0;
      if (asked && !isSelected) await page.keyboard.press('Control+Space');
    },
    async () => {
      await page.locator(`${list}.focused`).first().waitFor({ timeout: 3000 });
      const [top] = await labels();
      if (!isFirst(top))
        throw new Error(`The list has ${top} first, not ${first}: ${(await labels()).slice(0, 5).join(' · ')}`);
    },
  );
  const focused = (await page.locator(`${list}.focused`).first().getAttribute('aria-label')) ?? '';
  ensure(isFirst(focused), `The list selects ${focused}, not ${first}.`);
  if (picture !== '') await driver.screenshot(page, picture);
  await page.keyboard.press(by);
  await page.waitForFunction(
    ([selector, label]) => document.querySelector(`${selector}.focused`)?.getAttribute('aria-label') !== label,
    [list, focused],
  );
  return first;
}
