import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { isPrivateFile, namedPlacesOf, type PrivateFile } from '../private/private-sources';
import { definitionPlaces } from '@rulebook/request-file/syntax/definitions';
import { lineStartsOf, positionAt } from '@rulebook/text/lines';
import { withTakenNames } from '../plan/taken-values';
import { schemeOfReference, type Resolve, type VariableValue } from './system-variables';

/** A request file that another one imports. */
export interface ImportedFile {
  /** How it is named in messages. */
  readonly place: string;
  /** Its path or its URI. */
  readonly path: string;
}

/** Where the value of a variable comes from. */
export type VariableSource =
  /** Given for this run, on the command line. */
  | { readonly kind: 'option' }
  /** Entered by the user. */
  | { readonly kind: 'prompt' }
  /** A line `@name = value` of the request file, or of a file that it imports; the line counts from 0. */
  | { readonly kind: 'file'; readonly line: number; readonly imported?: ImportedFile }
  /** An environment of a file, or of a setting; without a name, the file `.env` that holds for all of them. */
  | {
      readonly kind: 'environment';
      readonly environment: string | undefined;
      readonly place: string;
      /** The path or the URI of the file, and the line in it, which counts from 0. */
      readonly path?: string;
      readonly line?: number;
    }
  /** The nearest file `.env`. */
  | { readonly kind: 'dotenv'; readonly name: string }
  /** A secret that is kept outside of files. */
  | { readonly kind: 'secret'; readonly name: string }
  /** The environment of the process. */
  | { readonly kind: 'process'; readonly name: string }
  /** The response of a request, or the request itself. */
  | { readonly kind: 'response'; readonly request: string }
  /** A new value each time, such as `{{$guid}}`. */
  | { readonly kind: 'system' }
  | { readonly kind: 'none' };

/** A value with its source. */
export interface SourcedValue extends VariableValue {
  readonly source: VariableSource;
}

/** Where a name is. */
export interface PlaceOfName {
  /** The line of the request in its file, counted from 0; absent: behind the whole file. */
  readonly line?: number | undefined;
  /** The value of a variable, where it is in one. */
  readonly within?: VariableValue | undefined;
}

/** One of the places in which values are looked for. Returns those that it has for a name at a place, the one that counts first. */
export type VariableLayer = (name: string, at?: PlaceOfName) => readonly SourcedValue[];

/**
 * Returns what takes the value of a variable from the first layer that has one, for the request at a line of the file. Senders and explanations
 * look for values in this one way.
 */
export function resolveIn(layers: readonly VariableLayer[], line?: number): Resolve {
  return (name, within) => {
    for (const layer of layers) {
      const [first] = layer(name, { line, within });
      if (first !== undefined) return first;
    }
    return undefined;
  };
}

/** Returns all values of a variable at a place: the one that counts, and those that it shadows. */
export function valuesIn(layers: readonly VariableLayer[], name: string, at?: PlaceOfName): readonly SourcedValue[] {
  return layers.flatMap((layer) => layer(name, at));
}

/** Returns the layer of values that are the same for every request. Without `isSecret`, the names decide what is secret. */
export function layerOf(
  values: ReadonlyMap<string, string>,
  source: VariableSource,
  isSecret?: boolean,
): VariableLayer {
  const known = new Map<string, SourcedValue>();
  return (name, { within } = {}) => {
    const value = values.get(name);
    if (value === undefined) return none;
    const former = known.get(name);
    const one =
      former?.value === value
        ? former
        : { value, isSecret: isSecret ?? isSecretName(name), source, isDistinct: true as const };
    known.set(name, one);
    // In its own value, a name means what other places say.
    return one === within ? none : [one];
  };
}

/**
 * Returns the layer of the lines `@name = value` of a file, or of an imported one. Of equal names the last one above the place of the name
 * counts, or else the first below it; of an imported file, the last one. In its own value, a name means what is defined above it, or elsewhere.
 */
export function definitionLayer(text: string, imported?: ImportedFile): VariableLayer {
  let known: ReadonlyMap<string, readonly SourcedValue[]> | undefined;
  let all: ReadonlyMap<VariableValue, string> | undefined;
  return (name, { line, within } = {}) => {
    known ??= collectDefinitions(text, imported);
    const values = known.get(name) ?? none;
    const at = within?.line;
    if (within === undefined || at === undefined || values.length === 0)
      return countingAt(values, imported === undefined ? line : undefined);
    all ??= new Map([...known].flatMap(([own, of]) => of.map((value) => [value, own] as const)));
    const own = all.get(within);
    if (own === name) return above(values, at);
    return countingAt(values, own !== undefined ? at : imported === undefined ? line : undefined);
  };
}

/** Returns the values, the last of which is first, that are defined above a line; without one, the first below it. */
function countingAt(values: readonly SourcedValue[], at: number | undefined): readonly SourcedValue[] {
  if (at === undefined || values.length < 2) return values;
  const found = above(values, at);
  return found.length > 0 ? found : values.slice(-1);
}

function above(values: readonly SourcedValue[], at: number): readonly SourcedValue[] {
  return values.filter(({ line = 0 }) => line < at);
}

const none: readonly SourcedValue[] = [];

function collectDefinitions(
  text: string,
  imported: ImportedFile | undefined,
): ReadonlyMap<string, readonly SourcedValue[]> {
  const found = new Map<string, SourcedValue[]>();
  const starts = lineStartsOf(text);
  const places = [...definitionPlaces(text)];
  const from: PrivateFile | undefined =
    imported !== undefined && isPrivateFile(imported.path)
      ? {
          kind: 'file',
          path: imported.path,
          place: imported.place,
          named: namedPlacesOf(places.map(({ value }) => value)),
        }
      : undefined;
  for (const { name, value: written, offset, isBehind } of places) {
    const value = isBehind ? withTakenNames(name, written) : written;
    const { line } = positionAt(starts, offset);
    const source = { kind: 'file', line, ...(imported && { imported }) } as const;
    const isSecret = from !== undefined || isSecretName(name);
    const one = { value, isSecret, line, isDistinct: true as const, source, ...(from && { from }) };
    const values = found.get(name);
    if (values === undefined) found.set(name, [one]);
    else values.push(one);
  }
  for (const values of found.values()) values.reverse();
  return found;
}

/** Returns a source in words, as a part of a sentence. */
export function describeSource(source: VariableSource): string {
  switch (source.kind) {
    case 'option':
      return '--var';
    case 'prompt':
      return 'entered by you';
    case 'file':
      return `line ${source.line + 1} of ${source.imported?.place ?? 'the file'}`;
    case 'environment':
      return source.environment === undefined ? source.place : `environment ${source.environment} of ${source.place}`;
    case 'dotenv':
      return `${source.name} of the file .env`;
    case 'secret':
      return schemeOfReference(source.name) === undefined
        ? `secret ${source.name}`
        : `secret ${source.name}, which a command of yours resolves when the request is sent`;
    case 'process':
      return `environment variable ${source.name}`;
    case 'response':
      return `request ${source.request}`;
    case 'system':
      return 'a new value each time';
    case 'none':
      return 'not defined';
  }
}
