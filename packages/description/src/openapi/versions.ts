import type { Version } from '@rulebook/catalogue/facts';
import type { CompiledFact } from '../compiled';
import { firstOf, textAt, type Place } from './place';

/** Returns in which versions an element exists, where a description says it in members of its own. */
export function versionsAt(places: readonly Place[]): Partial<CompiledFact> {
  const versionOf = (key: string): Version | undefined => firstOf(places, (place) => versionAt(place, key));
  const [since, deprecatedSince, removed] = [
    versionOf('x-version-added'),
    versionOf('x-version-deprecated'),
    versionOf('x-version-removed'),
  ];
  return {
    ...(since && { since }),
    ...(deprecatedSince && { deprecatedSince }),
    ...(removed && { removed }),
  };
}

function versionAt(place: Place, key: string): Version | undefined {
  const [written] = /^\d{1,4}\.\d{1,4}(?:\.\d{1,4})?$/.exec(textAt(place, key) ?? '') ?? [];
  return written as Version | undefined;
}
