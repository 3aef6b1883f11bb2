import { isRecord } from '@rulebook/json/is-record';

/** What of a request is compared. */
interface ShapedRequest {
  readonly method: string;
  /** Path and query, or a URL. */
  readonly target: string;
  readonly body: string;
}

/** Distinguishes requests that ask for something else from those that ask for the same of other data. */
export interface RequestShapes {
  /**
   * Returns a text that is the same for requests of one form, and a longer one that is the same for those that have the same words in the places
   * of words, too.
   */
  read(request: ShapedRequest): { readonly form: string; readonly key: string };
}

/** A place that has more values than these holds data: more of those that may be the names of something, such as a type of fields. */
const maxWords = 8;
const maxNameWords = 64;
const nameWord = /^[a-z][\w-]{0,39}$/;
/** An object that has more names than these has those of data. */
const maxNames = 256;
/** The first names of an object have places of their own; further ones share one. */
const maxOwn = 32;
/** A place whose values have more forms than these holds any. */
const maxPatterns = 3;
/** So many of them count nevertheless, once each. */
const maxSeen = 64;
/** A list with more items than these is long. */
const maxItems = 8;
/** So many requests of one form differ by their words. */
const maxVariants = 32;
/** So often they are counted again, where more places are known to hold data. */
const maxAgain = 4;
/** So many places and forms are remembered. */
const maxPlaces = 100_000;
const maxForms = 10_000;
/** Deeper parts are taken for alike. */
const maxDepth = 100;
/** A longer text differs by its beginning. */
const longestWord = 2000;
const longestSample = 200;

/** A place in requests: the values that it had, and the places in it. */
interface Place {
  /** Absent: it holds data. */
  words: Set<string> | undefined;
  /** Absent: its names are data. */
  names: Map<string, Place> | undefined;
  /** The forms of items of long lists there, and of members whose names are data. */
  items?: Set<string>;
  /** The forms of its values. */
  patterns?: Set<string>;
}

/** What is known of a request while it is read. */
interface Reading {
  readonly words: string[];
  /** One of the words is new at its place. */
  isNew: boolean;
  places: number;
  /** How many places are known to hold data by now. */
  settled: number;
}

/** The words with which requests of a form came. */
interface Variants {
  readonly said: Set<string>;
  /** How many places were known to hold data when they were counted last; words of such a place do not count. */
  settled: number;
  /** How often they were counted again. */
  again: number;
}

/**
 * Creates what distinguishes requests. It learns while it reads: a place with a few values, such as an enumeration, distinguishes requests by them, and one
 * with many, such as a text that is searched for, by their form only (`2026-01-02` as any date).
 */
export function createRequestShapes(): RequestShapes {
  const root = emptyPlace();
  const variants = new Map<string, Variants>();
  let places = 0;
  let settled = 0;
  return {
    read({ method, target, body }) {
      const reading: Reading = { words: [], isNew: false, places, settled };
      const [path = '', ...query] = target.split('?');
      let place = inner(root, method, reading);
      let form = method;
      for (const word of path.split('/')) {
        const isFixed = word === '' || word.startsWith('_') || word.endsWith(':');
        place = inner(place, isFixed ? word : '{}', reading);
        form += `/${isFixed ? word : textForm(decoded(word), place, reading)}`;
      }
      for (const pair of query.join('?').split('&')) {
        const [name = '', ...value] = pair.split('=');
        form += `&${name}=${textForm(decoded(value.join('=')), inner(place, `?${name}`, reading), reading)}`;
      }
      form += `\n${bodyForm(body, inner(place, ' ', reading), reading)}`;
      ({ places, settled } = reading);
      return { form, key: keyOfRequest(form, reading, variants) };
    },
  };
}

function keyOfRequest(form: string, { words, isNew, settled }: Reading, variants: Map<string, Variants>): string {
  if (words.length === 0) return form;
  const said = words.join('\u0000');
  let known = variants.get(form);
  if (known === undefined) {
    known = { said: new Set(), settled, again: 0 };
    variants.set(form, known);
    const [first] = variants.keys();
    if (variants.size > maxForms && first !== undefined) variants.delete(first);
  }
  if (known.said.size >= maxVariants && known.settled < settled && known.again < maxAgain) {
    known.said.clear();
    known.settled = settled;
    known.again++;
  }
  if (!known.said.has(said) && known.said.size >= maxVariants && !isNew) return form;
  if (known.said.size < maxVariants) known.said.add(said);
  return `${form}\u0000${said}`;
}

function emptyPlace(): Place {
  return { words: new Set(), names: new Map() };
}

/** Where more places are not remembered. */
const dataPlace: Place = { words: undefined, names: undefined };

