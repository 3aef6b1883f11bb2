/// <reference lib="dom" />
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executablePath, seriousIn } from './browser';
import { sampled, sampleOf } from '../sample';
import { mediaAt, origin, pages } from './pages';
import { styleOf, themes } from './themes';

// The pages of the extension in a browser, with the editor's colours. The editor shows them in frames of its own.

/** In pixels, as a group next to another one, or the editor with a large zoom. */
const narrow = 320;

// Without a browser, `npm test` installs one for the step `editor-ui`; here nothing is installed.
describe.skipIf(!executablePath)('the pages of the extension', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  async function open(name: string, theme = 'dark', width = 900): Promise<Page> {
    const shown = pages[name];
    if (shown === undefined) throw new Error(`There is no page ${name}.`);
    // The policy of the pages lets nothing in, so neither the colours nor axe.
    const context = await browser.newContext({ bypassCSP: true, viewport: { width, height: 700 } });
    const page = await context.newPage();
    await page.addInitScript(() =>
      Object.assign(globalThis, {
        acquireVsCodeApi: () => ({ postMessage: (sent: unknown) => Object.assign(globalThis, { sent }) }),
      }),
    );
    await page.route(`${origin}/**`, (route) => {
      const address = route.request().url();
      if (address === `${origin}/`) return route.fulfill({ contentType: 'text/html', body: shown.html });
      if (!/\.(?:css|js)$/.test(address)) return route.fulfill({ status: 404 });
      return route.fulfill({
        contentType: address.endsWith('.css') ? 'text/css' : 'text/javascript',
        body: mediaAt(address),
      });
    });
    await page.goto(`${origin}/`);
    await page.addStyleTag({ content: styleOf(themes[theme] ?? {}) });
    for (const message of shown.messages)
      await page.evaluate((data) => {
        window.dispatchEvent(new MessageEvent('message', { data }));
      }, message);
    return page;
  }

  const all = Object.keys(pages).flatMap((name) => Object.keys(themes).map((theme) => [name, theme] as const));
  it.each(sampleOf(all, 3))(`%s: axe finds nothing serious in the theme %s ${sampled}`, async (name, theme) => {
    const page = await open(name, theme);
    expect(await seriousIn(page)).toEqual([]);
    await page.context().close();
  });

  it('a table is sorted, filtered and copied, and shows values as nothing but text', async () => {
    const page = await open('table of a response');
    const first = () => page.locator('tbody tr').allTextContents();
    expect((await first()).map((row) => row.slice(0, 2))).toEqual(['10', '9<']);
    await page.getByRole('button', { name: 'Sort by id' }).press('Enter');
    expect((await first()).map((row) => row.slice(0, 2))).toEqual(['9<', '10']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Sort by id');
    expect(await page.locator('th').first().getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('searchbox').fill('ONERROR=');
    expect(await first()).toHaveLength(1);
    expect(await page.getByRole('status').textContent()).toBe('1 of the first 2 rows; $.hits has 9');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Copy column id' }).click();
    expect(await page.evaluate(() => (globalThis as { sent?: unknown }).sent)).toEqual({ kind: 'copy', id: '9\n10' });
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(await page.locator('main img, main script').count()).toBe(0);
    await page.context().close();
  });

  it('are really looked at: axe finds a button without a name', async () => {
    const page = await open('deliveries');
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
    expect(await seriousIn(page)).toEqual([expect.stringMatching(/^button-name: /)]);
    await page.context().close();
  });

  it('do not move, so nothing has to stop for people who prefer that', () => {
    for (const name of ['response.css', 'charts.css'])
      expect(mediaAt(`${origin}/${name}`)).not.toMatch(/animation|transition|scroll-behavior/);
  });

  it.each(Object.keys(pages))('%s: fits into a narrow group', async (name) => {
    const page = await open(name, 'dark', narrow);
    if (process.env.RULEBOOK_PICTURES)
      await page.screenshot({
        path: `${process.env.RULEBOOK_PICTURES}/${name.replaceAll(' ', '-')}.png`,
        fullPage: true,
      });
    const cut = await page.evaluate(() => {
      const isScrolled = (element: Element) => element.closest('[role="region"][tabindex="0"]') !== null;
      return [document.scrollingElement, ...document.querySelectorAll('main, main *')]
        .filter((element) => element !== null)
        .filter((element) => !isScrolled(element) && !(element instanceof SVGElement) && !element.closest('.hidden'))
        .filter(
          (element) =>
            element.getBoundingClientRect().right > innerWidth + 1 ||
            (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline'),
        )
        .map((element) => element.outerHTML.slice(0, 120));
    });
    expect(cut).toEqual([]);
    await page.context().close();
  });

  it.each(Object.keys(themes))('what is drawn differs from its ground in the theme %s', async (theme) => {
    for (const name of Object.keys(pages)) {
      const page = await open(name, theme);
      const faint = await page.evaluate(() => {
        const lightness = (color: string) => {
          const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255);
          const [red, green, blue] = [r, g, b].map((one) =>
            one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
        };
        const contrast = (one: string, other: string) => {
          const [dark = 0, light = 0] = [lightness(one), lightness(other)].sort((a, b) => a - b);
          return (light + 0.05) / (dark + 0.05);
        };
        return [...document.querySelectorAll('main svg :is(rect, circle, polyline)')].flatMap((shape) => {
          const { fill, stroke } = getComputedStyle(shape);
          const ground = getComputedStyle(shape.closest('svg') ?? shape).backgroundColor;
          const seen = [fill, stroke].filter((color) => color !== 'none' && !/^rgba\(.*, 0\)$/.test(color));
          return seen.some((color) => contrast(color, ground) >= 3)
            ? []
            : [`${shape.outerHTML}: ${fill} ${stroke} on ${ground}`];
        });
      });
      expect(faint, name).toEqual([]);
      await page.context().close();
    }
  });

  it.each(['deliveries', 'table of a response'])('%s: Tab reaches everything, and the focus is seen', async (name) => {
    const page = await open(name);
    const all = await page.locator('main').locator('button, input, summary, [tabindex="0"]').count();
    const seen: string[] = [];
    for (let turn = 0; turn < all; turn++) {
      await page.keyboard.press('Tab');
      seen.push(
        await page.evaluate(() => {
          const element = document.activeElement;
          if (element === null || element === document.body) return 'nothing';
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return outlineStyle !== 'none' && outlineWidth !== '0px' ? 'seen' : element.outerHTML.slice(0, 120);
        }),
      );
    }
    expect(all).toBeGreaterThan(0);
    expect(seen).toEqual(seen.map(() => 'seen'));
    await page.context().close();
  });
});
