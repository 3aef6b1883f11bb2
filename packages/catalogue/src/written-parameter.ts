/** Where a value is written. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie' | 'form';

/** How a value that is a list or an object is written: the names are those of OpenAPI; by the style `json`, it is written as JSON. */
export interface WrittenForm {
  readonly style?: string;
  readonly explode?: boolean;
  /** Of a part of a multipart form: its media type. */
  readonly partType?: string;
}

/** A name and its text: in a query or a form, `name=text`; in a path or a header field, only the text is written. */
export type WrittenPair = readonly [name: string, text: string];

/** What is known of a parameter; a shape that is a number stands for any. */
export interface ShownParameter {
  readonly name: string;
  readonly shape: KnownShape;
  readonly example?: string | undefined;
  readonly default?: string | undefined;
  readonly isRepeatable?: boolean | undefined;
}

type KnownShape = number | { readonly type: string; readonly options?: readonly KnownShape[] };

type Encode = (text: string) => string;

const asItIs: Encode = (text) => text;

/** What is between the items of a list that is a single string, by style. */
const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' };

/** Returns a value as the pairs that stand for it. Names and items are encoded; commas between items are not, since they say where one ends. */
export function writtenPairs(
  name: string,
  value: unknown,
  { place, style, explode }: WrittenForm & { readonly place: ParameterPlace },
  encode: Encode = asItIs,
): readonly WrittenPair[] {
  const isSimple = place === 'path' || place === 'header';
  const used = style ?? (isSimple ? 'simple' : 'form');
  const isExploded = explode ?? (used === 'form' || used === 'deepObject');
  if (isSimple) return [[name, prefixedText(name, value, used, isExploded, encode)]];
  const key = encode(name);
  if (used === 'json') return [[key, encode(scalarText(value))]];
  const members = membersOf(value);
  if (members !== undefined && used === 'deepObject')
    return members.flatMap(([inner, one]) => itemsOf(one).map((item) => [encode(`${name}[${inner}]`), encode(item)]));
  if (isExploded && members !== undefined)
    return members.flatMap(([inner, one]) => itemsOf(one).map((item) => [encode(inner), encode(item)]));
  if (isExploded && Array.isArray(value)) return itemsOf(value).map((item) => [key, encode(item)]);
  const separator = separators[used];
  return [
    [
      key,
      flatItems(value)
        .map(encode)
        .join(separator === undefined ? ',' : encode(separator)),
    ],
  ];
}

/** Returns the pairs of what is known of a field, its example or its default; undefined where neither is known. */
export function shownPairs(
  field: ShownParameter,
  place: ParameterPlace,
  encode: Encode = asItIs,
): readonly WrittenPair[] | undefined {
  const text = field.example ?? field.default;
  return text === undefined ? undefined : pairsOfText(field, text, place, encode);
}

/** Returns the pairs of an example or default of a field: a list is JSON, other values are as they are written. */
export function pairsOfText(
  { name, shape, isRepeatable }: ShownParameter,
  text: string,
  place: ParameterPlace,
  encode: Encode = asItIs,
): readonly WrittenPair[] {
  const list = text.startsWith('[') && mayBeList(shape) ? parsedList(text) : undefined;
  if (list === undefined) return [[encode(name), encodedAround(text.replace(/^"(.*)"$/s, '$1'), encode)]];
  const pairs = writtenPairs(name, list, { place, explode: place === 'form' || isRepeatable === true }, encode);
  // An empty list would be no parameter at all, which shows nothing.
  return pairs.length === 0 ? [[encode(name), '']] : pairs;
}

/** In what is written as a list already, commas are between items. */
function encodedAround(text: string, encode: Encode): string {
  return text.split(',').map(encode).join(',');
}

function mayBeList(shape: KnownShape): boolean {
  return typeof shape === 'number' || shape.type === 'array' || shape.options?.some(mayBeList) === true;
}

function parsedList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function prefixedText(name: string, value: unknown, style: string, isExploded: boolean, encode: Encode): string {
  const members = membersOf(value);
  const items = members
    ? isExploded
      ? members.map(([inner, one]) => `${encode(inner)}=${encode(scalarText(one))}`)
      : flatItems(value).map(encode)
    : itemsOf(value).map(encode);
  if (style === 'label') return `.${items.join(isExploded ? '.' : ',')}`;
  if (style !== 'matrix') return items.join(',');
  const key = encode(name);
  if (!isExploded || (members === undefined && !Array.isArray(value))) return `;${key}=${items.join(',')}`;
  return items.map((item) => (members ? `;${item}` : `;${key}=${item}`)).join('');
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
}

function itemsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(scalarText) : [scalarText(value)];
}

/** Returns the items of a list, or the names and values of an object in turn. */
function flatItems(value: unknown): readonly string[] {
  const members = membersOf(value);
  return members ? members.flatMap(([inner, one]) => [inner, scalarText(one)]) : itemsOf(value);
}

/** What has parts of its own has no form in OpenAPI, and is written as JSON. */
function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
