import type { ChangePlace } from '../model';
import type { SurfaceContent, SurfaceOperation, SurfaceResponse } from '../surface/surface';
import type { ChangeList } from './change-list';
import type { CompareSchemas } from './compare-schemas';

/** What two operations are compared with. */
export interface OperationPair {
  readonly old: SurfaceOperation;
  readonly now: SurfaceOperation;
  readonly place: Pick<ChangePlace, 'method' | 'path' | 'movedTo'>;
  readonly changes: ChangeList;
  readonly compare: CompareSchemas;
  /** The service sends it, so that more values are a break. */
  readonly isSent?: boolean;
}

/** Compares the bodies of requests. */
export function compareBodies({ old, now, place: operation, changes, compare, isSent }: OperationPair): void {
  const place: ChangePlace = { ...operation, side: isSent ? 'event' : 'request' };
  const [before, after] = [old.body, now.body];
  if (before === undefined || after === undefined) {
    if (after !== undefined)
      changes.add({
        id: after.isRequired ? 'request-body-added-required' : 'request-body-added-optional',
        level: after.isRequired ? 'breaking' : 'additive',
        ...{ place, to: now.place, message: after.isRequired ? 'A body is required now.' : 'A body is possible now.' },
      });
    if (before !== undefined)
      changes.add({
        id: 'request-body-removed',
        level: 'breaking',
        place,
        from: old.place,
        message: 'The request has no body anymore.',
        repair: { kind: 'remove' },
      });
    return;
  }
  if (before.isRequired !== after.isRequired)
    changes.add({
      id: after.isRequired ? 'request-body-became-required' : 'request-body-became-optional',
      level: after.isRequired === !isSent ? 'breaking' : 'additive',
      ...{
        place,
        to: now.place,
        message: after.isRequired ? 'The body is required now.' : 'The body is no longer required.',
      },
    });
  const { pairs, added, removed } = matchContents(before.contents, after.contents);
  for (const one of added)
    changes.add({
      id: 'request-body-media-type-added',
      level: 'additive',
      place,
      to: now.place,
      after: one.mediaType,
      message: `The body may be \`${one.mediaType}\` now.`,
    });
  for (const one of removed)
    changes.add({
      id: 'request-body-media-type-removed',
      level: 'breaking',
      place,
      from: old.place,
      before: one.mediaType,
      message: `The body may no longer be \`${one.mediaType}\`.`,
    });
  for (const [one, other] of pairs) {
    compareExistence(one, other, { place, from: old, to: now, changes, isRequest: true, noun: 'The body' });
    const use = {
      area: 'request',
      place,
      start: '$',
      noun: 'the body of the request',
      ...(isSent && { isSent }),
    } as const;
    const isText = !isJson(other.mediaType);
    for (const key of ['schema', 'itemSchema'] as const) {
      const [mine, theirs] = [one[key], other[key]];
      if (mine && theirs) changes.addFindings(compare(mine, theirs, { direction: 'request', isText }), use);
    }
  }
}

/** Compares the responses. */
export function compareResponses(pair: OperationPair): void {
  const { old, now, place: operation, changes } = pair;
  const place: ChangePlace = { ...operation, side: 'response' };
  const before = new Map(old.responses.map((one) => [one.status, one]));
  const after = new Map(now.responses.map((one) => [one.status, one]));
  for (const status of before.keys()) {
    if (after.has(status)) continue;
    const isSuccess = /^2/.test(status);
    const id = `response-${isSuccess ? 'success' : 'non-success'}-status-removed`;
    changes.add({
      id,
      level: isSuccess ? 'breaking' : 'silent',
      place: { ...place, element: status },
      from: old.place,
      message: `The response ${status} is no longer described.`,
    });
  }
  for (const [status, response] of after) {
    const former = before.get(status);
    if (former !== undefined) {
      compareResponse(former, response, pair, place);
      continue;
    }
    const id = `response-${/^2/.test(status) ? 'success' : 'non-success'}-status-added`;
    changes.add({
      id,
      level: 'additive',
      place: { ...place, element: status },
      to: now.place,
      message: `The response ${status} is new.`,
    });
  }
}

