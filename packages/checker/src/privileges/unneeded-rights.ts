import { covers } from '@rulebook/catalogue/covers';
import type { PrivilegeTables } from '@rulebook/catalogue/need';
import { membersOfObject, writtenText, type JsonNode } from '@rulebook/json/json-node';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { grants } from './given-rights';
import type { RequestNeed } from './request-needs';

/** A privilege of a role descriptor, or a name of indices, of which requests need less, or nothing. */
export interface UnneededRight {
  readonly kind: 'cluster' | 'index' | 'name';
  /** The text in the descriptor. */
  readonly node: JsonNode;
  readonly granted: string;
  /** The names of the indices in the entry of a privilege. */
  readonly on: readonly string[];
  /** What is enough instead of it; empty: nothing of it is needed. */
  readonly enough: readonly string[];
}

/** Returns the role descriptors in JSON: the value itself, those of `role_descriptors`, or several by name. */
export function descriptorNodes(root: JsonNode): readonly JsonNode[] {
  if (isDescriptor(root)) return [root];
  const members = membersOfObject(root);
  const holders = members.filter(({ key }) => /^(?:role_descriptors|api_key|api_keys)$/.test(key));
  if (holders.length === 0) return members.flatMap(({ value }) => (isDescriptor(value) ? [value] : []));
  return holders.flatMap(({ value }) =>
    (value.type === 'array' ? (value.children ?? []) : [value]).flatMap((one) => descriptorNodes(one)),
  );
}

function isDescriptor(node: JsonNode): boolean {
  return membersOfObject(node).some(
    ({ key, value }) => (key === 'cluster' || indexKeys.includes(key)) && value.type === 'array',
  );
}

/** The two names of the list of a descriptor's indices. */
export const indexKeys: readonly string[] = ['indices', 'index'];

/**
 * Returns what of a descriptor in a source text is more than these needs, which are all that there are. What a name may mean at run time counts as needed, and a
 * privilege that is not known is left alone.
 */
export function unneededIn(
  descriptor: JsonNode,
  source: string,
  needs: readonly RequestNeed[],
  tables: PrivilegeTables,
): readonly UnneededRight[] {
  const members = membersOfObject(descriptor);
  const ofCluster = needs.filter(({ kind }) => kind === 'cluster');
  const cluster = members
    .filter(({ key }) => key === 'cluster')
    .flatMap(({ value }) => textsOf(value))
    .flatMap((node): readonly UnneededRight[] => {
      const granted = writtenText(node, source);
      const enough = enoughFor(granted, 'cluster', ofCluster, tables);
      return enough === undefined ? [] : [{ kind: 'cluster', node, granted, on: [], enough }];
    });
  const ofIndices = needs.filter(({ kind }) => kind === 'index');
  const entries = members.filter(({ key }) => indexKeys.includes(key)).flatMap(({ value }) => value.children ?? []);
  return [...cluster, ...entries.flatMap((entry) => unneededInEntry(entry, source, ofIndices, tables))];
}

function unneededInEntry(
  entry: JsonNode,
  source: string,
  needs: readonly RequestNeed[],
  tables: PrivilegeTables,
): readonly UnneededRight[] {
  const textsOfMember = (name: string): readonly JsonNode[] =>
    membersOfObject(entry).flatMap(({ key, value }) => (key === name ? textsOf(value) : []));
  const names = textsOfMember('names');
  const on = names.map((node) => writtenText(node, source));
  const here = needs.filter((need) => need.on.length === 0 || need.on.some((asked) => on.some(mayMean(asked))));
  const nodes = textsOfMember('privileges');
  const privileges = nodes.flatMap((node): readonly UnneededRight[] => {
    const granted = writtenText(node, source);
    const enough = enoughFor(granted, 'index', here, tables);
    return enough === undefined ? [] : [{ kind: 'index', node, granted, on, enough }];
  });
  // That nothing of an entry is needed is said once.
  if (privileges.filter(({ enough }) => enough.length === 0).length === nodes.length) return privileges;
  const served = here.filter((need) => nodes.some((node) => grants(tables, 'index', writtenText(node, source), need)));
  const ofNames = names.flatMap((node): readonly UnneededRight[] => {
    const granted = writtenText(node, source);
    const enough = namesEnoughFor(granted, served);
    return enough === undefined ? [] : [{ kind: 'name', node, granted, on, enough }];
  });
  return [...ofNames, ...privileges];
}

