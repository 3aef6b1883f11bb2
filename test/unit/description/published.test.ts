import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Shape } from '../../../packages/catalogue/src/shape';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { unpackOperation, unpackShape } from '../../../packages/description/src/packed';
import { loadPublished } from '../binding/published';

// What is kept of the published descriptions. That it is what the packages give is the part `descriptions` of `npm test`, which fetches them.

interface Source {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly integrity: string;
  readonly license: string;
  readonly repository?: string;
  readonly commit?: string;
  readonly compiled?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'descriptions');
const sources = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')) as readonly Source[];
const kept = readdirSync(folder).filter((name) => name.endsWith('.json.br'));

describe('descriptions/', () => {
  it('holds descriptions with a source only, each with its licence', () => {
    expect(sources.map(({ name }) => name)).toEqual(['elasticsearch', 'github', 'opensearch']);
    expect([...new Set(kept.map((file) => file.split('.')[0]))]).toEqual(sources.map(({ name }) => name));
    for (const { name, integrity } of sources) {
      expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
      expect(existsSync(join(folder, `${name}.LICENSE.txt`))).toBe(true);
    }
  });

  it('is what a page says', () => {
    const page = readFileSync(join(root, 'docs/services.md'), 'utf8');
    for (const { package: own, license, version, repository } of sources) {
      const from =
        repository === undefined ? `package \`${own}\`` : `repository \`${new URL(repository).pathname.slice(1)}\``;
      expect(page).toContain(`from the ${from} (${license}) | ${version} |`);
    }
  });

  it('has the digests that are written down where no registry has the source', () => {
    const ofRepository = sources.filter(({ repository }) => repository !== undefined);
    expect(ofRepository.map(({ name }) => name)).toEqual(['opensearch']);
    for (const { name, commit, compiled = {} } of ofRepository) {
      expect(commit).toMatch(/^[\da-f]{40}$/);
      expect(Object.keys(compiled).sort()).toEqual(kept.filter((file) => file.startsWith(`${name}.`)).sort());
      for (const [file, digest] of Object.entries(compiled)) {
        const text = brotliDecompressSync(readFileSync(join(folder, file)));
        expect(`sha512-${createHash('sha512').update(text).digest('base64')}`).toBe(digest);
      }
    }
  });
});

describe.each(sources)('the published description of $name', ({ name, version }) => {
  const description = loadPublished(name);
  if (description === undefined) throw new Error(`no description ${name}`);

  it('is of the version that is written down, in all its files', () => {
    for (const file of kept.filter((one) => one.startsWith(`${name}.`)))
      expect(loadPublished(file.replace('.json.br', ''))).toMatchObject({ version });
  });

  it('names each operation once', () => {
    const ids = Array.from(description.operations, ({ id }) => id);
    expect(ids.length).toBeGreaterThan(700);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('can be read whole, and becomes a service whose shapes can all be reached', () => {
    const operations = Array.from(description.operations, (operation) => unpackOperation(operation, description));
    const whole = { ...description, operations, shapes: Array.from(description.shapes, unpackShape) };
    const seen = new Set<Shape>();
    for (const { parameters, body, responses } of createDescribedService(whole, { id: 'toy' }).operations) {
      const fields = [...parameters.path, ...parameters.query];
      visit(
        [...fields, ...(body ? [body] : []), ...responses].flatMap(({ shape }) => shape ?? []),
        seen,
      );
    }
    expect(seen.size).toBeGreaterThan(2_000);
  });
});

it('the published description of elasticsearch was understood whole', () => {
  const { problems, commonQuery } = loadPublished('elasticsearch') ?? {};
  expect(problems).toEqual([]);
  expect(commonQuery?.map(({ name }) => name)).toContain('filter_path');
});

function visit(shapes: readonly Shape[], seen: Set<Shape>): void {
  const pending = [...shapes];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.type === 'array') pending.push(next.items);
    if (next.type === 'choice') pending.push(...next.options);
    if (next.type === 'object')
      pending.push(...next.fields.map((field) => field.shape), ...(next.entries ? [next.entries.shape] : []));
    if (next.type === 'switch') pending.push(next.otherwise, ...Object.values(next.cases));
  }
}
