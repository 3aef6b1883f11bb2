import { isSecretName } from '../../masking/secret-names';
import { isPrivateFile, namedPlacesOf, type PrivateFile } from '../private/private-sources';
import { definitionPlaces } from '../../syntax/definitions';
import { lineStartsOf, positionAt } from '../../text/lines';
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

/** One of the places in which values are looked for. Returns those that it has for a name, the one that counts first. */
export type VariableLayer = (name: string) => readonly SourcedValue[];

/** Returns what takes the value of a variable from the first layer that has one. Senders and explanations look for values in this one way. */
export function resolveIn(layers: readonly VariableLayer[]): Resolve {
  return (name) => {
    for (const layer of layers) {
      const [first] = layer(name);
      if (first !== undefined) return first;
    }
    return undefined;
  };
}

/** Returns all values of a variable: the one that counts, and those that it shadows. */
export function valuesIn(layers: readonly VariableLayer[], name: string): readonly SourcedValue[] {
  return layers.flatMap((layer) => layer(name));
}

/** Returns the layer of values that are the same for every request. Without `isSecret`, the names decide what is secret. */
export function layerOf(
  values: ReadonlyMap<string, string>,
  source: VariableSource,
  isSecret?: boolean,
): VariableLayer {
  return (name) => {
    const value = values.get(name);
    return value === undefined ? none : [{ value, isSecret: isSecret ?? isSecretName(name), source }];
  };
}

/** Returns the layer of the lines `@name = value` of a file, or of an imported one. Of equal names the last one counts. */
export function definitionLayer(text: string, imported?: ImportedFile): VariableLayer {
  let known: ReadonlyMap<string, readonly SourcedValue[]> | undefined;
  return (name) => (known ??= collectDefinitions(text, imported)).get(name) ?? none;
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
  for (const { name, value, offset } of places) {
    const source = { kind: 'file', line: positionAt(starts, offset).line, ...(imported && { imported }) } as const;
    const values = found.get(name);
    const isSecret = from !== undefined || isSecretName(name);
    const one = { value, isSecret, source, ...(from && { from }) };
    if (values === undefined) found.set(name, [one]);
    else values.unshift(one);
  }
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
