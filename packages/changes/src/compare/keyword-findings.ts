import { childOf, memberOfObject, objectOf } from '@rulebook/description/openapi/place';
import type { SchemaNode } from '../surface/surface';
import type { Effect, Finding, Way } from './finding';
import { bounds } from './keywords';
import type { ListedValues } from './listed-values';
import { sunsetChange, stabilityChange } from './lifecycle';
import { isEqual } from './same';
import { formatOf, isOnlyNull, nullabilityChange, typesOf, typeVerdict, type TypeVerdict } from './types';
import type { Wrapping } from './wrapping';
import { likeValue } from './like-names';

/** Returns what makes a finding of a schema itself. */
type Note = (kind: string, effect: Effect, words: string, further?: Partial<Finding>) => void;

/** Adds what differs in the keywords of two schemas that hold plain values. */
export function findKeywords(
  old: SchemaNode,
  now: SchemaNode,
  way: Way,
  { wrapping, values }: { readonly wrapping: Wrapping; readonly values: ListedValues },
  add: (finding: Finding) => void,
): void {
  const use = usesOf(now, way) ?? usesOf(old, way);
  const note: Note = (kind, effect, words, further) =>
    add({
      at: '',
      isInner: false,
      kind,
      effect,
      words,
      from: old.place,
      to: now.place,
      ...(use && { use }),
      ...further,
    });
  findTypes(old, now, way, wrapping, note);
  findValues(old, now, values, note);
  findBounds(old, now, note);
  findPatterns(old, now, note);
  findOthers(old, now, note);
}

function usesOf({ schema }: SchemaNode, { direction }: Way): Finding['use'] {
  if (direction === 'request') return memberOfObject(schema, 'readOnly') === true ? 'read' : undefined;
  return memberOfObject(schema, 'writeOnly') === true ? 'write' : undefined;
}

function findTypes(old: SchemaNode, now: SchemaNode, way: Way, { types, moved }: Wrapping, note: Note): void {
  const nullability = nullabilityChange(old, now);
  if (nullability !== undefined)
    note(
      nullability,
      nullability === 'became-nullable' ? 'widens' : 'narrows',
      nullability === 'became-nullable' ? 'may be null now' : 'may no longer be null',
    );
  if (types !== undefined) {
    const { added, removed } = types;
    const isNarrowed = way.direction === 'request' ? removed.length > 0 : added.length === 0;
    const kind = isNarrowed ? 'list-of-types-narrowed' : 'list-of-types-widened';
    const words = isNarrowed
      ? `may no longer be of the type ${removed.join(', ')}`
      : `may be of the type ${added.join(', ')} now`;
    note(kind, isNarrowed ? 'narrows' : 'widens', words, { before: removed, after: added });
    return;
  }
  if (moved !== undefined || (isOnlyNull(old, now) && formatOf(old) === formatOf(now))) return;
  const verdict = typeVerdict(old, now, way);
  if (verdict === undefined) return;
  const [before, after] = [shownType(old), shownType(now)];
  const effects = {
    'type-changed': 'both',
    'type-compatible': 'none',
    'type-generalized': 'widens',
    'type-specialized': 'narrows',
  } as const;
  const partKind = way.direction === 'request' && way.isText ? partKindOf(old, now, way, verdict) : undefined;
  note(verdict, effects[verdict], `is ${after} now (was ${before})`, { before, after, ...(partKind && { partKind }) });
}

/** A part of a parameter may be JSON, in which a number is not a text: where only that makes the difference, it is not known whether it breaks. */
function partKindOf(old: SchemaNode, now: SchemaNode, way: Way, verdict: TypeVerdict): TypeVerdict {
  const [isText, isStrict] = [verdict, typeVerdict(old, now, { ...way, isText: false })].map(
    (one) => one === 'type-changed',
  );
  if (isText !== isStrict) return 'type-changed';
  return isText ? 'type-specialized' : 'type-generalized';
}

function shownType(node: SchemaNode): string {
  const [types, format] = [typesOf(node).join(' or ') || 'of any type', formatOf(node)];
  return format === '' ? types : `${types} (${format})`;
}

