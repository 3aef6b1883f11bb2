import { placeInSource, sourceName } from '@rulebook/catalogue/source-names';
import { noNeedsSentence } from '@rulebook/checker/privileges/need-sentence';
import type { Effect } from '../plan/plan';
import { rightsOfService } from '@rulebook/services/rights';
import type { Explanation } from './explanation';

const words: Readonly<Record<Effect['kind'], string>> = {
  loss: 'Loss',
  consequence: 'Note',
  need: 'Needs',
  deprecation: 'Deprecated',
  version: 'Version',
};

/**
 * Returns what will be lost, and what the documents say in addition. For a service with rights, that always says what the request needs: also that
 * it needs none, or that this is not published.
 */
export function shownEffects({ effects, needs, service }: Pick<Explanation, 'effects' | 'needs' | 'service'>): {
  readonly losses: readonly Effect[];
  readonly others: readonly Effect[];
} {
  const hasRights = service !== undefined && rightsOfService(service) !== undefined;
  const message = hasRights ? noNeedsSentence(needs) : '';
  return {
    losses: effects.filter(({ kind }) => kind === 'loss'),
    others: [
      ...(message === '' ? [] : [{ kind: 'need', message } as const]),
      ...effects.filter(({ kind }) => kind !== 'loss'),
    ],
  };
}

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
