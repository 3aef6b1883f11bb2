import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { createEngine, loadMarkdown, type CheckOptions, type Engine } from '../../../packages/engine/src/index';
import type { RequestFile } from '../../../packages/request-file/src/syntax/index';
import { shopDescription } from './shop';

/** What the hovers of the files in `hovers` say, word for word. `UPDATE=1` writes it anew; the diff is the review of a changed sentence. */
const folder = join(import.meta.dirname, 'hovers');
const isUpdate = process.env['UPDATE'] === '1';

const engine = createEngine();
const options: CheckOptions = {
  context: {
    endpoints: [
      { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270', version: '8.15.0' },
      { name: 'hub', service: 'code-hosting', baseUrl: 'https://hub.example.org/api/v3', vendor: 'github' },
      { name: 'shop', service: 'shop', baseUrl: 'https://shop.example.org/v1' },
    ],
    defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' },
    services: [createDescribedService(shopDescription, { id: 'shop' })],
  },
  severities: {},
};

/** Returns each hover of a file once, with the line and the text that it is about. */
function hoversOf(file: RequestFile, { hover }: Pick<Engine, 'hover'>): string {
  const shown: string[] = [];
  const known = new Set<string>();
  let line = 1;
  [...file.blocks].forEach(({ text }, block) => {
    let last = -1;
    for (let offset = 0; offset < text.length; offset++) {
      const found = hover(file, block, offset, options);
      if (found === undefined || found.span.start === last) continue;
      last = found.span.start;
      if (known.has(found.markdown)) continue;
      known.add(found.markdown);
      const at = line + text.slice(0, found.span.start).split('\n').length - 1;
      shown.push(
        `${at}: ${JSON.stringify(text.slice(found.span.start, found.span.end))}\n${indented(found.markdown)}\n`,
      );
    }
    line += text.split('\n').length - 1;
  });
  return shown.join('\n');
}

function indented(markdown: string): string {
  return markdown.replace(/^(?=.)/gm, '  ');
}

// Other tests of the same process may have loaded it.
beforeAll(loadMarkdown);

describe('all hovers', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.http'));
  it.each(files)('of %s', (name) => {
    const text = hoversOf(engine.openFile(readFileSync(join(folder, name), 'utf8')), engine);
    const kept = join(folder, `${basename(name, '.http')}.txt`);
    if (isUpdate) writeFileSync(kept, text);
    expect(text, 'If the sentence is meant to change, run it with UPDATE=1 and review the diff.').toBe(
      readFileSync(kept, 'utf8'),
    );
    expect(text).not.toContain('hunter2');
  });
});
