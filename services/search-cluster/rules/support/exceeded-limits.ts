import type { BlockGroup } from '@rulebook/checker/rules/across/summary';
import { perObject } from '@rulebook/text/structures/memo';
import type { Span } from '@rulebook/text/span';
import type { IndexLimit } from '../../facts/mappings/mapping-types';
import { followMappings } from './follow-mappings';
import { indexUse } from './index-use';
import type { DocumentField, GivenLimit, IndexUse } from './mapping-summary';

/** A limit of an index, and the block that gives it. */
interface KnownLimit extends GivenLimit {
  readonly block: number;
  readonly value: number;
}

/** Something beyond a limit that an earlier request gives the index. */
export interface Excess {
  readonly block: number;
  readonly span: Span;
  readonly limit: KnownLimit;
  /** What there would be; the name, where its length is limited. */
  readonly found: number | string;
}

/** What is known of an index. */
interface Known {
  readonly limits: ReadonlyMap<IndexLimit, KnownLimit>;
  /** The paths of fields that are there for certain. */
  readonly paths: ReadonlySet<string>;
  /** Whether documents can be refused since they add fields. */
  readonly isDynamic: boolean;
}

const nothing: Known = { limits: new Map(), paths: new Set(), isDynamic: true };

/** Returns what requests of a group do beyond the limits that earlier ones give their index. */
export const followLimits = perObject((group: BlockGroup): readonly Excess[] => {
  const found: Excess[] = [];
  let known = nothing;
  let refused: ReadonlySet<number> | undefined;
  group.summaries.forEach((summary, block) => {
    const use = indexUse.in(summary);
    if (use === undefined) return;
    if (use.isDeletion) known = nothing;
    if (use.limits !== undefined || use.mapping?.isNew === true) known = withLimits(known, use, block);
    if (known.limits.size === 0) return;
    const excess = excessOf(known, use).map((one) => ({ ...one, block }));
    found.push(...excess);
    if (use.mapping === undefined || excess.length > 0) return;
    refused ??= new Set(followMappings(group).changes.map((change) => change.block));
    if (refused.has(block)) return;
    known = {
      ...known,
      paths: new Set([...known.paths, ...withParents(use.mapping.paths)]),
      isDynamic: known.isDynamic && use.mapping.isDynamic,
    };
  });
  return found;
});

function withLimits(before: Known, { mapping, limits: given = [], isPreserving }: IndexUse, block: number): Known {
  const start = mapping?.isNew ? nothing : before;
  const limits = new Map(start.limits);
  for (const one of given) {
    if (isPreserving && limits.has(one.kind)) continue;
    if (one.value === undefined) limits.delete(one.kind);
    else limits.set(one.kind, { ...one, value: one.value, block });
  }
  return { ...start, limits };
}

type Beyond = Omit<Excess, 'block'>;

function excessOf(known: Known, { mapping, reach, terms = [], documents = [], span: at }: IndexUse): readonly Beyond[] {
  const found: Beyond[] = [];
  const check = (kind: IndexLimit, value: number, span: Span): void => {
    const limit = known.limits.get(kind);
    if (limit !== undefined && value > limit.value) found.push({ span, limit, found: value });
  };
  if (reach !== undefined) check('window', reach.value, reach.span);
  for (const { value, span } of terms) check('terms', value, span);
  if (mapping !== undefined && at !== undefined) {
    const paths = withParents(mapping.paths);
    found.push(...beyondMapping(known, paths, at, (path) => mapping.objects.includes(path)));
  } else if (known.isDynamic) {
    const added = documents.flatMap((field) => addedBy(field, known.paths));
    const first = documents.find((field) => addedBy(field, known.paths).length > 0);
    const span = first && (first.scalars[0] ?? first.objects[0]?.span);
    const parents = new Set(added.flatMap(parentsOf));
    const objects = new Set(documents.flatMap(({ path, objects: inner }) => (inner.length > 0 ? [path] : [])));
    const isObject = (path: string): boolean => objects.has(path) || parents.has(path);
    if (span) found.push(...beyondMapping(known, withParents(added), span, isObject));
  }
  return found;
}

function beyondMapping(
  { limits, paths: before }: Known,
  added: readonly string[],
  span: Span,
  isObject: (path: string) => boolean,
): readonly Beyond[] {
  if (added.length === 0) return [];
  const [fields, depth, length] = (['fields', 'depth', 'nameLength'] as const).map((kind) => limits.get(kind));
  const total = new Set([...before, ...added]).size;
  if (fields !== undefined && total > fields.value) return [{ span, limit: fields, found: total }];
  // The objects of fields are there, whether they are written as such or not.
  const objects = new Set([...added.filter(isObject), ...added.flatMap(parentsOf)]);
  const deepest = Math.max(0, ...[...objects].map((path) => path.split('.').length + 1));
  if (depth !== undefined && deepest > depth.value) return [{ span, limit: depth, found: deepest }];
  if (length === undefined) return [];
  const names = [length.longestName, ...added.map((path) => path.slice(path.lastIndexOf('.') + 1))];
  const long = names.find((name) => name.length > length.value);
  return long === undefined ? [] : [{ span, limit: length, found: long }];
}

/** Returns the path of a member of documents if it becomes a field: it has a value, and is not in a field. */
function addedBy({ path, scalars, objects }: DocumentField, known: ReadonlySet<string>): readonly string[] {
  const isEmpty = scalars.length === 0 && objects.length === 0;
  const isKnown = known.has(path) || parentsOf(path).some((parent) => known.has(parent));
  return isEmpty || isKnown || path.startsWith('_') ? [] : [path];
}

function parentsOf(path: string): readonly string[] {
  const words = path.split('.');
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join('.'));
}

function withParents(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => [...parentsOf(path), path]))];
}
