import type { Binding } from '../binding/model';
import type { Need, NamePlace, PlaceTest } from '@rulebook/catalogue/need';
import { membersOfObject, writtenText, type JsonNode } from '@rulebook/json/json-node';
import { patternOfDateMathName } from '@rulebook/text/date-math';
import { decodePart } from '@rulebook/text/decode';
import { perObject } from '@rulebook/text/structures/memo';

/** What a right is needed on. `account`: what belongs to the user. */
export type Target = 'cluster' | 'index' | 'repository' | 'organization' | 'account';

/** A right that a request needs, with what it is needed on. */
export interface RequestNeed extends Omit<Need, 'on' | 'remote' | 'where'> {
  readonly target: Target;
  /** The names as they are written, with variables, once each. Empty: the request names none, so all that the caller may use is meant. */
  readonly on: readonly string[];
  /** The remote cluster on which it is needed; empty for one whose name is not known. */
  readonly remote?: string;
  /** The request leaves out of its names what is not there, or not granted. */
  readonly isLenient?: true;
}

/** More names of a body are not read. */
const maxNames = 10_000;

/**
 * Returns what a caller needs for a request: all of these, and nothing for an empty list. Undefined: nothing is known of it, or nothing is
 * published.
 */
export function needsOfRequest(binding: Binding): readonly RequestNeed[] | undefined {
  const { operation } = binding;
  if (operation?.needs === undefined) return undefined;
  const ofAll = needsOfAll(operation.needs);
  if (ofAll !== undefined && operation.body?.actions === undefined) return ofAll;
  const ofActions = needsOfActions(binding);
  const own =
    ofActions === undefined ? operation.needs : operation.needs.filter(({ condition }) => condition !== undefined);
  const ofRequest = own.flatMap((need) => sameForAll(need) ?? needOf(need, binding) ?? []);
  return ofActions === undefined ? ofRequest : [...ofRequest, ...ofActions];
}

/** Returns the need of whole clusters, which is the same object for every request; undefined for any other need. */
const sameForAll = perObject((need: Need): RequestNeed | undefined => {
  const { kind, on: _on, remote, where, ...rest } = need;
  const isOfCluster = kind === 'cluster' || kind === 'application';
  return isOfCluster && where === undefined && remote === undefined
    ? { ...rest, kind, target: 'cluster', on: [] }
    : undefined;
});

/** Returns the needs that are the same objects for every request; undefined where some are not. */
const needsOfAll = perObject((needs: readonly Need[]): readonly RequestNeed[] | undefined => {
  const same = needs.flatMap((need) => sameForAll(need) ?? []);
  return same.length === needs.length ? same : undefined;
});

/** Returns what one need means for a request; undefined for a request that is out of its scope. */
function needOf(need: Need, binding: Binding): RequestNeed | undefined {
  const inside = inScope(need, binding);
  return inside && onWrittenIndices(located(inside, binding), binding);
}

/** What the lines of a bulk body write into is what they name, not what the path names. */
function onWrittenIndices(need: RequestNeed, binding: Binding): RequestNeed {
  const { lines, block } = binding;
  if (need.target !== 'index' || lines === undefined) return need;
  const ofPath = placesInPath(binding);
  const written = lines.flatMap(({ part, action, node }) => {
    if (part !== 'action' || action?.document === undefined) return [];
    const own = namesInNode(node, ['*', '_index'], block.text);
    return own.length > 0 ? own : ofPath;
  });
  return written.length === 0 ? need : { ...need, on: distinctNames(written) };
}

/** Returns the need of a request in whose scope it is; under a condition where a variable decides. */
function inScope({ where, ...need }: Need, binding: Binding): Need | undefined {
  if (where === undefined) return need;
  const { text, any, none = [] } = where;
  const results = (any ?? []).map((test) => holds(test, binding));
  const excluded = none.map((test) => holds(test, binding));
  if (excluded.includes(true) || (any !== undefined && results.every((result) => result === false))) return undefined;
  const isSure = (any === undefined || results.includes(true)) && !excluded.includes('open');
  return isSure || need.condition !== undefined ? need : { ...need, condition: text };
}

function holds({ place, values }: PlaceTest, binding: Binding): boolean | 'open' {
  const texts = textsAt(place, binding);
  if (values === undefined) return texts.length > 0;
  if (texts.some((text) => values.includes(text))) return true;
  return texts.some((text) => text.includes('{{')) ? 'open' : false;
}

/** Returns the values at a place as they are written. */
function textsAt(place: NamePlace, { path, query, body, block }: Binding): readonly string[] {
  if (place.in !== 'body') {
    const bound = (place.in === 'path' ? path : query).find(({ field }) => field.name === place.name);
    return bound === undefined ? [] : [bound.hasValue ? bound.text : ''];
  }
  let nodes = body === undefined ? [] : [body.node];
  for (const step of place.at.split('/'))
    nodes = nodes.flatMap((node) => membersOfObject(node).flatMap(({ key, value }) => (key === step ? [value] : [])));
  return nodes.map((node) => writtenText(node, block.text));
}

