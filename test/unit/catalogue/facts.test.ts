import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Need } from '../../../packages/catalogue/src/need';
import { catalogue } from '../../../packages/services/src/registry';
import { createFactLines } from './fact-lines';

/** What the catalogue says, by area. `UPDATE=1` writes it anew; the diff is the review of a changed fact. */
const folder = join(import.meta.dirname, 'facts');
const isUpdate = process.env['UPDATE'] === '1';

const linesOf = createFactLines();
const areas = new Map<string, readonly string[]>();
const add = (area: string, lines: readonly string[]) => areas.set(area, [...(areas.get(area) ?? []), ...lines]);
for (const { id: service, operations, ...others } of catalogue.services) {
  for (const { id, ...operation } of operations.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    // A described or unlisted operation says only that it exists.
    const [, area = ''] = id.split('.');
    add(`${service}.${operation.isOutline ? 'outlines' : area}`, linesOf(id.slice(service.length + 1), operation));
  }
  add(`${service}.conventions`, linesOf(service, others));
}
const files = [...areas].map(([area, lines]) => ({ file: `${area}.txt`, text: `${lines.join('\n')}\n` }));

describe('the facts of the catalogue', () => {
  if (isUpdate) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const { file, text } of files) writeFileSync(join(folder, file), text);
  }

  it.each(files)('are those of $file', ({ file, text }) => {
    expect(text, 'If the fact is meant to change, run it with UPDATE=1 and review the diff.').toBe(
      readFileSync(join(folder, file), 'utf8'),
    );
  });

  it('are other ones when anything of a need is', () => {
    const needs = catalogue.services.flatMap(({ operations }) => operations.flatMap(({ needs: own = [] }) => own));
    expect(needs.length).toBeGreaterThan(50);
    const written = (need: object): string => createFactLines()('a', { needs: [need] }).join('\n');
    const changes: readonly Partial<Need>[] = [
      ...[{ kind: 'application' }, { names: ['of another name'] }, { names: ['other'] }, { access: 'admin' }],
      ...[
        { action: 'other:action' },
        { on: [{ in: 'query', name: 'other' }] },
        { remote: { in: 'query', name: 'other' } },
      ],
      ...[{ certainty: 'unclear' }, { provenance: { kind: 'described', description: 'a', operation: 'b' } }],
    ] as readonly Partial<Need>[];
    for (const need of needs) {
      const { condition, ...always } = need;
      const others = [
        ...changes.map((change) => ({ ...need, ...change })),
        condition === undefined ? { ...need, condition: 'so' } : always,
      ];
      expect(others.filter((other) => written(other) === written(need))).toEqual([]);
    }
  });

  it('are of no other areas', () => {
    expect(readdirSync(folder).toSorted()).toEqual(files.map(({ file }) => file).toSorted());
  });
});
