import { memberOf, type Binding, type BoundValue } from '@rulebook/checker/binding/model';
import { memberNamed } from '@rulebook/checker/rules/support/constrained';
import type { Operation } from '@rulebook/catalogue/operation';
import type {} from '../facts/mappings/mapping-types';
import type { BlockRule } from '@rulebook/checker/rules/rule';
import { includesWord } from '@rulebook/request-file/syntax/searched-text';
import { code } from '@rulebook/checker/rules/support/wording';
import type { Span } from '@rulebook/text/span';

/** A part of a search, from the request line or the body. */
interface Part {
  readonly span: Span;
  /** Absent for an object or a list, and where a placeholder is. */
  readonly text?: string;
  readonly value?: BoundValue;
}

/** Reports parts of a search that servers do not take together. */
export const impossibleSearch: BlockRule = {
  id: 'impossible-search',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports parts of a search that servers refuse together, such as `from` with `scroll`, `search_after` with another number of values than `sort`, or a `k` above `num_candidates`.',
    why: 'Each part is right for itself, but the service cannot carry out both.',
    remedy: 'Leave out the part that the message names.',
  },
  concernsRequest: (operation) => operation?.searchLimits !== undefined,
  request(binding, report) {
    const limits = binding.operation?.searchLimits;
    if (limits === undefined) return;
    const names = namesOfParts(binding);
    if (decisive.some((name) => names.has(name))) {
      const find = (name: string): Part | undefined => (names.has(name) ? partOf(binding, name) : undefined);
      for (const { part, message } of contradictionsIn(find, indexIn(binding), limits))
        report({ message, span: part.span, provenance: limits.provenance });
    }
    const { block, body } = binding;
    // Few searches have one, and looking at the parts of a query binds them.
    const mayHaveOne = includesWord(block, 'knn') || includesWord(block, '\\u');
    for (const knn of body === undefined || !mayHaveOne ? [] : nearestNeighbours(body)) {
      const [wanted, candidates] = ['k', 'num_candidates'].map((name) => partIn(knn, name));
      if (numberOf(wanted) > numberOf(candidates) && wanted !== undefined)
        report({
          message: '`k` must not be above `num_candidates`.',
          span: wanted.span,
          provenance: limits.provenance,
        });
    }
  },
};

/** Without one of these parts, no part contradicts another. */
const decisive = 'from pit rest_total_hits_as_int scroll search_after slice source stored_fields'.split(' ');

/** Returns the names that a part may be found by. */
function namesOfParts({ query, body }: Binding): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { field } of query) names.add(field.name);
  for (const { key, field } of body?.members ?? []) {
    names.add(key);
    if (field !== undefined) names.add(field.name);
  }
  return names;
}

interface Contradiction {
  readonly part: Part;
  readonly message: string;
}

function contradictionsIn(
  find: (name: string) => Part | undefined,
  index: string | undefined,
  { window, setting }: NonNullable<Operation['searchLimits']>,
): readonly Contradiction[] {
  const found: Contradiction[] = [];
  const check = (part: Part | undefined, isWrong: boolean, message: string): void => {
    if (part !== undefined && isWrong) found.push({ part, message });
  };
  const scroll = find('scroll');
  const after = find('search_after');
  const from = find('from');
  const size = find('size');
  const pit = find('pit');
  const skipped = numberOf(from);
  const shown = numberOf(size);
  check(size, scroll !== undefined && shown === 0, 'A scroll needs pages of at least one hit.');
  check(from, scroll !== undefined && skipped > 0, 'A scroll starts at the first hit, so `from` cannot be with it.');
  check(from, after !== undefined && skipped > 0, '`from` must be 0 with `search_after`.');
  check(
    from,
    shown <= window && skipped + shown > window,
    `\`from\` and \`size\` reach beyond hit ${String(window)}, unless the setting ${code(setting)} allows more.`,
  );
  check(
    find('slice'),
    scroll === undefined && pit === undefined,
    '`slice` is only possible with a scroll or a point in time.',
  );
  check(pit, index !== undefined, 'A search in a point in time names no index. Leave it out of the path.');
  const keys = after && lengthOf(find('sort')?.value);
  const values = after?.value?.node.type === 'array' ? after.value.items.length : undefined;
  // In a point in time, the server adds a key that distinguishes equal hits.
  const isWithAddedKey = pit !== undefined && keys !== undefined && values === keys + 1;
  check(
    after,
    keys !== undefined && values !== undefined && keys > 0 && keys !== values && !isWithAddedKey,
    `\`search_after\` needs a value for each key of \`sort\`, ${String(keys)}.`,
  );
  const stored = find('stored_fields');
  const isMixed =
    (stored?.value?.items.length ?? 0) > 1 && stored?.value?.items.some(({ node }) => node.value === '_none_');
  check(stored, isMixed === true, '`_none_` cannot be combined with other fields.');
  const isPlain = find('rest_total_hits_as_int')?.text === 'true';
  check(
    find('track_total_hits'),
    isPlain && numberOf(find('track_total_hits')) >= 0,
    'A plain total needs an exact count of the hits.',
  );
  check(find('source'), find('source_content_type') === undefined, '`source` needs `source_content_type` next to it.');
  return found;
}

function partOf({ query, body }: Binding, name: string): Part | undefined {
  const parameter = query.find(({ field }) => field.name === name);
  if (parameter !== undefined)
    return { span: parameter.span, ...(!parameter.hasPlaceholder && { text: parameter.text }) };
  return body && partIn(body, name);
}

/** Returns the searches for nearest neighbours: those of the body, of its query with `bool`, and of its retriever. */
function nearestNeighbours(body: BoundValue): readonly BoundValue[] {
  const member = (value: BoundValue | undefined, name: string): readonly BoundValue[] => {
    const found = value && memberOf(value, name)?.value;
    return found === undefined || found.isOpaque ? [] : found.node.type === 'array' ? found.items : [found];
  };
  const queries = member(body, 'query');
  const clauses = queries
    .flatMap((query) => member(query, 'bool'))
    .flatMap((bool) => ['must', 'should', 'filter'].flatMap((name) => member(bool, name)));
  return [body, ...queries, ...clauses, ...member(body, 'retriever')].flatMap((one) => member(one, 'knn'));
}

function partIn(value: BoundValue, name: string): Part | undefined {
  const member = memberNamed(value, name);
  if (member?.value === undefined) return undefined;
  const { node, isOpaque } = member.value;
  const isPlain = !isOpaque && node.type !== 'object' && node.type !== 'array';
  return { span: member.keySpan, value: member.value, ...(isPlain && { text: String(node.value) }) };
}

/** Returns the number of a part; `NaN`, which no comparison holds for, where there is none. */
function numberOf(part: Part | undefined): number {
  return part?.text === undefined || !/^-?\d+$/.test(part.text) ? NaN : Number(part.text);
}

/** Returns the number of keys of an order; undefined where a placeholder is. */
function lengthOf(sort: BoundValue | undefined): number | undefined {
  if (sort === undefined || sort.isOpaque) return undefined;
  if (sort.node.type === 'string') return 1;
  if (sort.node.type === 'object') return sort.members.length;
  const items = sort.items.map((item) =>
    item.isOpaque ? undefined : item.node.type === 'object' ? item.members.length : 1,
  );
  return items.some((item) => item === undefined)
    ? undefined
    : items.reduce<number>((sum, item) => sum + (item ?? 0), 0);
}

function indexIn({ path }: Binding): string | undefined {
  const index = path.find(({ field }) => field.name === 'index');
  return index === undefined || index.text === '_all' || index.hasPlaceholder ? undefined : index.text;
}