function located({ on, remote, ...need }: Omit<Need, 'where'>, binding: Binding): RequestNeed {
  const target = targetOf(need, binding);
  const names =
    target === 'index' ? (on ?? []).flatMap((place) => namesAt(place, binding)) : placeOfTarget(target, binding);
  return {
    ...need,
    target,
    on: distinctNames(names),
    ...(remote !== undefined && { remote: namesAt(remote, binding)[0] ?? '' }),
    ...(target === 'index' && isLenient(binding) && { isLenient: true as const }),
  };
}

function isLenient({ query }: Binding): boolean {
  return query.some(({ field, text }) => field.name === 'ignore_unavailable' && text !== 'false');
}

/** The lines of a bulk body need what each of their actions needs, on the index that the line or the path names. */
function needsOfActions(binding: Binding): readonly RequestNeed[] | undefined {
  const { operation, lines, block } = binding;
  const actions = operation?.body?.actions?.filter(({ need }) => need !== undefined) ?? [];
  if (actions.length === 0 || lines === undefined) return undefined;
  const ofPath = placesInPath(binding);
  const found = new Map<string, { need: Need; names: string[] }>();
  for (const { part, action, node } of lines) {
    if (part !== 'action') continue;
    // An action that is not known may be any of them.
    if (action?.need === undefined) return undefined;
    const index = namesInNode(node, ['*', '_index'], block.text);
    const entry = found.get(action.name) ?? { need: action.need, names: [] };
    entry.names.push(...(index.length > 0 ? index : ofPath));
    found.set(action.name, entry);
  }
  if (found.size === 0) return undefined;
  return [...found.values()].map(({ need: { remote: _, ...need }, names }) => ({
    ...need,
    target: 'index',
    on: distinctNames(names),
  }));
}

function placesInPath({ path }: Binding): readonly string[] {
  return path.flatMap(({ field, text }) => (field.name === 'index' ? namesOfText(text) : []));
}

function targetOf({ kind, names }: Omit<Need, 'on' | 'remote'>, { path }: Binding): Target {
  if (kind === 'index') return 'index';
  if (kind === 'cluster' || kind === 'application') return 'cluster';
  const has = (name: string): boolean => path.some(({ field }) => field.name === name);
  const isOfOrganization = names.every((name) => isOrganizationRight(name));
  if (isOfOrganization) return 'organization';
  if (has('owner') || has('repo')) return 'repository';
  return has('org') ? 'organization' : 'account';
}

/** Returns whether a permission or role is one of an organization, whatever the path names. */
function isOrganizationRight(name: string): boolean {
  return /^org(?:anization)?_|^members$|^issue_(?:types|fields)$|(?:^| )organization$/.test(name);
}

function placeOfTarget(target: Target, { path }: Binding): readonly string[] {
  // A path may name an organization, and a repository of someone else.
  const written = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => path.find(({ field }) => field.name === name)?.text ?? [])[0];
  const organization = written('org', 'owner', 'enterprise');
  if (target === 'organization') return organization === undefined ? [] : [organization];
  if (target !== 'repository') return [];
  const owner = written('owner', 'org', 'template_owner');
  const repository = written('repo', 'template_repo');
  return owner === undefined || repository === undefined ? [] : [`${owner}/${repository}`];
}

function namesAt(place: NamePlace, { path, query, body, lines, block }: Binding): readonly string[] {
  if (place.in === 'body') {
    const roots = lines === undefined ? (body === undefined ? [] : [body.node]) : lines.map(({ node }) => node);
    const steps = place.at.split('/');
    // The first step of a place in lines is the line.
    const own = lines === undefined ? steps : steps.slice(1);
    return roots.flatMap((root) => namesInNode(root, own, block.text)).slice(0, maxNames);
  }
  const bound = (place.in === 'path' ? path : query).find(({ field }) => field.name === place.name);
  return bound === undefined || !bound.hasValue ? [] : namesOfText(bound.text);
}

/** Returns the names to which the steps lead: texts, and the texts of lists. */
function namesInNode(node: JsonNode, steps: readonly string[], source: string): readonly string[] {
  const [step, ...rest] = steps;
  const { type, children = [] } = node;
  if (step === undefined) {
    if (type === 'array')
      return children.flatMap((child, at) => namesInNode(child, [], source).filter((name) => !isExclusion(name, at)));
    return type === 'string' ? namesOfText(writtenText(node, source)) : [];
  }
  if (type === 'array') return step === '*' ? children.flatMap((child) => namesInNode(child, rest, source)) : [];
  return membersOfObject(node).flatMap(({ key, value }) =>
    step === '*' || key === step ? namesInNode(value, rest, source) : [],
  );
}

function namesOfText(text: string): readonly string[] {
  const plain = text.includes('{{') ? text : decodePart(text);
  return (
    plain
      .split(',')
      .map((name) => name.trim())
      .filter((name, position) => name !== '' && !isExclusion(name, position))
      // A privilege is granted on names and patterns, never on date math, nor on `_all`.
      .map((name) => (name === '_all' ? '*' : patternOfDateMathName(name)))
  );
}

/** What follows a name or a pattern takes something from it. */
function isExclusion(name: string, position: number): boolean {
  return position > 0 && name.startsWith('-');
}

function distinctNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
