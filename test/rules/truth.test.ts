import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../packages/engine/src/index';
import { createDescriptionLoader } from '../../packages/node/src/shipped-descriptions';
import { isSampled, sampled, triesAll } from '../sample';

interface Truth {
  readonly requests: number;
  readonly unmatched: readonly string[];
  readonly errors: readonly string[];
  readonly warned: readonly string[];
  readonly found: Readonly<Record<string, { readonly tried: number; readonly found: number }>>;
}

// A script, of which the compiler of the tests knows nothing.
const { measureTruth, readRequests } = (await import(join(import.meta.dirname, '../../tools/lib/truth.mjs'))) as {
  readonly measureTruth: (
    engine: Engine,
    requests: readonly unknown[],
    options: { readonly mutations: (index: number) => boolean },
  ) => Truth;
  readonly readRequests: (corpus: string, name: string) => readonly unknown[];
};

const corpus = process.env['RULEBOOK_CORPUS'] ?? '';
const reason = corpus === '' ? 'RULEBOOK_CORPUS is not set' : 'the corpus has no folder `described`';
const isThere = existsSync(join(corpus, 'described'));

/** What was reached, in percent: it must not get worse. `npm run truth` says more. */
const reached = [
  { name: 'es-clients-tests', warned: 0.5, unmatched: 0, members: 99, queries: 100, paths: 99 },
  { name: 'es-spec-examples', warned: 1.7, unmatched: 0, members: 99, queries: 100, paths: 99 },
  { name: 'github-recorded', warned: 1.5, unmatched: 0.5, members: 99, queries: 99, paths: 99 },
] as const;

/** Among few slips, one that is missed counts too much. */
const spare = triesAll ? 0 : 2;

describe.skipIf(!isThere)(`requests that real services accepted${isThere ? '' : ` (skipped: ${reason})`}`, () => {
  const said: string[] = [];
  const engine = createEngine({
    loadDescription: createDescriptionLoader((message) => said.push(message)),
    onRuleFailure: (rule) => said.push(rule),
  });

  it.each(reached)(`in $name pass, and slips in them are found ${sampled}`, ({ name, warned, unmatched, members, queries, paths }) => {
    const requests = readRequests(corpus, `${name}.jsonl`);
    const truth = measureTruth(engine, requests, { mutations: isSampled });
    const percent = (part: number, whole: number): number => (whole === 0 ? 100 : (100 * part) / whole);
    const found = (kind: string): number => {
      const { tried = 0, found: some = 0 } = truth.found[kind] ?? {};
      return percent(Math.min(tried, some + spare), tried);
    };
    expect(said).toEqual([]);
    expect(truth.errors).toEqual([]);
    expect(percent(truth.warned.length, truth.requests)).toBeLessThanOrEqual(warned);
    expect(percent(truth.unmatched.length, truth.requests)).toBeLessThanOrEqual(unmatched);
    expect(found('members')).toBeGreaterThanOrEqual(members);
    expect(found('in searches')).toBeGreaterThanOrEqual(98);
    expect(found('queries')).toBeGreaterThanOrEqual(queries);
    expect(found('path words')).toBeGreaterThanOrEqual(paths);
  });
});
