import type { Change, ChangePlace } from '../model';
import type { Surface, SurfaceOperation } from '../surface/surface';
import { ChangeList } from './change-list';
import { compareBodies, compareResponses, type OperationPair } from './compare-bodies';
import { compareParameters } from './compare-parameters';
import { createSchemaComparison } from './compare-schemas';
import { compareAlternatives, compareSchemes } from './compare-security';
import { isTooEarly, stabilityChange, sunsetChange } from './lifecycle';
import { matchOperations } from './match-operations';

/** What decides about changes in addition to the descriptions. */
export interface CompareOptions {
  /** The day, as `2030-01-31`: what was announced to be missing from a later one on is missing too early. */
  readonly today?: string;
}

/** Returns what differs between two descriptions, or two versions of a service, in the order of the old one. */
export function compareSurfaces(old: Surface, now: Surface, options: CompareOptions = {}): readonly Change[] {
  const changes = new ChangeList(old.isWritten && now.isWritten);
  const { compare, areSame } = createSchemaComparison(old, now, options.today);
  const { pairs, added, removed, moves } = matchOperations(old, now);
  const paths = new Set(now.operations.map(({ path }) => path.replace(/\{[^{}]*\}/g, '{}')));
  for (const one of removed) addRemoved(one, moves.get(one), paths, changes, options);
  for (const one of added) {
    const { method, path } = one;
    changes.add({
      id: 'endpoint-added',
      level: 'additive',
      place: { method, path, side: 'operation' },
      to: one.place,
      message: `\`${method} ${path}\` is new.`,
    });
  }
  const moved = [...moves];
  for (const [one, other] of [...pairs, ...moved]) {
    const isRenamed = one.path !== other.path || one.method !== other.method;
    const place = {
      ...{ method: one.method, path: one.path },
      ...(isRenamed && { movedTo: { method: other.method, path: other.path } }),
    };
    const pair: OperationPair = { old: one, now: other, place, changes, compare };
    compareOperation(pair);
    compareParameters(pair, { areSame, after: now, today: options.today });
    compareBodies(pair);
    compareResponses(pair);
    const side: ChangePlace = { ...place, side: 'security' };
    compareAlternatives(one.security ?? old.security, other.security ?? now.security, side, changes);
  }
  const sent = new Map(now.webhooks.map((one) => [`${one.method} ${one.path}`, one]));
  for (const one of old.webhooks) {
    const other = sent.get(`${one.method} ${one.path}`);
    const place = { method: one.method, path: one.path };
    if (other === undefined) continue;
    compareBodies({ old: one, now: other, place, changes, compare, isSent: true });
    compareAnswers(one, other, { ...place, side: 'event' }, changes);
  }
  compareWhole(old, now, changes);
  compareBehaviours(old, now, changes);
  if (old.isWritten) compareVersions(old.version, now.version, changes);
  return changes.all();
}

/** What the receiver of a webhook may answer: nothing that requests depend on. */
function compareAnswers(old: SurfaceOperation, now: SurfaceOperation, side: ChangePlace, changes: ChangeList): void {
  const [before, after] = [old, now].map(({ responses }) => responses.map(({ status }) => status));
  const note = (status: string, verb: string, words: string): void =>
    changes.add({
      id: `response-${/^2/.test(status) ? 'success' : 'non-success'}-status-${verb}`,
      ...{ level: 'silent', place: { ...side, element: status }, message: `The answer ${status} ${words}.` },
    });
  for (const status of after ?? []) if (before?.includes(status) === false) note(status, 'added', 'is possible now');
  for (const status of before ?? [])
    if (after?.includes(status) === false) note(status, 'removed', 'is no longer described');
}

function addRemoved(
  one: SurfaceOperation,
  next: SurfaceOperation | undefined,
  paths: ReadonlySet<string>,
  changes: ChangeList,
  { today }: CompareOptions,
): void {
  const { method, path, isDeprecated, sunset } = one;
  const start = paths.has(path.replace(/\{[^{}]*\}/g, '{}')) ? 'api' : 'api-path';
  const isEarly = isTooEarly(isDeprecated, sunset, today);
  const end = isEarly ? 'before-sunset' : isDeprecated ? 'with-deprecation' : 'without-deprecation';
  const movedTo = next && { method: next.method, path: next.path };
  changes.add({
    id: `${start}-removed-${end}`,
    level: isDeprecated && !isEarly ? 'silent' : 'breaking',
    place: { method, path, ...(movedTo && { movedTo }), side: 'operation' },
    from: one.place,
    message: movedTo
      ? `\`${method} ${path}\` is \`${movedTo.method} ${movedTo.path}\` now.`
      : `\`${method} ${path}\` was removed.`,
    ...(movedTo && { repair: { kind: 'move', ...movedTo } }),
  });
}