function compareResponse(old: SurfaceResponse, now: SurfaceResponse, pair: OperationPair, side: ChangePlace): void {
  const { changes, compare } = pair;
  const { status } = now;
  const place: ChangePlace = { ...side, element: status };
  const noun = `the response ${status}`;
  const [from, to] = [pair.old.place, pair.now.place];
  const { pairs, added, removed } = matchContents(old.contents, now.contents);
  for (const one of added)
    changes.add({
      id: 'response-media-type-added',
      level: 'additive',
      place,
      to,
      after: one.mediaType,
      message: `The response ${status} may be \`${one.mediaType}\` now.`,
    });
  for (const one of removed)
    changes.add({
      id: 'response-media-type-removed',
      level: 'breaking',
      place,
      from,
      before: one.mediaType,
      message: `The response ${status} is no longer \`${one.mediaType}\`.`,
    });
  for (const [one, other] of pairs) {
    compareNames(one.mediaType, other.mediaType, place, changes);
    compareExistence(one, other, {
      place,
      from: pair.old,
      to: pair.now,
      changes,
      isRequest: false,
      noun: `The response ${status}`,
    });
    const isText = !isJson(other.mediaType);
    for (const key of ['schema', 'itemSchema'] as const) {
      const [mine, theirs] = [one[key], other[key]];
      if (!mine || !theirs) continue;
      const findings = compare(mine, theirs, { direction: 'response', isText });
      changes.addFindings(findings, { area: 'response', place: side, start: `${status} $`, noun });
    }
  }
  compareHeaders(old, now, pair, side);
  compareLinks(old, now, pair, side);
}

/** Links lead from a response to what may be asked next. */
function compareLinks(old: SurfaceResponse, now: SurfaceResponse, pair: OperationPair, side: ChangePlace): void {
  const { status } = now;
  const place: ChangePlace = { ...side, element: status };
  for (const name of now.links ?? [])
    if (old.links?.includes(name) !== true)
      pair.changes.add({
        id: 'response-link-added',
        ...{ level: 'additive', place, to: pair.now.place, after: name },
        message: `The response ${status} has the link \`${name}\` now.`,
      });
  for (const name of old.links ?? [])
    if (now.links?.includes(name) !== true)
      pair.changes.add({
        id: 'response-link-removed',
        ...{ level: 'risky', place, from: pair.old.place, before: name },
        message: `The response ${status} no longer has the link \`${name}\`.`,
      });
}

function compareHeaders(old: SurfaceResponse, now: SurfaceResponse, pair: OperationPair, side: ChangePlace): void {
  const { changes, compare } = pair;
  const { status } = now;
  const before = new Map(old.headers.map((one) => [one.name.toLowerCase(), one]));
  const after = new Map(now.headers.map((one) => [one.name.toLowerCase(), one]));
  const placeOf = (name: string): ChangePlace => ({ ...side, element: `${status} header ${name}` });
  for (const [key, { name, isRequired }] of before) {
    if (after.has(key)) continue;
    const id = isRequired ? 'required-response-header-removed' : 'optional-response-header-removed';
    changes.add({
      id,
      level: isRequired ? 'breaking' : 'silent',
      place: placeOf(name),
      from: pair.old.place,
      message: `The response ${status} no longer has the header \`${name}\`.`,
    });
  }
  for (const [key, header] of after) {
    const { name } = header;
    const former = before.get(key);
    if (former === undefined) {
      changes.add({
        id: 'response-header-added',
        level: 'additive',
        place: placeOf(name),
        to: pair.now.place,
        message: `The response ${status} has the header \`${name}\` now.`,
      });
      continue;
    }
    if (former.isRequired && !header.isRequired)
      changes.add({
        id: 'response-header-became-optional',
        level: 'breaking',
        place: placeOf(name),
        to: pair.now.place,
        message: `The header \`${name}\` of the response ${status} may be missing now.`,
      });
    if (former.schema === undefined || header.schema === undefined) continue;
    const findings = compare(former.schema, header.schema, { direction: 'response', isText: true });
    changes.addFindings(findings, {
      area: 'header',
      place: side,
      start: `${status} header ${name}`,
      noun: `the header \`${name}\` of the response ${status}`,
    });
  }
}

interface Existence {
  readonly place: ChangePlace;
  readonly from: SurfaceOperation;
  readonly to: SurfaceOperation;
  readonly changes: ChangeList;
  readonly isRequest: boolean;
  readonly noun: string;
}

