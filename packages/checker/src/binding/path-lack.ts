import type { Provenance } from '@rulebook/catalogue/facts';
import type { FallbackTarget, Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import { wordsOfService } from '@rulebook/paths/near-operation';
import { withoutAlias } from '@rulebook/paths/path-alias';
import { decodedSegment } from '@rulebook/paths/path-template';
import { pathTreeOf, type PathNode } from '@rulebook/paths/path-index';
import { isReservedWord } from '@rulebook/paths/reserved-word';
import { isOlder, readVersion } from './target';
import type { MatchedPath } from '@rulebook/paths/operation-match';

/**
 * Returns what is missing in a path that no operation has, where the description of the target's vendor has all paths of the target's version:
 * another method of a path that consists of a name, or the place where known paths go another way. Nothing is said of a path whose words are all
 * unknown, since a plugin may have added it, unless they cannot be words of the service. Where the version is not known, only what a
 * name has is: its methods, and what follows it without being a word, are the same in all versions. Below a word, a later one has more.
 * @param whole the service with the operations of that description
 */
export function lackingMatch(
  method: string,
  segments: readonly PathSegment[],
  { service, whole }: { readonly service: Service; readonly whole: Service },
  target: FallbackTarget,
): MatchedPath | undefined {
  const described = whole.operations.find(({ provenance }) => provenance.kind === 'described')?.provenance;
  if (described === undefined) return undefined;
  const known = knownOf(service, described, target);
  if (known === 'nothing') return undefined;
  const path = withoutAlias(
    segments.length > 1 && segments.at(-1)?.text === '' ? segments.slice(0, -1) : segments,
    whole,
  );
  if (path.some(({ text }) => text === '')) return undefined;
  const lack = (segment: PathSegment, isTooShort = false): MatchedPath => ({
    match: { kind: 'none', lack: { segment, isTooShort, provenance: described } },
    service,
    parameters: new Map(),
  });
  let places: readonly Place[] = [{ node: pathTreeOf(whole), words: 0 }];
  for (const [at, segment] of path.entries()) {
    if (segment.hasPlaceholder || places.some(({ node }) => node.several !== undefined || node.mixed.length > 0))
      return undefined;
    const next = places.flatMap((place) => stepsFrom(place, segment, at === 0 && isReservedWord(segment, whole)));
    if (next.length === 0) {
      const isKnown =
        places.some(({ words }) => words > 0) ||
        (isReservedWord(segment, whole)
          ? wordsOfService(whole).has(segment.text)
          : at > 0 && whole.reservedWords !== undefined);
      // What is behind a name and no word of the service is so in all versions; below a word, a later one may have more.
      const isBehindName = at > 0 && !isReservedWord(segment, whole) && places.every(({ words }) => words === 0);
      return isKnown && (known === 'paths' || (known === 'names' && isBehindName)) ? lack(segment) : undefined;
    }
    places = next;
  }
  const reached = known === 'paths' ? places : places.filter(({ words }) => words === 0);
  const operations = reached.flatMap(({ node }) => node.forms.map(({ operation }) => operation));
  if (operations.length > 0)
    return operations.some(({ methods }) => methods.includes(method))
      ? undefined
      : { match: { kind: 'other-method', operations }, service, parameters: new Map() };
  const last = known === 'paths' ? path.at(-1) : undefined;
  return last !== undefined && places.some(({ words }) => words > 0) ? lack(last, true) : undefined;
}

/** A node of the tree of paths, and how many words lead to it. */
interface Place {
  readonly node: PathNode;
  readonly words: number;
}

function stepsFrom({ node, words }: Place, segment: PathSegment, isOnlyWord: boolean): readonly Place[] {
  const word = node.words.get(decodedSegment(segment.text));
  const { parameter } = node;
  return [
    ...(word === undefined ? [] : [{ node: word, words: words + 1 }]),
    ...(parameter === undefined || isOnlyWord ? [] : [{ node: parameter, words }]),
  ];
}

/**
 * Returns what the description says of a target: all its paths, what can follow a name, the methods of a name, or nothing. What the vendor adds after its description, or
 * while it makes that version, is not known, so a target with a version has to be older.
 */
function knownOf(
  { fallbackDescriptions = [] }: Service,
  described: Provenance,
  { vendor, version }: FallbackTarget,
): 'paths' | 'names' | 'methods' | 'nothing' {
  const { isWholeSince: since, hasAllNames } =
    fallbackDescriptions.find((one) =>
      vendor === undefined ? one.isDefault === true : one.vendor === vendor.toLowerCase(),
    ) ?? {};
  if (described.kind !== 'described') return 'nothing';
  if (since === undefined) return hasAllNames === true ? 'methods' : 'nothing';
  if (version === undefined) return 'names';
  const last = readVersion(described.version);
  return last !== undefined && !isOlder(version, since) && isOlder(version, last) ? 'paths' : 'nothing';
}
