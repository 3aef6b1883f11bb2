import { memberOfObject, objectOf } from '@rulebook/description/openapi/place';
import type { ChangePlace } from '../model';
import type { SecurityAlternatives, Surface } from '../surface/surface';
import type { ChangeList } from './change-list';
import { isEqual } from './same';
import { shown } from './keyword-findings';

/** Compares what requests of an operation, or all of them, are signed with. */
export function compareAlternatives(
  old: SecurityAlternatives,
  now: SecurityAlternatives,
  place: ChangePlace,
  changes: ChangeList,
): void {
  const ids = place.method === undefined ? 'api-global-security' : 'api-security';
  let removed = old.filter((one) => !now.some((other) => nameOfAlternative(one) === nameOfAlternative(other)));
  let added = now.filter((one) => !old.some((other) => nameOfAlternative(one) === nameOfAlternative(other)));
  for (const one of removed) {
    const isLike = (other: SecurityAlternatives[number]): boolean => schemesOf(one) === schemesOf(other);
    const [next, ...others] = added.filter(isLike);
    if (next === undefined || others.length > 0 || removed.filter(isLike).length > 1) continue;
    removed = removed.filter((left) => left !== one);
    added = added.filter((left) => left !== next);
    for (const [scheme, scopes] of next) {
      const former = one.get(scheme) ?? [];
      for (const scope of scopes.filter((name) => !former.includes(name)))
        changes.add({
          id: `${ids}-scope-added`,
          level: 'breaking',
          place,
          after: scope,
          message: `The scope \`${scope}\` of \`${scheme}\` is needed now.`,
        });
      for (const scope of former.filter((name) => !scopes.includes(name)))
        changes.add({
          id: `${ids}-scope-removed`,
          level: 'additive',
          place,
          before: scope,
          message: `The scope \`${scope}\` of \`${scheme}\` is no longer needed.`,
        });
    }
  }
  const isFree = (list: SecurityAlternatives): boolean => list.length === 0;
  if (place.method !== undefined && isFree(old) && !isFree(now) && now.every((one) => one.size > 0))
    changes.add({
      id: 'api-security-anonymous-access-removed',
      level: 'breaking',
      place,
      message: 'Requests need a credential now.',
    });
  if (place.method !== undefined && !isFree(old) && isFree(now) && old.every((one) => one.size > 0))
    changes.add({
      id: 'api-security-anonymous-access-added',
      level: 'additive',
      place,
      message: 'Requests need no credential now.',
    });
  for (const one of added) {
    if (one.size === 0)
      changes.add({
        id: 'api-security-anonymous-access-added',
        level: 'additive',
        place,
        message: 'Requests need no credential now.',
      });
    else
      changes.add({
        id: `${ids}-added`,
        level: 'additive',
        place,
        after: nameOfAlternative(one),
        message: `Requests may be signed with ${nameOfAlternative(one)} now.`,
      });
  }
  for (const one of removed) {
    if (one.size === 0)
      changes.add({
        id: 'api-security-anonymous-access-removed',
        level: 'breaking',
        place,
        message: 'Requests need a credential now.',
      });
    else
      changes.add({
        id: `${ids}-removed`,
        level: 'breaking',
        place,
        before: nameOfAlternative(one),
        message: `Requests may no longer be signed with ${nameOfAlternative(one)}.`,
      });
  }
}

function nameOfAlternative(one: SecurityAlternatives[number]): string {
  return [...one]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([scheme, scopes]) => `\`${scheme}\`${scopes.length === 0 ? '' : ` (${[...scopes].sort().join(', ')})`}`)
    .join(' and ');
}

function schemesOf(one: SecurityAlternatives[number]): string {
  return [...one.keys()].sort().join('\n');
}

/** Compares the ways of signing that a description names. */
export function compareSchemes(old: Surface, now: Surface, changes: ChangeList): void {
  const place: ChangePlace = { side: 'security' };
  for (const name of now.schemes.keys())
    if (!old.schemes.has(name))
      changes.add({
        id: 'api-security-component-added',
        level: 'additive',
        place,
        after: name,
        message: `The description names the credential \`${name}\` now.`,
      });
  for (const [name, before] of old.schemes) {
    const after = now.schemes.get(name);
    if (after === undefined)
      changes.add({
        id: 'api-security-component-removed',
        level: 'silent',
        place,
        before: name,
        message: `The description no longer names the credential \`${name}\`.`,
      });
    else compareScheme(name, before, after, changes);
  }
}

type Scheme = Readonly<Record<string, unknown>>;

/** Members of a scheme with the end of the id of their change. */
const members = [
  ['type', 'type', 'breaking', 'kind'],
  ['in', 'api-key-in', 'breaking', 'place'],
  ['name', 'api-key-name', 'breaking', 'name'],
  ['scheme', 'http-scheme', 'breaking', 'scheme'],
  ['bearerFormat', 'bearer-format', 'silent', 'form'],
  ['openIdConnectUrl', 'openid-connect-url', 'risky', 'URL'],
] as const;
const urls = [
  ['authorizationUrl', 'oauth-url'],
  ['tokenUrl', 'oauth-token-url'],
  ['refreshUrl', 'oauth-refresh-url'],
] as const;

function compareScheme(name: string, old: Scheme, now: Scheme, changes: ChangeList): void {
  const place: ChangePlace = { side: 'security' };
  const start = 'api-security-component';
  for (const [key, id, level, noun] of members) {
    const [before, after] = [memberOfObject(old, key), memberOfObject(now, key)];
    if (isEqual(before, after)) continue;
    changes.add({
      id: `${start}-${id}-changed`,
      level,
      place,
      before,
      after,
      message: `The ${noun} of the credential \`${name}\` is ${shown(after)} now (was ${shown(before)}).`,
    });
  }
  const [mine, theirs] = [flowsOf(old), flowsOf(now)];
  for (const [flow, before] of mine) {
    const after = theirs.get(flow);
    if (after === undefined) continue;
    for (const [key, id] of urls) {
      const [was, is] = [memberOfObject(before, key), memberOfObject(after, key)];
      if (!isEqual(was, is))
        changes.add({
          id: `${start}-${id}-changed`,
          level: 'risky',
          place,
          before: was,
          after: is,
          message: `A URL of the credential \`${name}\` is ${shown(is)} now (was ${shown(was)}).`,
        });
    }
    compareScopes(name, memberOfObject(before, 'scopes'), memberOfObject(after, 'scopes'), changes);
  }
}

/** In Swagger, a scheme has one flow, and its members are those of the scheme. */
function flowsOf(scheme: Scheme): ReadonlyMap<string, unknown> {
  const flows = objectOf(memberOfObject(scheme, 'flows'));
  if (flows !== undefined) return new Map(Object.entries(flows));
  return memberOfObject(scheme, 'scopes') === undefined ? new Map() : new Map([['flow', scheme]]);
}

function compareScopes(name: string, old: unknown, now: unknown, changes: ChangeList): void {
  const place: ChangePlace = { side: 'security' };
  const [before, after] = [objectOf(old) ?? {}, objectOf(now) ?? {}];
  const start = 'api-security-component-oauth-scope';
  for (const scope of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [memberOfObject(before, scope), memberOfObject(after, scope)];
    if (isEqual(was, is)) continue;
    const verb = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    const words = { added: 'is new', removed: 'was removed', changed: 'has another description' }[verb];
    changes.add({
      id: `${start}-${verb}`,
      level: verb === 'added' ? 'additive' : 'silent',
      place,
      before: was,
      after: is,
      message: `The scope \`${scope}\` of \`${name}\` ${words}.`,
    });
  }
}