/** Adds that a body has a schema now, or none anymore. */
function compareExistence(
  old: SurfaceContent,
  now: SurfaceContent,
  { place, from, to, changes, isRequest, noun }: Existence,
): void {
  for (const [key, word] of [
    ['schema', 'schema'],
    ['itemSchema', 'item-schema'],
  ] as const) {
    const [was, is] = [old[key] !== undefined, now[key] !== undefined];
    if (was === is) continue;
    const isBreaking = is === isRequest;
    const verb = is ? 'added' : 'removed';
    // Nothing is known of the body anymore, not even of it as a whole.
    const isUntyped = key === 'itemSchema' && !is && !isRequest && now.schema === undefined;
    changes.add({
      id: `${isRequest ? 'request' : 'response'}-body-media-type-${word}-${verb}${isUntyped ? '-untyped' : ''}`,
      level: isBreaking ? 'breaking' : isRequest ? 'additive' : 'silent',
      ...{ place, before: old.mediaType, after: now.mediaType, from: from.place, to: to.place },
      message: is ? `${noun} has a described form now.` : `${noun} has no described form anymore.`,
    });
  }
}

interface MatchedContents {
  readonly pairs: readonly (readonly [SurfaceContent, SurfaceContent])[];
  readonly added: readonly SurfaceContent[];
  readonly removed: readonly SurfaceContent[];
}

/** Matches bodies by their media types, and those that only differ by parameters or by a suffix. */
function matchContents(old: readonly SurfaceContent[], now: readonly SurfaceContent[]): MatchedContents {
  const pairs: (readonly [SurfaceContent, SurfaceContent])[] = [];
  let [removed, added] = [[...old], [...now]];
  for (const isPair of [
    (one: string, other: string) => one === other,
    (one: string, other: string) => contains(one, other) || contains(other, one),
  ]) {
    for (const one of removed) {
      const other = added.find(({ mediaType }) => isPair(one.mediaType, mediaType));
      if (other === undefined) continue;
      pairs.push([one, other]);
      removed = removed.filter((left) => left !== one);
      added = added.filter((left) => left !== other);
    }
  }
  return { pairs, added, removed };
}

interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly suffix: string;
  readonly parameters: readonly string[];
}

function parsed(text: string): MediaType {
  const [name = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const [type = '', whole = ''] = name.split('/');
  const plus = whole.lastIndexOf('+');
  return {
    type,
    subtype: plus === -1 ? whole : whole.slice(0, plus),
    suffix: plus === -1 ? '' : whole.slice(plus + 1),
    parameters: parameters.sort(),
  };
}

/** Returns whether the second media type is one of those that the first one means. */
function contains(general: string, special: string): boolean {
  const [one, other] = [parsed(general), parsed(special)];
  if (one.type !== other.type) return false;
  if (one.subtype === '*') return true;
  if (one.subtype === other.subtype && one.suffix === other.suffix) return true;
  return one.suffix === '' && one.subtype === other.suffix;
}

/** Adds how the name of a media type differs. */
function compareNames(old: string, now: string, place: ChangePlace, changes: ChangeList): void {
  if (old === now) return;
  const [one, other] = [parsed(old), parsed(now)];
  const base = { place, before: old, after: now, message: `The media type is \`${now}\` now (was \`${old}\`).` };
  if (one.type === other.type && one.subtype === other.subtype && one.suffix === other.suffix) {
    const [removed, added] = [
      one.parameters.filter((part) => !other.parameters.includes(part)),
      other.parameters.filter((part) => !one.parameters.includes(part)),
    ];
    const nameOf = (part: string): string => part.split('=')[0] ?? '';
    const without = (parts: readonly string[], others: readonly string[]): readonly string[] =>
      parts.filter((part) => !others.some((other) => nameOf(other) === nameOf(part)));
    const [onlyRemoved, onlyAdded] = [without(removed, added), without(added, removed)];
    const verbs = [
      ...(removed.length > onlyRemoved.length ? (['changed'] as const) : []),
      ...(onlyRemoved.length > 0 ? (['removed'] as const) : []),
      ...(onlyAdded.length > 0 ? (['added'] as const) : []),
    ];
    const [verb, ...more] = verbs;
    if (more.length > 0) changes.add({ ...base, id: 'response-media-type-name-changed', level: 'risky' });
    else if (verb !== undefined)
      changes.add({
        ...base,
        id: `response-media-type-parameter-${verb}`,
        level: verb === 'added' ? 'silent' : 'breaking',
      });
    return;
  }
  if (contains(old, now)) changes.add({ ...base, id: 'response-media-type-name-specialized', level: 'silent' });
  else changes.add({ ...base, id: 'response-media-type-name-generalized', level: 'breaking' });
}

/** In JSON, a number is not a text; elsewhere it may be read as one. */
function isJson(mediaType: string): boolean {
  const [name = ''] = mediaType.toLowerCase().split(';');
  return /^application\/json$|\+json$/.test(name.trim());
}