function findValues(old: SchemaNode, now: SchemaNode, { before, after, lost }: ListedValues, note: Note): void {
  if (before === undefined && after !== undefined)
    note('became-enum', 'narrows', `has a list of values now: ${shown(after)}`, { after });
  if (before !== undefined && after === undefined)
    note('became-not-enum', 'widens', 'has no list of values anymore', { before });
  for (const value of lost)
    note('enum-value-removed', 'narrows', `no longer has the value ${shown(value)}`, {
      value: plain(value),
      before: value,
    });
  if (before !== undefined && after !== undefined) {
    const removed = before.filter((one) => !after.some((other) => isEqual(one, other)));
    const added = after.filter((one) => !before.some((other) => isEqual(one, other)));
    for (const value of removed) {
      const to = likeValue(String(value), removed.map(String), added.map(String));
      const written = added.find((one) => String(one) === to);
      const repair = written === undefined ? {} : { repair: { kind: 'value', to: JSON.stringify(written) } as const };
      note('enum-value-removed', 'narrows', `no longer has the value ${shown(value)}`, {
        value: plain(value),
        before: value,
        ...repair,
      });
    }
    for (const value of added)
      note('enum-value-added', 'widens', `has the value ${shown(value)} now`, { value: plain(value), after: value });
  }
  const extensible = listOf(old, 'x-extensible-enum') ?? [];
  const kept = listOf(now, 'x-extensible-enum');
  for (const value of kept === undefined ? [] : extensible.filter((one) => !kept.some((other) => isEqual(one, other))))
    note('x-extensible-enum-value-removed', 'narrows', `no longer names the value ${shown(value)}`, {
      value: plain(value),
      before: value,
    });
  findValue(old, now, 'const', 'const', ['narrows', 'both', 'widens'], 'the only value', note);
  findValue(old, now, 'default', 'default-value', ['none', 'none', 'none'], 'the default', note);
}

function findValue(
  old: SchemaNode,
  now: SchemaNode,
  keyword: string,
  name: string,
  effects: readonly [Effect, Effect, Effect],
  noun: string,
  note: Note,
): void {
  const [before, after] = [memberOfObject(old.schema, keyword), memberOfObject(now.schema, keyword)];
  if (isEqual(before, after)) return;
  if (before === undefined) note(`${name}-added`, effects[0], `has ${noun} ${shown(after)} now`, { after });
  else if (after === undefined)
    note(`${name}-removed`, effects[2], `no longer has ${noun} ${shown(before)}`, { before });
  else note(`${name}-changed`, effects[1], `has ${noun} ${shown(after)} now (was ${shown(before)})`, { before, after });
}

function findBounds(old: SchemaNode, now: SchemaNode, note: Note): void {
  for (const { keyword, name, isUpper, words } of bounds) {
    const [before, after] = [boundOf(old, keyword), boundOf(now, keyword)];
    if (before === after) continue;
    const values = { before, after };
    if (before === undefined) note(`${name}-set`, 'narrows', `has ${words} ${after} now`, values);
    else if (after === undefined) note(`${name}-unset`, 'widens', `no longer has ${words} ${before}`, values);
    else {
      const isMore = after > before;
      note(
        `${name}-${isMore ? 'increased' : 'decreased'}`,
        isMore === isUpper ? 'widens' : 'narrows',
        `has ${words} ${after} now (was ${before})`,
        values,
      );
    }
  }
  const [before, after] = [numberOf(old, 'multipleOf'), numberOf(now, 'multipleOf')];
  if (before === after) return;
  const values = { before, after };
  if (before === undefined) note('multiple-of-set', 'narrows', `must be a multiple of ${after} now`, values);
  else if (after === undefined)
    note('multiple-of-unset', 'widens', `need not be a multiple of ${before} anymore`, values);
  else {
    const [isGeneral, isSpecial] = [isMultiple(before, after), isMultiple(after, before)];
    const kind = isGeneral ? 'multiple-of-generalized' : isSpecial ? 'multiple-of-specialized' : 'multiple-of-changed';
    note(
      kind,
      isGeneral ? 'widens' : isSpecial ? 'narrows' : 'both',
      `must be a multiple of ${after} now (was ${before})`,
      values,
    );
  }
}

