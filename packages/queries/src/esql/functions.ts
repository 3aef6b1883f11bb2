import type { QueryContext } from '@rulebook/catalogue/query-languages';
import { functionData } from './function-data';

/** An argument of a function. */
interface Argument {
  readonly name: string;
  readonly isOptional: boolean;
  /** The types that it takes; undefined: any, or not known. */
  readonly types?: ReadonlySet<string>;
  readonly written: string;
}

/** What is known of a function. */
export interface FunctionFacts {
  readonly name: string;
  readonly kind: 'scalar' | 'aggregation' | 'series' | 'group';
  readonly isPreview: boolean;
  /** The first version that has it; absent: all that are known. `8.19` had it before 9.0 did. */
  readonly since?: readonly [major: number, minor: number];
  readonly returns: string;
  readonly args: readonly Argument[];
  /** The last argument can be repeated. */
  readonly isOpen: boolean;
  readonly summary: string;
}

const groups: Readonly<Record<string, string>> = {
  n: 'double+integer+long+unsigned_long',
  m: 'double+integer+long',
  s: 'keyword+text',
  t: 'datetime+date_nanos',
  i: 'integer',
  b: 'boolean',
  k: 'keyword',
  g: 'geo_point+geo_shape+cartesian_point+cartesian_shape',
  p: 'geo_point+cartesian_point',
  l: 'integer+long',
};

const shownGroups: Readonly<Record<string, string>> = {
  n: 'number',
  m: 'number',
  s: 'text',
  t: 'date',
  g: 'shape',
  p: 'point',
  l: 'integer',
};

const kinds: Readonly<Record<string, FunctionFacts['kind']>> = {
  S: 'scalar',
  A: 'aggregation',
  T: 'series',
  G: 'group',
};

let read: ReadonlyMap<string, FunctionFacts> | undefined;

/** Returns all functions by their names in small letters, and by their other names. */
export function functionsByName(): ReadonlyMap<string, FunctionFacts> {
  if (read !== undefined) return read;
  const all = new Map<string, FunctionFacts>();
  for (const line of functionData.trim().split('\n')) {
    const [name = '', others = '', kind = 'S', since = '', returns = '?', args = '', summary = ''] = line.split('|');
    const isOpen = args.endsWith('…');
    const [major, minor] = since.split('.').map(Number);
    const facts: FunctionFacts = {
      ...{ name, returns, summary, isOpen },
      kind: kinds[kind[0] ?? ''] ?? 'scalar',
      isPreview: kind.endsWith('p'),
      ...(major !== undefined && minor !== undefined && since !== '' && { since: [major, minor] as const }),
      args: (isOpen ? args.slice(0, -1) : args).split(';').flatMap(argumentOf),
    };
    for (const one of [name, ...others.split(',')]) if (one !== '') all.set(one, facts);
  }
  read = all;
  return all;
}

function argumentOf(text: string): readonly Argument[] {
  if (text === '') return [];
  const colon = text.indexOf(':');
  const isOptional = text[colon - 1] === '?';
  const name = text.slice(0, isOptional ? colon - 1 : colon);
  const code = text.slice(colon + 1);
  const types = (groups[code] ?? code).split('+');
  const isKnown = code !== '*' && code !== 'map';
  const written =
    shownGroups[code] ??
    (isKnown ? (types.length > 3 ? 'value' : types.join(' | ')) : code === 'map' ? 'options' : 'any');
  return [{ name, isOptional, ...(isKnown && { types: new Set(types) }), written }];
}

/** Returns how a function is called, such as `ROUND(number: number, [decimals: integer])`. */
export function signatureOf({ name, args, isOpen, returns }: FunctionFacts): string {
  const shown = args.map(({ name: own, isOptional, written }) =>
    isOptional ? `[${own}: ${written}]` : `${own}: ${written}`,
  );
  const result = returns === '?' || returns === '=' || returns === 'sum' ? '' : ` → ${returns}`;
  return `${name.toUpperCase()}(${shown.join(', ')}${isOpen ? ', …' : ''})${result}`;
}

/** Returns whether a query goes to another product, whose versions say nothing of the language. */
export function isOtherProduct({ product }: Pick<QueryContext, 'product'>): boolean {
  return product !== undefined && product !== 'elasticsearch';
}

/** Returns whether a version has something; undefined where that is not known. */
export function hasSince(
  since: readonly [number, number] | undefined,
  version: readonly [number, number] | undefined,
): boolean | undefined {
  if (version === undefined) return undefined;
  if (since === undefined) return version[0] > 8 || (version[0] === 8 && version[1] >= 19) ? true : undefined;
  return version[0] > since[0] || (version[0] === since[0] && version[1] >= since[1]);
}
