import { createHash } from 'node:crypto';

/** Members that say which of a list an element is, in this order. */
const names = ['id', 'name', 'value', 'rule', 'status', 'template'];

type Data = Readonly<Record<string, unknown>>;

/** What is said of one element, the parts of it, and the elements in its lists, by their names. */
interface Element {
  readonly words: string[];
  readonly parts: Map<string, Element>;
  readonly listed: Map<string, Element>;
}

/** An element with so many others in it is written once. */
const repeated = 3;

/**
 * Returns a function that writes data of the catalogue: a line for each element, with all that is said of it but sentences and where it is
 * documented. It knows no member, so one that is added later is written as well. What was written before is named by its place.
 */
export function createFactLines(): (place: string, data: object) => readonly string[] {
  const elements = new Map<Data, Element>();
  const keys = new Map<Element, { readonly key: string; readonly size: number }>();
  const places = new Map<string, string>();

  function elementOf(data: Data): Element {
    const known = elements.get(data);
    if (known !== undefined) return known;
    const element: Element = { words: [], parts: new Map(), listed: new Map() };
    elements.set(data, element);
    for (const [key, value] of Object.entries(data)) {
      const list = value instanceof Set ? [...(value as Set<unknown>)] : value;
      const plain = plainOf(list);
      // What holds in some cases only is another fact than what always holds.
      if (key === 'condition' && typeof value === 'string') element.words.push('conditional');
      else if (plain !== undefined) {
        if (plain !== '[]' && plain !== nameOf(data)) element.words.push(`${key}=${plain}`);
      } else if (Array.isArray(list)) {
        // The same members again, in another form.
        if (data['isOtherForm'] === true) continue;
        for (const [index, each] of list.entries())
          if (isData(each)) element.listed.set(nameOf(each) ?? `${key}-${index + 1}`, elementOf(each));
      } else if (isData(list) && 'section' in list) {
        if (list['kind'] !== 'documented') element.words.push(`${key}=${kindOf(list)}`);
      } else if (isData(list)) element.parts.set(key, elementOf(list));
    }
    return element;
  }

  /** What distinguishes an element from others, whatever it is called, and how many are in it. */
  function keyOf(element: Element): { readonly key: string; readonly size: number } {
    const known = keys.get(element);
    if (known !== undefined) return known;
    // An element may hold itself.
    keys.set(element, { key: '', size: repeated });
    const inside = [...element.parts, ...element.listed].map(([name, each]) => ({ name, ...keyOf(each) }));
    const all = JSON.stringify([element.words, inside]);
    const key = createHash('sha1').update(all).digest('base64');
    const found = { key, size: inside.reduce((sum, { size }) => sum + size, element.listed.size) };
    keys.set(element, found);
    return found;
  }

  /** Returns the words of an element's line, and writes the lines of the elements in it. */
  function wordsOf(place: string, element: Element, lines: string[]): readonly string[] {
    const { key, size } = keyOf(element);
    const first = places.get(key);
    if (first !== undefined && size >= repeated) return [`as ${first}`];
    places.set(key, place);
    const words = [...element.words];
    for (const [part, each] of element.parts) {
      // An element is its shape, and has other parts.
      const prefix = part === 'shape' ? '' : `${part}.`;
      words.push(...wordsOf(prefix === '' ? place : `${place}.${part}`, each, lines).map((word) => `${prefix}${word}`));
    }
    for (const [name, each] of element.listed) write(`${place}/${name}`, each, lines);
    return words;
  }

  function write(place: string, element: Element, lines: string[]): void {
    const words = wordsOf(place, element, lines);
    if (words.length > 0) lines.push(`${place}  ${words.join(' ')}`);
  }

  return (place, data) => {
    const lines: string[] = [];
    write(place, elementOf(data as Data), lines);
    return lines.toSorted();
  };
}

/** A word, number or boolean, or a list of some; undefined for all else, also for sentences. */
function plainOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = value.map((each) =>
      plainOf(isData(each) ? onlyWord(each) : isClause(each) ? each.replaceAll(' ', '-') : each),
    );
    return items.every((each) => each !== undefined) ? `[${items.join(' ')}]` : undefined;
  }
  if (typeof value === 'string') return /\w \w/.test(value) || value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A few words in a list are a name, such as `admin of repository`. */
function isClause(value: unknown): value is string {
  return typeof value === 'string' && !value.endsWith('.') && value.split(' ').length <= 4;
}

/** What an element says that has only a word, and sentences about it. */
function onlyWord(data: Data): unknown {
  const said = Object.values(data).filter((value) => plainOf(value) !== undefined || isData(value));
  return said.length === 1 ? said[0] : undefined;
}

function nameOf(data: Data): string | undefined {
  return names.map((name) => plainOf(data[name])).find((name) => name !== undefined);
}

function kindOf({ kind, isRefused }: Data): string {
  return isRefused === true ? 'refused' : String(kind);
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
