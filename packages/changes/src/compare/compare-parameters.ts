import { memberOfObject } from '@rulebook/description/openapi/place';
import type { ChangePlace } from '../model';
import type { SchemaNode, Surface, SurfaceParameter } from '../surface/surface';
import type { ChangeList } from './change-list';
import type { OperationPair } from './compare-bodies';
import type { CompareSchemas } from './compare-schemas';
import type { Finding } from './finding';
import { isTooEarly, sunsetChange } from './lifecycle';
import { likeName } from './like-names';
import type { AreSame } from './same';
import { sampleValue } from './sample-value';
import { typesOf } from './types';

/** What parameters are compared with. */
interface Known {
  readonly areSame: AreSame;
  readonly after: Surface;
  readonly today?: string | undefined;
}

/** Compares the parameters of two operations. */
export function compareParameters(pair: OperationPair, known: Known): void {
  const { old, now, changes } = pair;
  const { after } = known;
  const place: ChangePlace = { ...pair.place, side: 'request' };
  const names = pathNames(old.path, now.path);
  const keyOf = ({ in: where, name }: SurfaceParameter): string =>
    `${where} ${where === 'header' ? name.toLowerCase() : name}`;
  const next = new Map(now.parameters.map((one) => [keyOf(one), one]));
  const nextOf = (one: SurfaceParameter): SurfaceParameter | undefined =>
    next.get(one.in === 'path' ? `path ${names.get(one.name) ?? one.name}` : keyOf(one));
  const kept = new Set(old.parameters.flatMap((one) => nextOf(one) ?? []));
  const removed = old.parameters.filter((one) => nextOf(one) === undefined);
  const added = now.parameters.filter((one) => !kept.has(one));
  for (const one of removed) remove(one, { removed, added }, place, changes, known);
  for (const one of added) add(one, pair, place, changes, after);
  for (const one of old.parameters) {
    const other = nextOf(one);
    if (other !== undefined) compareParameter(one, other, pair, place, after);
  }
}