/** What an operation says of itself. */
function compareOperation({ old, now, place: operation, changes }: OperationPair): void {
  const place: ChangePlace = { ...operation, side: 'operation' };
  const base = { place, from: old.place, to: now.place } as const;
  const name = `\`${old.method} ${old.path}\``;
  if (old.isDeprecated !== now.isDeprecated) {
    const { sunset } = now;
    if (!now.isDeprecated)
      changes.add({
        ...base,
        id: 'endpoint-reactivated',
        level: 'silent',
        message: `${name} is no longer deprecated.`,
      });
    else if (sunset === undefined)
      changes.add({ ...base, id: 'endpoint-deprecated', level: 'additive', message: `${name} is deprecated.` });
    else
      changes.add({
        ...base,
        id: 'endpoint-deprecated-with-sunset',
        level: 'additive',
        after: sunset,
        message: `${name} is deprecated, and may be missing from ${sunset} on.`,
      });
  } else if (old.isDeprecated && old.sunset !== now.sunset) {
    const [before, after] = [old.sunset, now.sunset];
    const change = sunsetChange(before, after);
    if (change === 'deleted')
      changes.add({
        ...base,
        id: 'sunset-deleted',
        level: 'breaking',
        before,
        message: `${name} no longer says until when it is there.`,
      });
    if (change === 'earlier')
      changes.add({
        ...base,
        id: 'api-sunset-date-changed-earlier',
        level: 'breaking',
        before,
        after,
        message: `${name} may be missing from ${after} on (was ${before}).`,
      });
  }
  const verb = stabilityChange(old.stability, now.stability);
  if (verb !== undefined)
    changes.add({
      ...base,
      id: `api-stability-${verb}`,
      ...{ level: verb === 'decreased' ? 'breaking' : 'silent', before: old.stability, after: now.stability },
      message: `${name} is ${now.stability ?? 'stable'} now (was ${old.stability ?? 'stable'}).`,
    });
  if (old.id !== now.id) {
    if (old.id !== undefined)
      changes.add({
        ...base,
        id: 'api-operation-id-removed',
        level: 'silent',
        before: old.id,
        after: now.id,
        message: `${name} no longer has the name \`${old.id}\`.`,
      });
    else
      changes.add({
        ...base,
        id: 'api-operation-id-added',
        level: 'silent',
        after: now.id,
        message: `${name} has the name \`${now.id}\` now.`,
      });
  }
  for (const tag of now.tags)
    if (!old.tags.includes(tag))
      changes.add({
        ...base,
        id: 'api-tag-added',
        level: 'silent',
        after: tag,
        message: `${name} has the tag \`${tag}\` now.`,
      });
  for (const tag of old.tags)
    if (!now.tags.includes(tag))
      changes.add({
        ...base,
        id: 'api-tag-removed',
        level: 'silent',
        before: tag,
        message: `${name} no longer has the tag \`${tag}\`.`,
      });
}

/** What servers of the two versions do in another way. */
function compareBehaviours(old: Surface, now: Surface, changes: ChangeList): void {
  for (const [name, before] of old.behaviours ?? []) {
    const after = now.behaviours?.get(name);
    if (
      after === undefined ||
      before.isThere === undefined ||
      after.isThere === undefined ||
      before.isThere === after.isThere
    )
      continue;
    const message = after.isThere ? after.summary : `No longer so: ${after.summary}`;
    changes.add({
      id: after.isThere ? 'behaviour-added' : 'behaviour-removed',
      level: 'risky',
      place: { side: 'operation' },
      after: name,
      message,
    });
  }
}