/** Returns the smaller privileges that are enough; undefined for a privilege that is needed as it is, or not known. */
function enoughFor(
  written: string,
  kind: 'cluster' | 'index',
  needs: readonly RequestNeed[],
  tables: PrivilegeTables,
): readonly string[] | undefined {
  const granted = written.toLowerCase();
  if (!isKnown(granted, kind, tables)) return undefined;
  const enough = new Set<string>();
  for (const need of needs) {
    if (!grants(tables, kind, granted, need)) {
      if (isComparable(granted, kind, need, tables)) continue;
      return undefined;
    }
    const name = need.names.find((one) => covers(tables, kind, granted, one));
    // It is that privilege, or allows only a part of it.
    if (name === undefined || covers(tables, kind, name, granted)) return undefined;
    enough.add(name);
  }
  const all = [...enough];
  return all.filter(
    (name, index) =>
      !all.some(
        (other, at) =>
          other !== name && covers(tables, kind, other, name) && !(covers(tables, kind, name, other) && at > index),
      ),
  );
}

/** Whether it is certain that a privilege does not include what is needed: both are said by names that are known, or as actions. */
function isComparable(
  granted: string,
  kind: 'cluster' | 'index',
  { names, action }: RequestNeed,
  tables: PrivilegeTables,
): boolean {
  return action !== undefined || (!/[:*]/.test(granted) && names.every((name) => isKnown(name, kind, tables)));
}

function isKnown(name: string, kind: 'cluster' | 'index', tables: PrivilegeTables): boolean {
  if (/[:*]/.test(name) || name === 'all') return true;
  const granted = Object.hasOwn(tables[kind], name) ? tables[kind][name] : undefined;
  return granted !== undefined && granted.actions.length + (granted.own?.length ?? 0) > 0;
}

/** Returns the names that are enough instead of one; undefined when it is needed as it is. */
function namesEnoughFor(granted: string, needs: readonly RequestNeed[]): readonly string[] | undefined {
  if (isOpen(granted) || needs.some(({ on }) => on.length === 0)) return undefined;
  const meant = new Set(needs.flatMap(({ on }) => on.filter((asked) => mayMean(asked)(granted))));
  const isSmaller = [...meant].every((asked) => asked !== granted && !isOpen(asked) && matchesPattern(granted, asked));
  return isSmaller ? [...meant] : undefined;
}

/** Returns a test whether a granted name and one that is asked for can mean the same index. */
function mayMean(asked: string): (granted: string) => boolean {
  return (granted) => {
    if (isOpen(asked) || isOpen(granted)) return true;
    if (matchesPattern(granted, asked) || matchesPattern(asked, granted)) return true;
    const [one, other] = [beginningOf(asked), beginningOf(granted)];
    return one !== undefined && other !== undefined && (one.startsWith(other) || other.startsWith(one));
  };
}

/** Returns what is in front of the first wildcard; undefined for a name without one. */
function beginningOf(name: string): string | undefined {
  const wildcard = name.search(/[*?]/);
  return wildcard < 0 ? undefined : name.slice(0, wildcard);
}

/** What a name means is known at run time only: a variable, a date, an expression, a remote index, or one behind a data stream. */
export function isOpen(name: string): boolean {
  return name.includes('{{') || name === '_all' || /^[/<-]|:|^\.ds-/.test(name);
}

function textsOf(node: JsonNode): readonly JsonNode[] {
  return (node.type === 'array' ? (node.children ?? []) : [node]).filter(({ type }) => type === 'string');
}
