import { isRecord } from '@rulebook/json/is-record';
import type { KnownName, KnownNames, ListedNames, NameList, NestedNames } from '@rulebook/catalogue/name-lists';
import { visibleLine } from '@rulebook/text/visible';
import { readResources } from './read-resources';

/** More names of a list are not kept; it counts as a part then. */
const maxNames = 5_000;
/** A list with pages that is shorter has no second one. */
const shortestPage = 10;
/** Mappings are not nested more deeply. */
const maxDepth = 20;
/** No one writes a longer name. */
const longestName = 300;

/** What is known of a response next to its body. */
interface NamesResponse {
  readonly value: unknown;
  /** The service says that more follows. */
  readonly hasNext: boolean;
  /** Covers the secrets of the request. */
  readonly redact: (text: string) => string;
}

/** Returns the names in the response to a list request, each once; undefined when they are not where they should be. */
export function readNames(
  list: Pick<NameList, 'places' | 'parameter' | 'isPartial' | 'isPaged'>,
  { value, hasNext, redact }: NamesResponse,
): KnownNames | undefined {
  const found = new Map<string, KnownName>();
  let isFound = false;
  let isCut = false;
  for (const place of list.places) {
    const names = 'nested' in place ? nestedNames(place, value) : listedNames(place, list.parameter, value);
    if (names === undefined) continue;
    isFound = true;
    for (const { name, ...known } of names) {
      if (found.size >= maxNames) isCut = true;
      else if (name.length > longestName || redact(name) !== name) isCut = true;
      else if (!found.has(name)) found.set(name, { name, ...shown(known, redact) });
    }
  }
  if (!isFound) return undefined;
  const mayHavePages = hasNext || (list.isPaged === true && found.size >= shortestPage);
  return { names: [...found.values()], isWhole: list.isPartial !== true && !isCut && !mayHavePages };
}

function shown({ noun, description = '' }: Omit<KnownName, 'name'>, redact: (text: string) => string) {
  const text = redact(visibleLine(description));
  return { ...(noun !== undefined && { noun }), ...(text !== '' && { description: text }) };
}

function listedNames(
  { at, noun, item }: ListedNames,
  parameter: string,
  value: unknown,
): readonly KnownName[] | undefined {
  const group = { id: '', label: '', icon: '', source: { request: { method: 'GET', path: '' }, at } };
  const entries = readResources({ ...group, item: { icon: '', ...item } }, value, {});
  return entries?.flatMap(({ names, label, description }) => {
    const name = names[parameter];
    if (name === undefined) return [];
    // What people call it is read next to an id.
    const about = [...(label === name ? [] : [label]), ...(description === '' ? [] : [description])].join(' · ');
    return [{ name, ...(noun !== undefined && { noun }), ...(about !== '' && { description: about }) }];
  });
}

function nestedNames({ at, nested, description }: NestedNames, value: unknown): readonly KnownName[] | undefined {
  const roots = at.reduce<readonly unknown[]>(
    (values, name) =>
      values.flatMap((one) => (!isRecord(one) ? [] : name === '*' ? Object.values(one) : (ownMember(one, name) ?? []))),
    [value],
  );
  if (!isRecord(value)) return undefined;
  const found: KnownName[] = [];
  const walk = (one: unknown, path: string, depth: number): void => {
    if (!isRecord(one) || depth > maxDepth || found.length > maxNames) return;
    for (const members of nested) {
      const inner = ownMember(one, members);
      if (!isRecord(inner)) continue;
      for (const [key, child] of Object.entries(inner)) {
        const name = path === '' ? key : `${path}.${key}`;
        const kind = isRecord(child) ? ownMember(child, description) : undefined;
        found.push({ name, ...(typeof kind === 'string' && { description: kind }) });
        walk(child, name, depth + 1);
      }
    }
  };
  for (const root of roots) walk(root, '', 0);
  return found;
}

function ownMember(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
