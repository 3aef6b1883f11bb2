// A login whose script keeps the token, and a request that uses it: typed, explained, and sent.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import * as driver from '../driver.mjs';
import { ensure } from './expect.mjs';
import { tab, view } from './shown-response.mjs';

const text = (/** @type {string} */ url) =>
  `### Log in\nPOST ${url}/login\n\n> {%\n\n  client.log("logged in as", response.body.user);\n  client.test("A token comes", () => client.assert(response.status === 200));\n%}\n\n### Who am I\nGET ${url}/me\nAuthorization: Bearer {{token}}\n`;

/** @type {import('../ui.mjs').Step[]} */
export const scripts = [
  [
    'a script that is typed with completion keeps the token that the next request uses',
    async ({ page, workspace }) => {
      /** @type {string[]} */
      const seen = [];
      const service = createServer((request, response) => {
        seen.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ token: 'abc-123', user: 'ada' }));
      });
      const url = await new Promise((resolve) => {
        service.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${Object(service.address()).port}`));
      });
      try {
        writeFileSync(join(workspace, 'login.http'), text(url));
        // Between its marks, a script has a line of its own, and its end stays at the margin.
        writeFileSync(join(workspace, 'marks.http'), 'GET http://h/\n\n');
        await driver.openFile(page, 'marks.http');
        await page.keyboard.press('Control+End');
        await page.keyboard.type('> {%', { delay: 50 });
        await page.keyboard.press('Enter');
        await page.keyboard.type('client.log("a");', { delay: 30 });
        await driver.waitForEditorText(page, /^> \{%\n {2}client\.log\("a"\);\n%\}$/m);
        await driver.openFile(page, 'login.http');
        await driver.placeCursorAfter(page, '> {%');
        await page.keyboard.press('ArrowDown');
        await driver.suggest(page, '  client.', { expect: 'global' });
        await driver.suggest(page, 'global.', { expect: 'set' });
        await driver.screenshot(page, 'script-completion');
        await page.keyboard.type('set("token", response.body.token);', { delay: 30 });
        await driver.waitForEditorText(page, /^ {2}client\.global\.set\("token", response\.body\.token\);$/m);
        const hover = await driver.readHover(page, '{{token}}', /Set by the script in line 4/);
        await driver.screenshot(page, 'script-hover');
        await driver.clickCodeLens(page, 'Send', { nth: 0 });
        await tab(page, 'Tests').click();
        const tests = view(page).locator('.tests');
        await tests.filter({ hasText: 'A token comes' }).waitFor();
        await view(page).locator('.dump').filter({ hasText: 'logged in as ada' }).waitFor();
        const answer = await tests.innerText();
        await driver.screenshot(page, 'script-response');
        await driver.openFile(page, 'login.http');
        await driver.clickCodeLens(page, 'Send', { nth: 1 });
        for (const end = performance.now() + 10_000; seen.length < 2 && performance.now() < end;)
          await page.waitForTimeout(50);
        ensure(seen.join() === '/login,/me Bearer abc-123', seen.join());
        await driver.screenshot(page, 'script-token');
        return `${hover} | ${answer.replaceAll(/\s+/g, ' ')}`;
      } finally {
        service.close();
      }
    },
  ],
];