function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9;
}

/** An exclusive bound of OpenAPI 3.0 is a switch of the other one. */
function boundOf(node: SchemaNode, keyword: string): number | undefined {
  if (keyword === 'exclusiveMaximum' && memberOfObject(node.schema, keyword) === true) return numberOf(node, 'maximum');
  if (keyword === 'exclusiveMinimum' && memberOfObject(node.schema, keyword) === true) return numberOf(node, 'minimum');
  if (keyword === 'maximum' && memberOfObject(node.schema, 'exclusiveMaximum') === true) return undefined;
  if (keyword === 'minimum' && memberOfObject(node.schema, 'exclusiveMinimum') === true) return undefined;
  const value = numberOf(node, keyword);
  // Nothing has fewer than none.
  return value === 0 && /^min(?:Length|Items|Properties)$/.test(keyword) ? undefined : value;
}

function numberOf({ schema }: SchemaNode, keyword: string): number | undefined {
  const value = memberOfObject(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

function findPatterns(old: SchemaNode, now: SchemaNode, note: Note): void {
  const [before, after] = [textOfKeyword(old, 'pattern'), textOfKeyword(now, 'pattern')];
  if (before === after) return;
  const values = { before, after };
  if (before === '') note('pattern-added', 'narrows', `must match ${shown(after)} now`, values);
  else if (after === '') note('pattern-removed', 'widens', `need not match ${shown(before)} anymore`, values);
  else if (after === '.*' || after === '^.*$') note('pattern-generalized', 'widens', 'may be any text now', values);
  else note('pattern-changed', 'unknown', `must match ${shown(after)} now (was ${shown(before)})`, values);
}

function findOthers(old: SchemaNode, now: SchemaNode, note: Note): void {
  const [was, is] = [flag(old, 'uniqueItems'), flag(now, 'uniqueItems')];
  if (was !== is)
    note(
      is ? 'unique-items-set' : 'unique-items-unset',
      is ? 'narrows' : 'widens',
      is ? 'may have no equal items anymore' : 'may have equal items now',
    );
  for (const [keyword, name, noun] of [
    ['contentMediaType', 'content-media-type', 'a content of the type'],
    ['contentEncoding', 'content-encoding', 'a content in the encoding'],
  ] as const) {
    const [before, after] = [textOfKeyword(old, keyword), textOfKeyword(now, keyword)];
    if (before !== after)
      note(
        `${name}-changed`,
        'both',
        after === '' ? `no longer has ${noun} \`${before}\`` : `has ${noun} \`${after}\` now`,
        { before, after },
      );
  }
  const [former, next] = [flag(old, 'deprecated'), flag(now, 'deprecated')];
  if (former !== next) {
    const sunset = textOfKeyword(now, 'x-sunset');
    if (!next) note('reactivated', 'none', 'is no longer deprecated');
    else
      note(
        sunset === '' ? 'deprecated' : 'deprecated-with-sunset',
        'none',
        sunset === '' ? 'is deprecated' : `is deprecated, and may be missing from ${sunset} on`,
      );
  }
  findLifecycle(old, now, note);
  findDiscriminators(old, now, note);
  findDependencies(old, now, note);
  findOpenness(old, now, note);
}

function findLifecycle(old: SchemaNode, now: SchemaNode, note: Note): void {
  const textOf = (node: SchemaNode, keyword: string): string | undefined => textOfKeyword(node, keyword) || undefined;
  const [before, after] = [textOf(old, 'x-sunset'), textOf(now, 'x-sunset')];
  const change = flag(old, 'deprecated') && flag(now, 'deprecated') ? sunsetChange(before, after) : undefined;
  if (change === 'deleted') note('sunset-deleted', 'none', 'no longer says until when it is there', { before });
  if (change === 'earlier')
    note('sunset-date-changed-earlier', 'none', `may be missing from ${after} on (was ${before})`, { before, after });
  const [was, is] = [textOf(old, 'x-stability-level'), textOf(now, 'x-stability-level')];
  const verb = stabilityChange(was, is);
  if (verb !== undefined)
    note(`stability-${verb}`, 'none', `is ${is ?? 'stable'} now (was ${was ?? 'stable'})`, { before: was, after: is });
}

function findDiscriminators(old: SchemaNode, now: SchemaNode, note: Note): void {
  const [before, after] = [memberOfObject(old.schema, 'discriminator'), memberOfObject(now.schema, 'discriminator')];
  const nameOf = (value: unknown): string =>
    String(typeof value === 'string' ? value : memberOfObject(value, 'propertyName'));
  if (before === undefined && after === undefined) return;
  if (before === undefined)
    return note('discriminator-added', 'none', `is recognised by its member \`${nameOf(after)}\` now`);
  if (after === undefined)
    return note('discriminator-removed', 'none', `is not recognised by its member \`${nameOf(before)}\` anymore`);
  if (nameOf(before) !== nameOf(after))
    note(
      'discriminator-property-name-changed',
      'none',
      `is recognised by its member \`${nameOf(after)}\` now (was \`${nameOf(before)}\`)`,
    );
  const [from, to] = [before, after].map(
    (one) => new Map(Object.entries(objectOf(memberOfObject(one, 'mapping')) ?? {})),
  );
  const names = (kept: (name: string) => boolean): string =>
    [...new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])].filter(kept).join('`, `');
  const [added, removed] = [names((name) => from?.has(name) === false), names((name) => to?.has(name) === false)];
  const changed = names(
    (name) => from?.has(name) === true && to?.has(name) === true && from.get(name) !== to.get(name),
  );
  if (added !== '') note('discriminator-mapping-added', 'none', `has the kinds \`${added}\` now`);
  if (removed !== '') note('discriminator-mapping-deleted', 'none', `no longer has the kinds \`${removed}\``);
  if (changed !== '') note('discriminator-mapping-changed', 'none', `means other schemas by the kinds \`${changed}\``);
}