/** Returns the place of this name. */
function inner(place: Place, name: string, reading: Reading): Place {
  if (place.names === undefined) return dataPlace;
  const known = place.names.get(name);
  if (known !== undefined) return known;
  if (reading.places >= maxPlaces) return dataPlace;
  if (place.names.size > maxOwn && name !== shared) {
    const made = inner(place, shared, reading);
    place.names.set(name, made);
    return made;
  }
  reading.places++;
  const made = emptyPlace();
  place.names.set(name, made);
  return made;
}

/** Stands for names that share a place. */
const shared = '\u0000';

function bodyForm(body: string, place: Place, reading: Reading): string {
  if (body.trim() === '') return '';
  const whole = jsonOf(body);
  if (whole !== undefined) return valueForm(whole, place, reading, 0);
  // Bodies of several requests are lines of JSON.
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(jsonOf);
  return values.includes(undefined) || values.length < 2 ? body : valueForm(values, place, reading, 0);
}

function valueForm(value: unknown, place: Place, reading: Reading, depth: number): string {
  if (typeof value === 'string') return `"${textForm(value, place, reading)}`;
  if (typeof value === 'number') return wordForm(String(value), place, reading, () => numberForm(value));
  if (depth > maxDepth) return '…';
  if (Array.isArray(value)) {
    const item = inner(place, '[]', reading);
    const forms = [...new Set(value.map((one) => valueForm(one, item, reading, depth + 1)))];
    return `[${(value.length > maxItems ? newItems(forms, place, reading) : forms).join()}]`;
  }
  if (!isRecord(value)) return String(value);
  let form = '{';
  const others = new Set<string>();
  for (const [name, member] of Object.entries(value)) {
    if (isKnownName(place, name))
      form += `${name}:${valueForm(member, inner(place, name, reading), reading, depth + 1)},`;
    else others.add(valueForm(member, inner(place, shared, reading), reading, depth + 1));
  }
  return `${form}${others.size === 0 ? '' : newItems([...others], place, reading).join()}}`;
}

/** Returns whether a name distinguishes requests. */
function isKnownName({ names }: Place, name: string): boolean {
  return names !== undefined && (names.size < maxNames || names.has(name));
}

/** Of the items of long lists, returns the forms that are new; which of the others come together does not distinguish requests. */
function newItems(forms: readonly string[], place: Place, reading: Reading): readonly string[] {
  if (place === dataPlace) return ['…'];
  const known = (place.items ??= new Set());
  const fresh = forms.filter((form) => known.size < maxNames && !known.has(form));
  for (const form of fresh) known.add(form);
  if (fresh.length > 0) reading.isNew = true;
  return ['…', ...fresh];
}

function textForm(text: string, place: Place, reading: Reading): string {
  return wordForm(text, place, reading, () => patternOf(text));
}

/** Returns the form of a value, and keeps the value itself where it distinguishes requests. */
function wordForm(word: string, place: Place, reading: Reading, formOf: () => string): string {
  const form = formAt(place, formOf(), reading);
  if (place.words === undefined) return form;
  const kept = word.length > longestWord ? word.slice(0, longestWord) : word;
  if (!place.words.has(kept)) {
    if (place.words.size >= (nameWord.test(kept) ? maxNameWords : maxWords)) {
      place.words = undefined;
      reading.settled++;
      return form;
    }
    place.words.add(kept);
    reading.isNew = true;
  }
  reading.words.push(kept);
  return form;
}

/** Returns the form of a value, where its place does not have any. */
function formAt(place: Place, form: string, reading: Reading): string {
  if (place === dataPlace) return '*';
  const known = (place.patterns ??= new Set());
  if (known.has(form)) return known.size > maxPatterns ? '*' : form;
  if (known.size >= maxSeen) return '*';
  known.add(form);
  reading.isNew = true;
  return form;
}

function numberForm(value: number): string {
  if (value === 0) return '0';
  const size = Math.floor(Math.log10(Math.abs(value)));
  return `${value < 0 ? '-' : ''}${Number.isInteger(value) ? 'i' : 'f'}${size}`;
}

/** A text of few parts differs by them, and a longer one by which parts it has. */
const maxParts = 8;
const parts = /[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu;

/** Returns the form of a text: `0-0-0` for a date, `0.0a` for `1.5mb`. */
function patternOf(text: string): string {
  const found = (text.slice(0, longestSample).match(parts) ?? []).map(partForm);
  if (found.length <= maxParts) return found.join('');
  return `${found[0]}…${[...new Set(found)].toSorted().join('')}`;
}

/** Letters and digits in any order are a word as any other, and digits with letters behind them a number with its unit. */
function partForm(part: string): string {
  if (/^\p{L}+$/u.test(part)) return 'a';
  if (/^\p{N}+$/u.test(part)) return '0';
  if (/^\p{N}+\p{L}+$/u.test(part)) return '0a';
  if (/^[\p{L}\p{N}]/u.test(part)) return 'w';
  return part.trim() === '' ? ' ' : part;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
