import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Provenance } from '../../../../packages/catalogue/src/facts';
import { createDescribedService } from '../../../../packages/description/src/described-service';
import { createEngine, loadMarkdown, type CheckOptions } from '../../../../packages/engine/src/index';
import type { RequestPlan } from '../../../../packages/sender/src/plan/index';
import { shopDescription } from '../../features/shop';

/** What is planned for each request of the files in `plans`. `UPDATE=1` writes it anew; the diff is the review of a changed plan. */
const folder = join(import.meta.dirname, 'plans');
const isUpdate = process.env['UPDATE'] === '1';

const engine = createEngine();
const options: CheckOptions = {
  context: {
    endpoints: [
      { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270' },
      { name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9272' },
      { name: 'shop', service: 'shop', baseUrl: 'https://shop.example/v1' },
    ],
    defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' },
    services: [createDescribedService(shopDescription, { id: 'shop' })],
  },
  severities: {},
};

/** Returns a plan, a member a line; of where its facts come from, the kind alone. */
function linesOf(plan: RequestPlan): string {
  const lines = Object.entries(plan).map(([name, value]: [string, unknown]) => {
    const text = JSON.stringify(value, (key, inner: unknown) =>
      key === 'provenance' ? (inner as Provenance).kind : inner,
    );
    return `  ${name}: ${text}`;
  });
  return `${plan.label}\n${lines.join('\n')}\n`;
}

// Other tests of the same process may have loaded it.
beforeAll(loadMarkdown);

describe('all plans', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.http'));
  it.each(files)('of %s', (name) => {
    const file = engine.openFile(readFileSync(join(folder, name), 'utf8'));
    const text = [...engine.planAll(file, options)].map(linesOf).join('\n');
    const kept = join(folder, `${basename(name, '.http')}.txt`);
    if (isUpdate) writeFileSync(kept, text);
    expect(text, 'If the plan is meant to change, run it with UPDATE=1 and review the diff.').toBe(
      readFileSync(kept, 'utf8'),
    );
    expect(text).not.toContain('CANARY');
  });
});