function findDependencies(old: SchemaNode, now: SchemaNode, note: Note): void {
  const [before, after] = [old, now].map(
    ({ schema }) => new Map(Object.entries(objectOf(memberOfObject(schema, 'dependentRequired')) ?? {})),
  );
  for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    const [from, to] = [before?.get(name), after?.get(name)];
    if (isEqual(from, to)) continue;
    if (from === undefined)
      note('dependent-required-added', 'narrows', `needs ${shown(to)} next to \`${name}\` now`, { after: to });
    else if (to === undefined)
      note('dependent-required-removed', 'widens', `no longer needs ${shown(from)} next to \`${name}\``, {
        before: from,
      });
    else
      note('dependent-required-changed', 'both', `needs ${shown(to)} next to \`${name}\` now (was ${shown(from)})`, {
        before: from,
        after: to,
      });
  }
}

/** Whether other members may be in it. */
function findOpenness(old: SchemaNode, now: SchemaNode, note: Note): void {
  const isClosed = ({ schema }: SchemaNode): boolean => memberOfObject(schema, 'additionalProperties') === false;
  if (isClosed(old) === isClosed(now)) return;
  if (isClosed(now)) note('additional-properties-forbidden', 'narrows', 'may have no other members anymore');
  else note('additional-properties-allowed', 'none', 'may have other members now');
}

function flag({ schema }: SchemaNode, keyword: string): boolean {
  return memberOfObject(schema, keyword) === true;
}

function textOfKeyword({ schema }: SchemaNode, keyword: string): string {
  const value = memberOfObject(schema, keyword);
  return typeof value === 'string' ? value : '';
}

function listOf(node: SchemaNode, keyword: string): readonly unknown[] | undefined {
  const value = childOf(node.place, keyword)?.value;
  return Array.isArray(value) ? value : undefined;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Longer values are cut. */
const longest = 80;

/** Returns a value as it is shown in a sentence. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return `\`${text.length > longest ? `${text.slice(0, longest - 1)}…` : text}\``;
}
