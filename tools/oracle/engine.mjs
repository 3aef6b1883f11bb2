// The engine with the published descriptions, for what is compared with servers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { descriptions } from '../lib/descriptions.mjs';
import { loadEngine } from '../lib/load-engine.mjs';

/** Returns an engine that reads published descriptions, and fails where a rule does. */
export async function loadJudgingEngine() {
  const { createEngine } = await loadEngine();
  const { unpackDescription } = await loadEngine('packages/services/src/index');
  const { queryLanguages } = await loadEngine('packages/queries/src/index');
  return createEngine({
    loadQueries: () => queryLanguages,
    loadDescription: (name) => {
      const packed = readFileSync(join(descriptions, `${name}.json.br`));
      return unpackDescription(brotliDecompressSync(packed).toString('latin1')).description;
    },
    onRuleFailure: (rule, frames) => {
      throw new Error(`The rule ${rule} failed.\n${frames}`);
    },
  });
}
