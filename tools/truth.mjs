// `npm run truth`: how true the checks are for the requests in RULEBOOK_CORPUS/described.
//   NAME        only corpora whose names contain it
//   --causes    every false finding with the requests that have it
//   --missed    slips that are not found
//   --quick     without slips
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { ensureDependencies } from './ensure.mjs';
import { descriptions } from './lib/descriptions.mjs';
import { loadEngine } from './lib/load-engine.mjs';
import { corporaIn, measureTruth, readRequests } from './lib/truth.mjs';

const corpus = process.env.RULEBOOK_CORPUS;
const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (corpus === undefined) {
  console.error('RULEBOOK_CORPUS is not set; it names the folder of the corpus.');
  process.exit(1);
}

ensureDependencies();
const { createEngine } = await loadEngine();
const { unpackDescription } = await loadEngine('packages/services/src/index');
const { count } = await loadEngine('packages/text/src/index');
const engine = createEngine({
  loadDescription: (name) => {
    const packed = readFileSync(join(descriptions, `${name}.json.br`));
    return unpackDescription(brotliDecompressSync(packed).toString('latin1')).description;
  },
  onRuleFailure: (rule, frames) => console.error(`The rule ${rule} failed.\n${frames}`),
});

const percent = (part, whole) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
for (const name of corporaIn(corpus)) {
  if (names.length > 0 && !names.some((one) => name.includes(one))) continue;
  const { requests, unmatched, removed, broken, errors, warned, causes, found } = measureTruth(
    engine,
    readRequests(corpus, name),
    {
      mutations: () => !flags.has('--quick'),
    },
  );
  console.log(`\n${name.replace(/\.jsonl$/, '')}: ${count(requests, 'request')}`);
  console.log(`  errors    ${errors.length}`);
  console.log(`  warned    ${warned.length} (${percent(warned.length, requests)}), deprecations left out`);
  if (broken.length > 0) console.log(`  not JSON  ${broken.length}, not checked: ${broken.join(' ')}`);
  console.log(`  unmatched ${unmatched.length}`);
  for (const line of unmatched) console.log(`            ${line}`);
  const lost = [...removed.values()].flat();
  if (lost.length > 0) console.log(`  removed   ${lost.length}, which the descriptions cannot have`);
  for (const [reason, lines] of [...removed].sort(([, one], [, other]) => other.length - one.length)) {
    console.log(`            ${reason}: ${lines.length}`);
    for (const line of new Set(lines)) console.log(`              ${line}`);
  }
  for (const [kind, { tried, found: hits, weakly, missed }] of Object.entries(found)) {
    const weak = weakly === 0 ? '' : `, and ${percent(weakly, tried)} below a warning`;
    console.log(`  ${`found ${kind}`.padEnd(18)} ${percent(hits, tried)} of ${tried}${weak}`);
    if (flags.has('--missed'))
      for (const { id, operation, slip } of missed) console.log(`    ${id} ${operation} ${slip}`);
  }
  const sorted = [...causes].sort((one, other) => other[1].length - one[1].length);
  for (const [cause, ids] of sorted) {
    console.log(`  ${String(ids.length).padStart(4)}  ${cause.slice(0, 300)}`);
    if (flags.has('--causes')) console.log(`        ${ids.slice(0, 20).join(' ')}`);
  }
}
