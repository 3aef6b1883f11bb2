import { perObject } from '@rulebook/text/structures/memo';
import { firstIndexWhere } from '@rulebook/text/search';
import { definitionPlacesInBlock, type DefinitionPlace, type Definitions } from './definitions';
import type { Block, BlockText } from './model';
import type { RequestFile } from './request-file';
import type { SharedField } from './shared-fields';

/** Where a name is in its block: the definitions in front of the offset are above it. */
export interface NamePlace {
  readonly offset: number;
  /** The definition in whose value it is, or whose name it is. */
  readonly definition?: DefinitionPlace;
  readonly isName?: true;
}

/** Returns what decides which definitions a name at an offset means: the line of its request, or the definition that it is in. */
export function placeOfName(block: Block, offset: number): NamePlace {
  return placesIn(block)(offset);
}

/** Returns a function that does this for the offsets of a block. */
export function placesIn(block: Block): (offset: number) => NamePlace {
  const { text, variables } = block;
  const definitions = variables.map(({ name, value }): DefinitionPlace => ({
    name: name.text,
    value: value.text,
    offset: name.span.start - 1,
  }));
  const start = startOfRequest(block);
  return (offset) => {
    const definition = definitions[firstIndexWhere(definitions, (one) => one.offset > offset) - 1];
    if (definition === undefined || /[\r\n]/.test(text.slice(definition.offset, offset)))
      return { offset: start ?? offset };
    const isName = offset <= definition.offset + 1 + definition.name.length;
    return { offset: definition.offset, definition, ...(isName && { isName }) };
  };
}

/** Returns where the request of a block begins. */
export function startOfRequest({ request, otherRequest }: Block): number | undefined {
  return request?.lineSpan.start ?? otherRequest?.span.start;
}

/**
 * Returns what the variables of a file mean for the request of a block. Of several definitions of a name, the last one above the request counts,
 * or else the first one below it; within the value of a definition, the last one above that.
 */
export function definitionsFor(file: FileWithDefinitions, index: number, block: Block): Definitions {
  return definitionsAt(file, { block: index, offset: startOfRequest(block) ?? block.text.length });
}

/** Returns what the variables of a file mean at a place. */
export function definitionsAt(
  file: FileWithDefinitions,
  place: Pick<PlacedDefinition, 'block' | 'offset'>,
): Definitions {
  const { definitions } = file;
  return definitions.inOrder === undefined ? definitions : new DefinitionsAt(definitions, placesOf(file), place);
}

type FileWithDefinitions = Pick<RequestFile, 'blocks' | 'definitions'>;

/** A definition in a file. */
interface PlacedDefinition {
  readonly block: number;
  readonly offset: number;
  readonly value: string;
}

type Places = ReadonlyMap<string, readonly PlacedDefinition[]>;

const inBlock = perObject(({ text, isProse }: BlockText) =>
  isProse || !text.includes('@') ? [] : definitionPlacesInBlock(text),
);

const placesOf = perObject(({ blocks }: FileWithDefinitions): Places => {
  const found = new Map<string, PlacedDefinition[]>();
  let block = 0;
  for (const source of blocks) {
    for (const { name, value, offset } of inBlock(source)) {
      const places = found.get(name);
      if (places === undefined) found.set(name, [{ block, offset, value }]);
      else places.push({ block, offset, value });
    }
    block++;
  }
  return found;
});

/** The definitions of a file as they hold at a place of it. */
class DefinitionsAt implements Definitions {
  readonly #all: Definitions;
  readonly #places: Places;
  readonly #at: Pick<PlacedDefinition, 'block' | 'offset'>;
  /** The name that is defined there: in its own value it means another definition. */
  readonly #own: string | undefined;
  readonly namesHost?: true;
  readonly endpoint?: string;
  readonly headers?: readonly SharedField[];

  constructor(all: Definitions, places: Places, at: Pick<PlacedDefinition, 'block' | 'offset'>, own?: string) {
    this.#all = all;
    this.#places = places;
    this.#at = at;
    this.#own = own;
    if (all.namesHost) this.namesHost = true;
    if (all.endpoint !== undefined) this.endpoint = all.endpoint;
    if (all.headers !== undefined) this.headers = all.headers;
  }

  get size(): number {
    return this.#all.size;
  }

  has(name: string): boolean {
    return this.#all.has(name);
  }

  get(name: string): string | undefined {
    return this.#meant(name)?.value;
  }

  inValueOf(name: string): Definitions {
    const meant = this.#meant(name);
    return meant === undefined ? this : new DefinitionsAt(this.#all, this.#places, meant, name);
  }

  placeOf(name: string): string {
    const meant = this.#meant(name);
    return meant === undefined ? name : `${name} ${meant.block} ${meant.offset}`;
  }

  keys(): MapIterator<string> {
    return this.#all.keys();
  }

  *entries(): MapIterator<[string, string]> {
    for (const name of this.#all.keys()) yield [name, this.get(name) ?? ''];
    return undefined;
  }

  *values(): MapIterator<string> {
    for (const [, value] of this.entries()) yield value;
    return undefined;
  }

  forEach(visit: (value: string, key: string, map: ReadonlyMap<string, string>) => void): void {
    for (const [name, value] of this.entries()) visit(value, name, this);
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  #meant(name: string): PlacedDefinition | undefined {
    const places = this.#places.get(name) ?? [];
    const { block, offset } = this.#at;
    const below = firstIndexWhere(places, (one) => one.block > block || (one.block === block && one.offset >= offset));
    return places[below - 1] ?? (name === this.#own ? undefined : places[0]);
  }
}
