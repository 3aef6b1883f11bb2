import { placeInSource, sourceName } from '../catalogue/source-names';
import type { Effect } from '../sending/plan/plan';

const words: Readonly<Record<Effect['kind'], string>> = {
  loss: 'Loss',
  consequence: 'Note',
  need: 'Needs',
  deprecation: 'Deprecated',
  version: 'Version',
};

/** Returns the word in front of an effect. */
export function wordFor({ kind }: Effect): string {
  return words[kind];
}

/** Returns where an effect is, in words; undefined where nothing describes it. */
export function describeEffectSource({ provenance }: Effect): string | undefined {
  if (provenance === undefined) return undefined;
  const place = placeInSource(provenance);
  const where = `${sourceName(provenance)}${place === undefined ? '' : `, ${place}`}`;
  return provenance.kind === 'reference' ? `${where} (reference: ${provenance.source})` : where;
}
