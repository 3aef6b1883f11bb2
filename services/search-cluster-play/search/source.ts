import { isRecord } from '@rulebook/json/is-record';
import { matchesPattern } from '@rulebook/text/name-pattern';

type Source = Readonly<Record<string, unknown>>;

/** Which members of a document are returned. */
export interface SourceFilter {
  readonly isWanted: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** Reads which members are returned; the query's parameters take precedence over the body. */
export function sourceFilterOf(body: unknown, query: ReadonlyMap<string, string>): SourceFilter {
  const includes = words(query.get('_source_includes'));
  const excludes = words(query.get('_source_excludes'));
  const parameter = query.get('_source');
  const wanted =
    parameter === undefined ? body : parameter === 'false' ? false : parameter === 'true' ? true : words(parameter);
  if (wanted === false) return { isWanted: false, includes: [], excludes: [] };
  const listed = isRecord(wanted) ? asTexts(wanted.includes ?? wanted.include) : asTexts(wanted);
  const left = isRecord(wanted) ? asTexts(wanted.excludes ?? wanted.exclude) : [];
  return { isWanted: true, includes: [...listed, ...includes], excludes: [...left, ...excludes] };
}

/** Returns the selected members of a document, or undefined when the source is switched off. */
export function filterSource(source: Source, { isWanted, includes, excludes }: SourceFilter): Source | undefined {
  if (!isWanted) return undefined;
  if (includes.length === 0 && excludes.length === 0) return source;
  const filtered = filterValue(source, '', includes.length === 0, includes, excludes);
  return isRecord(filtered) ? filtered : {};
}

function filterValue(
  value: unknown,
  path: string,
  isIncluded: boolean,
  includes: readonly string[],
  excludes: readonly string[],
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => filterValue(item, path, isIncluded, includes, excludes));
    const kept = items.filter((item) => item !== undefined);
    return kept.length > 0 || isIncluded ? kept : undefined;
  }
  if (!isRecord(value)) return isIncluded ? value : undefined;
  const members = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    const here = path === '' ? key : `${path}.${key}`;
    if (excludes.some((pattern) => matchesPattern(pattern, here))) return [];
    const isNamed = isIncluded || includes.some((pattern) => matchesPattern(pattern, here));
    const kept = filterValue(member, here, isNamed, includes, excludes);
    return kept === undefined ? [] : [[key, kept]];
  });
  return members.length > 0 || isIncluded || path === '' ? Object.fromEntries(members) : undefined;
}

function words(list: string | undefined): readonly string[] {
  return (list ?? '').split(',').filter((word) => word !== '');
}

function asTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return words(value);
  return Array.isArray(value) ? value.map(String) : [];
}
