import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

// A script, of which the compiler of the tests knows nothing.
const { findCommand } = (await import(join(import.meta.dirname, '../../tools/lib/processes.mjs'))) as {
  readonly findCommand: (names: readonly string[]) => string | undefined;
};
/** The browser of this machine. */
export const executablePath =
  process.env.RULEBOOK_CHROMIUM ??
  findCommand(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Returns what axe finds in a page that is serious, each with its elements. */
export async function seriousIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResult>('axe.run(document, { resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => /serious|critical/.test(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