/** Parameters in the path are the same ones at the same place. */
function pathNames(old: string, now: string): ReadonlyMap<string, string> {
  const [before, after] = [old, now].map((path) => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  return new Map(
    (before ?? []).flatMap((name, index) => (after?.[index] === undefined ? [] : [[name, after[index]] as const])),
  );
}

interface Lists {
  readonly removed: readonly SurfaceParameter[];
  readonly added: readonly SurfaceParameter[];
}

function remove(
  one: SurfaceParameter,
  { removed, added }: Lists,
  side: ChangePlace,
  changes: ChangeList,
  { areSame, after, today }: Known,
): void {
  const [mine, theirs] = [removed, added].map((list) => list.filter((other) => other.in === one.in));
  const namesOf = (list: readonly SurfaceParameter[] | undefined): readonly string[] =>
    (list ?? []).map(({ name }) => name);
  const found = one.in === 'path' ? undefined : likeName(one.name, namesOf(mine), namesOf(theirs));
  const isSame = theirs?.some(({ name, schema }) => name === found && hasSameSchema(one.schema, schema, areSame));
  const to = isSame ? found : undefined;
  // What is new may be the same by another name: then its value is not thrown away.
  const isUseless = theirs === undefined || theirs.length === 0 || (after.refusesQuery && one.in === 'query');
  const isEarly = isTooEarly(one.isDeprecated, one.sunset, today);
  const leavingOut = isUseless ? ({ kind: 'remove' } as const) : undefined;
  changes.add({
    id: `request-parameter-removed${isEarly ? '-before-sunset' : one.isDeprecated ? '-with-deprecation' : ''}`,
    level: isEarly || (after.refusesQuery && one.in === 'query') ? 'breaking' : one.isDeprecated ? 'silent' : 'risky',
    place: { ...side, element: `${one.in} ${one.name}` },
    from: one.place,
    message: to === undefined ? `${nounOf(one)} was removed.` : `${nounOf(one)} is called \`${to}\` now.`,
    repair: to === undefined ? leavingOut : { kind: 'rename', to },
  });
}

function hasSameSchema(one: SchemaNode | undefined, other: SchemaNode | undefined, areSame: AreSame): boolean {
  return one === undefined || other === undefined ? one === other : areSame(one, other);
}

function add(
  one: SurfaceParameter,
  { old, now }: OperationPair,
  side: ChangePlace,
  changes: ChangeList,
  after: Surface,
): void {
  const { name, isRequired } = one;
  const place: ChangePlace = { ...side, element: `${one.in} ${name}` };
  const value = one.schema === undefined ? '""' : sampleValue(one.schema, after);
  const base = {
    ...({ place, to: one.place, level: isRequired ? 'breaking' : 'additive' } as const),
    message: `${nounOf(one)} is new${isRequired ? ' and required' : ''}.`,
    ...(isRequired && one.in !== 'path' ? { repair: { kind: 'insert', name, value } as const } : {}),
  };
  if (one.in === 'path') return changes.add({ ...base, id: 'new-request-path-parameter' });
  changes.add({ ...base, id: isRequired ? 'new-required-request-parameter' : 'new-optional-request-parameter' });
  const key = `${one.in} ${one.in === 'header' ? name.toLowerCase() : name}`;
  if (!now.ofPath.has(key) || old.ofPath.has(key)) return;
  changes.add({
    ...base,
    id: isRequired
      ? 'new-required-request-default-parameter-to-existing-path'
      : 'new-optional-request-default-parameter-to-existing-path',
    message: `${nounOf(one)} is new${isRequired ? ' and required' : ''} for all requests of the path.`,
  });
}

function compareParameter(
  old: SurfaceParameter,
  now: SurfaceParameter,
  pair: OperationPair,
  side: ChangePlace,
  after: Surface,
): void {
  const { changes, compare } = pair;
  const place: ChangePlace = { ...side, element: `${old.in} ${old.name}` };
  const base = { place, from: old.place, to: now.place } as const;
  const noun = nounOf(old);
  if (old.isRequired !== now.isRequired) {
    const value = now.schema === undefined ? '""' : sampleValue(now.schema, after);
    if (now.isRequired)
      changes.add({
        ...base,
        id: 'request-parameter-became-required',
        level: 'breaking',
        message: `${noun} is required now.`,
        repair: { kind: 'insert', name: now.name, value },
      });
    else
      changes.add({
        ...base,
        id: 'request-parameter-became-optional',
        level: 'additive',
        message: `${noun} is no longer required.`,
      });
  }
  if (old.isDeprecated !== now.isDeprecated)
    changes.add(
      now.isDeprecated
        ? { ...base, id: 'request-parameter-deprecated', level: 'additive', message: `${noun} is deprecated.` }
        : {
            ...base,
            id: 'request-parameter-reactivated',
            level: 'silent',
            message: `${noun} is no longer deprecated.`,
          },
    );
  const end = old.isDeprecated && now.isDeprecated ? sunsetChange(old.sunset, now.sunset) : undefined;
  if (end !== undefined)
    changes.add({
      ...base,
      id: end === 'deleted' ? 'request-parameter-sunset-deleted' : 'request-parameter-sunset-date-changed-earlier',
      ...{ level: 'breaking', before: old.sunset, after: now.sunset },
      message:
        end === 'deleted'
          ? `${noun} no longer says until when it is there.`
          : `${noun} may be missing from ${now.sunset} on (was ${old.sunset}).`,
    });
  if (old.schema === undefined || now.schema === undefined) return;
  const findings = compare(old.schema, now.schema, { direction: 'request', isText: true });
  // In Swagger, the parameter is its own schema, which says whether it is deprecated, too.
  const own = findings.filter(
    ({ at, kind }) => at !== '' || !/^(?:deprecated|reactivated|sunset|stability)/.test(kind),
  );
  const isList =
    own.some(({ at, kind }) => at === '' && kind === 'type-changed') && isListOfSame(old, now, after, compare);
  const kept = own.map((one): Finding =>
    isList && one.at === '' && one.kind === 'type-changed'
      ? { ...one, kind: 'type-generalized', effect: 'widens' }
      : one,
  );
  changes.addFindings(kept, {
    ...{ area: 'parameter', place: side, start: `${old.in} ${old.name}`, isHeaderParameter: old.in === 'header' },
    noun: noun.slice(0, 1).toLowerCase() + noun.slice(1),
  });
}

/** A value is written in the same way as a list of it, where each item is written on its own. */
function isListOfSame(old: SurfaceParameter, now: SurfaceParameter, after: Surface, compare: CompareSchemas): boolean {
  const items = now.schema && after.child(now.schema, 'items');
  if (old.schema === undefined || now.schema === undefined || items === undefined) return false;
  if (now.in !== 'query' && now.in !== 'cookie') return false;
  if (
    !typesOf(now.schema).includes('array') ||
    typesOf(old.schema).includes('array') ||
    typesOf(old.schema).length === 0
  )
    return false;
  const { value } = now.place;
  if ((memberOfObject(value, 'style') ?? 'form') !== 'form' || memberOfObject(value, 'explode') === false) return false;
  if (memberOfObject(value, 'collectionFormat') !== undefined) return false;
  return compare(old.schema, items, { direction: 'request', isText: true }).every(
    ({ effect, kind }) =>
      (effect !== 'narrows' && effect !== 'both' && effect !== 'unknown') || kind === 'became-not-nullable',
  );
}

function nounOf({ in: where, name }: SurfaceParameter): string {
  return where === 'header'
    ? `The header \`${name}\``
    : where === 'cookie'
      ? `The cookie \`${name}\``
      : `The ${where} parameter \`${name}\``;
}
