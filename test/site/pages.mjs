// The pages: links, search, what they load, accessibility, and both widths.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { again } from '../../tools/editor/again.mjs';
import { base, onPage, picture, widths } from './harness.mjs';

const axe = readFileSync(join(import.meta.dirname, '../../site/node_modules/axe-core/axe.min.js'), 'utf8');
/** One page of each kind. */
const kinds = ['', 'get-started.html', 'request-files.html', 'rules/dropped-secret.html', 'rules/', 'playground.html'];

const seed = process.env.RULEBOOK_SEEDS ?? String(Math.floor(Date.now() / 86_400_000));
/** Returns whether something is tried this time, every second one: as `isSampled` of `test/sample.ts`. */
const isTried = (index) => seed === 'all' || (index + Number(seed)) % 2 === 0;

/** @type {import('./harness.mjs').Case[]} */
export const pageCases = [
  [
    'every link of every page leads to a page and a heading',
    ({ folder }) => {
      const pages = pagesIn(folder);
      const anchors = new Map(pages.map((page) => [page, anchorsIn(folder, page)]));
      const wrong = pages.flatMap((page) =>
        linksIn(readFileSync(join(folder, page), 'utf8')).flatMap((link) => problemOf(link, page, anchors) ?? []),
      );
      assert.ok(pages.length > 130);
      assert.deepEqual(wrong, []);
      return Promise.resolve();
    },
  ],
  [
    'no page names a file of another origin',
    ({ folder }) => {
      const wrong = pagesIn(folder).flatMap((page) => {
        const html = readFileSync(join(folder, page), 'utf8');
        assert.match(html, /http-equiv="Content-Security-Policy" content="default-src 'self'/, page);
        const loaded = [...html.matchAll(/<(?:script|img|link|iframe|source)\b[^>]*?(?:src|href)="(https?:[^"]+)"/g)];
        return loaded.map(([, url]) => `${page}: ${url}`);
      });
      assert.deepEqual(wrong, []);
      return Promise.resolve();
    },
  ],
  [
    'every page of docs/ has a title and a description of its own',
    ({ folder }) => {
      const titles = pagesIn(folder)
        .filter((page) => page !== '404.html')
        .map((page) => {
          const html = readFileSync(join(folder, page), 'utf8');
          assert.match(html, /<meta name="description" content="[^"]{20,}"/, page);
          return /<title>([^<]*)<\/title>/.exec(html)?.[1];
        });
      assert.equal(new Set(titles).size, titles.length);
      return Promise.resolve();
    },
  ],
  [
    'pages load without an error and without a request to others',
    async (scene) => {
      const all = pagesIn(scene.folder).filter((page) => page !== '404.html');
      // Pages are made alike; what they link to is checked for all of them.
      const some = all.filter(
        (page, index) => (index + (Number(seed) || 0)) % (page.startsWith('rules/') ? 30 : 8) === 0,
      );
      for (const page of some) await onPage(scene, page, (opened) => opened.waitForLoadState('networkidle'));
    },
  ],
  [
    'the search finds a rule',
    (scene) =>
      onPage(scene, 'get-started.html', async (page) => {
        const box = page.locator('.VPLocalSearchBox input');
        // A page takes keys only once its program runs.
        await again(
          () => page.keyboard.press('Control+k'),
          () => box.waitFor({ timeout: 4000 }),
        );
        await box.fill('removed-secret');
        await page.locator('.VPLocalSearchBox .result', { hasText: 'removed-secret' }).first().waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/rules\/removed-secret/);
        await page.locator('h1', { hasText: 'removed-secret' }).waitFor();
      }),
  ],
  [
    'requests are coloured by the grammar of the editor, with their placeholders',
    (scene) =>
      onPage(scene, 'variables.html', async (page) => {
        const block = page.locator('div.language-http').first();
        assert.match(await block.innerText(), /PUT \/_snapshot\/\{\{repository\}\}/);
        assert.ok((await block.locator('span[style*="--shiki"]').count()) > 5);
      }),
  ],
  ...['light', 'dark'].map(
    (scheme, turn) =>
      /** @type {import('./harness.mjs').Case} */ ([
        `nothing hinders readers with assistive technology (${scheme})`,
        async (scene) => {
          const found = [];
          const tried = kinds.filter((_, index) => isTried(index + turn));
          for (const path of tried) found.push(...(await axeProblems(scene, path, scheme)));
          assert.deepEqual(found, []);
        },
      ]),
  ),
  ...Object.entries(widths).map(
    ([name, viewport], turn) =>
      /** @type {import('./harness.mjs').Case} */ ([
        `pages fit the ${name}`,
        async (scene) => {
          for (const path of kinds.filter((_, index) => isTried(index + turn))) {
            const act = async (/** @type {import('playwright-core').Page} */ page) => {
              if (path === 'playground.html') await page.locator('.pg-problem').first().waitFor();
              else await page.waitForLoadState('networkidle');
              await picture(page, `${path.replace(/\W+/g, '-') || 'home'}-${name}`);
              const width = await page.evaluate(() => document.documentElement.scrollWidth);
              assert.ok(width <= viewport.width, `${path} is ${width} wide on the ${name}`);
            };
            await onPage(scene, path, act, { viewport });
          }
        },
      ]),
  ),
];

/**
 * Returns the serious and critical findings of axe on a page.
 * @param {import('./harness.mjs').Scene} scene
 * @param {string} path
 * @param {string} scheme
 */
function axeProblems(scene, path, scheme) {
  const act = async (/** @type {import('playwright-core').Page} */ page) => {
    if (path === 'playground.html') await page.locator('.pg-problem').first().waitFor();
    else await page.waitForLoadState('networkidle');
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document));
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${path}: ${id}: ${nodes
            .slice(0, 5)
            .map((/** @type {any} */ node) => node.html.slice(0, 160))
            .join(' | ')}`,
      );
  };
  return onPage(scene, path, act, { colorScheme: scheme === 'dark' ? 'dark' : 'light' });
}

function pagesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html'));
}

function linksIn(html) {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

function anchorsIn(folder, page) {
  const html = readFileSync(join(folder, page), 'utf8');
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
}

function problemOf(link, page, anchors) {
  if (/^(https?|mailto):/.test(link)) return undefined;
  const { pathname, hash } = new URL(link, `http://site${posix.join(base, page)}`);
  if (!pathname.startsWith(base)) return `${page}: ${link} leaves the site`;
  const path = decodeURIComponent(pathname.slice(base.length));
  const target = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  const known = anchors.get(target);
  if (known === undefined) return `${page}: ${link} leads nowhere`;
  const anchor = decodeURIComponent(hash.slice(1));
  // The playground reads what is behind `#` itself.
  if (anchor === '' || known.has(anchor) || /^example=/.test(anchor)) return undefined;
  return `${page}: ${link} names no heading`;
}
