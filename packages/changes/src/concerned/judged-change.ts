import type { Change } from '../model';

/** What a change does to whom: what must be true of a request for it to be concerned. */
export type ChangeEffect =
  /** Those who use the element, or the operation. */
  | 'use'
  /** Those who write the element with a value that is no longer accepted. */
  | 'value'
  /** Those who leave the element out. */
  | 'lack'
  /** No request: it is about the description, or nothing has become less. */
  | 'none';

/** Returns what a change of a request does to whom. */
export function effectOnRequests({ id, level, place, repair }: Change): ChangeEffect {
  if (isAboutDescription(id)) return 'none';
  if (isEnd(id)) return 'use';
  // A default holds for whoever says nothing else.
  if (id.includes('default-value'))
    return level !== 'additive' || id.endsWith('default-value-changed') ? 'lack' : 'none';
  if (level === 'additive' || (level === 'silent' && !id.includes('removed'))) return 'none';
  if (repair?.kind === 'insert' || /^new-required-|became-required|-added-required/.test(id)) return 'lack';
  if (place.element === undefined) return 'use';
  return place.element.includes('=') || narrowing.test(id) ? 'value' : 'use';
}

/** Returns whether a change of a response concerns those who read the element. */
export function concernsReaders({ id, level }: Change): boolean {
  if (isAboutDescription(id)) return false;
  return isEnd(id) || level === 'breaking' || level === 'risky' || isLost({ id, level });
}

/** Returns whether something is no longer there that only those miss who read it. */
export function isLost({ id, level }: Pick<Change, 'id' | 'level'>): boolean {
  return level === 'silent' && /removed$/.test(id);
}

/** Returns whether a change of a response contradicts one that was recorded. */
export function contradictsRecorded({ id, level }: Change): boolean {
  return level !== 'additive' && /removed|type-changed|type-generalized|type-specialized|const/.test(id);
}

/** Kinds of narrower values that the checker judges; of others, it is not known whether a value is still accepted. */
const narrowing =
  /enum|const|-type-|became-(?:not-)?nullable|-min|-max|-length|-pattern|multiple-of|unique|exclusive|-range/;

/** The end of something is announced, or is there. */
function isEnd(id: string): boolean {
  return /deprecated(?:-with-sunset)?$|removed-(?:before-sunset|with-deprecation)|sunset-date-changed-earlier/.test(id);
}

/** What a description says of itself, and not of requests. */
function isAboutDescription(id: string): boolean {
  return /sunset-(?:missing|parse|invalid|deleted)|sunset-date-(?:changed-)?too-small|stability-|x-extension|tag-|operation-id|webhook|reactivated/.test(
    id,
  );
}