/** What the version of the description says of the changes. */
function compareVersions(old: string | undefined, now: string | undefined, changes: ChangeList): void {
  if (old === undefined || now === undefined) return;
  const place: ChangePlace = { side: 'operation' };
  const base = { place, level: 'silent', before: old, after: now } as const;
  const [was, is] = [old, now].map((text) =>
    /^v?(\d+)\.(\d+)(?:\.(\d+))?/
      .exec(text)
      ?.slice(1)
      .map((part) => Number(part ?? 0)),
  );
  if (was !== undefined && is !== undefined) {
    const at = was.findIndex((part, index) => part !== is[index]);
    if (at !== -1 && (is[at] ?? 0) < (was[at] ?? 0))
      return changes.add({
        ...base,
        id: 'api-version-decreased',
        message: `The version is \`${now}\` now, which is below \`${old}\`.`,
      });
  }
  if (!changes.all().some(({ level }) => level === 'breaking')) return;
  if (old === now)
    changes.add({
      ...base,
      id: 'api-version-not-bumped',
      message: `Something breaks, and the version is \`${old}\` still.`,
    });
  else if (was?.[0] !== undefined && was[0] === is?.[0])
    changes.add({
      ...base,
      id: 'api-major-version-not-bumped',
      message: `Something breaks, and the major version stays: \`${old}\`, \`${now}\`.`,
    });
}

/** Without any, the service is where its description is. */
function compareServers({ servers: old = [] }: Surface, { servers: now = [] }: Surface, changes: ChangeList): void {
  if (old.length === 0 || now.length === 0) return;
  const place: ChangePlace = { side: 'operation' };
  for (const url of now)
    if (!old.includes(url))
      changes.add({
        id: 'api-server-added',
        ...{ level: 'additive', place, after: url, message: `The service is at \`${url}\`, too.` },
      });
  for (const url of old)
    if (!now.includes(url))
      changes.add({
        id: 'api-server-removed',
        ...{ level: 'risky', place, before: url, message: `The service is no longer said to be at \`${url}\`.` },
      });
}

function namesOf(sent: Surface['webhooks'], start: string): readonly string[] {
  return sent.flatMap(({ path }) => (path.startsWith(start) ? [path.slice(start.length)] : []));
}

/** What the service sends to those who ask for it, of operations that are there still. */
function compareCallbacks(old: Surface, now: Surface, changes: ChangeList): void {
  const [before, after] = [old, now].map(({ webhooks }) => new Set(namesOf(webhooks, 'callback:')));
  const isKept = (name: string, { operations }: Surface): boolean =>
    operations.some(({ method, path }) => name.endsWith(` of ${method} ${path}`));
  for (const name of after ?? [])
    if (before?.has(name) === false && isKept(name, old))
      changes.add({
        id: 'callback-added',
        ...{ level: 'additive', place: { side: 'event', element: name } },
        message: `The service sends the callback \`${name}\` now.`,
      });
  for (const name of before ?? [])
    if (after?.has(name) === false && isKept(name, now))
      changes.add({
        id: 'callback-removed',
        ...{ level: 'breaking', place: { side: 'event', element: name } },
        message: `The service no longer sends the callback \`${name}\`.`,
      });
}

/** What holds for all requests, and what the service sends. */
function compareWhole(old: Surface, now: Surface, changes: ChangeList): void {
  compareAlternatives(old.security, now.security, { side: 'security' }, changes);
  compareSchemes(old, now, changes);
  compareServers(old, now, changes);
  const [before, after] = [old, now].map(({ webhooks }) => new Set(namesOf(webhooks, 'webhook:')));
  compareCallbacks(old, now, changes);
  const webhook = (name: string): ChangePlace => ({ side: 'event', element: name });
  for (const name of after ?? [])
    if (before?.has(name) === false)
      changes.add({
        id: 'webhook-added',
        level: 'additive',
        place: webhook(name),
        message: `The service sends \`${name}\` now.`,
      });
  for (const name of before ?? [])
    if (after?.has(name) === false)
      changes.add({
        id: 'webhook-removed',
        level: 'breaking',
        place: webhook(name),
        message: `The service no longer sends \`${name}\`.`,
      });
  for (const name of old.components.keys())
    if (!now.components.has(name))
      changes.add({
        id: 'api-schema-removed',
        level: 'silent',
        place: { side: 'operation' },
        before: name,
        message: `The schema \`${name}\` was removed.`,
      });
}
