import {
  entriesFor,
  type EnvironmentEntry,
  type Environments,
} from '@rulebook/request-file/environments/known-environments';
import { sharedEnvironment } from '@rulebook/request-file/environments/model';
import type { EnvironmentVariable } from '@rulebook/request-file/environments/model';
import { valueAtPath } from '@rulebook/json/select-nodes';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { namedPlacesOf, type PrivateFile } from '../private/private-sources';
import { isBelowFolder } from '../private/whose-folder';
import { definitionLayer, layerOf, type SourcedValue, type VariableLayer } from './variable-layers';

/** What the values of variables are looked for in; everything is optional but the environments. */
export interface VariableOrigins {
  /** Given for this run. */
  readonly given?: ReadonlyMap<string, string>;
  /** Entered by the user for this request. */
  readonly answers?: ReadonlyMap<string, string>;
  /** The text of the request file. */
  readonly text?: string;
  /** The definitions of the files that it imports, in the order in which they count. */
  readonly imported?: readonly VariableLayer[];
  readonly environments: Environments;
  /** The chosen environment. */
  readonly environment: string | undefined;
}

/**
 * Returns where the values of variables are looked for, the first before the others: what the user has entered, what is given for the run, the
 * file, those that it imports, the chosen environment, what is shared, and `.env`. Everything that sends, explains or shows values takes this order.
 */
export function variableLayers({
  given,
  answers,
  text,
  imported = [],
  environments,
  environment,
}: VariableOrigins): readonly VariableLayer[] {
  return [
    // The text of a prompt may be a secret.
    ...(answers === undefined ? [] : [layerOf(answers, { kind: 'prompt' }, true)]),
    ...(given === undefined ? [] : [layerOf(given, { kind: 'option' })]),
    ...(text === undefined ? [] : [definitionLayer(text)]),
    ...imported,
    ...environmentLayers(environments, environment),
  ];
}

/** Returns the layers of the environments alone. */
export function environmentLayers(environments: Environments, chosen: string | undefined): readonly VariableLayer[] {
  const entries = entriesFor(environments, chosen);
  return entries.map((entry): VariableLayer => {
    let file: PrivateFile | undefined;
    const from = () => (file ??= privateFileOf(entry, entries));
    if (entry.environment !== sharedEnvironment) return (name) => valueIn(entry, name, from);
    // `{{$shared name}}` is what is shared, although the chosen environment has another value.
    return (name) => valueIn(entry, /^\$shared\s+(\S+)$/.exec(name)?.[1] ?? name, from);
  });
}

/**
 * Returns a private file with the places that it names, and that the same environment names in its folder or above: further below, someone else
 * may have written. A link belongs to whoever made it, so the file lies where the link leads.
 */
function privateFileOf(entry: EnvironmentEntry, entries: readonly EnvironmentEntry[]): PrivateFile {
  const { place } = entry;
  const path = realPathOf(entry) ?? place;
  const ofSameOwner = entries.filter((other) => {
    const folder = folderOfVariables(realPathOf(other) ?? '');
    return other === entry || isBelowFolder(path, folder);
  });
  const values = new Map(
    ofSameOwner.flatMap(({ variables }) => [...variables].map(([name, { value = '' }]) => [name, value] as const)),
  );
  return {
    kind: 'file',
    path,
    place,
    named: namedPlacesOf([...values.values()].map((value) => filled(value, values))),
  };
}

function realPathOf({ path, realPath = path }: EnvironmentEntry): string | undefined {
  return realPath;
}

/** Returns a value with the variables of its environment; what refers to itself keeps a variable, and names no place. */
function filled(value: string, values: ReadonlyMap<string, string>): string {
  let text = value;
  for (let depth = 0; depth < 4 && text.includes('{{') && text.length < 10_000; depth++)
    text = text.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => values.get(name.trim()) ?? whole);
  return text;
}

/** The files in the folders `env` and `.vscode` belong to the folder around these. */
function folderOfVariables(path: string): string {
  return path.replace(/[/\\][^/\\]*$/, '').replace(/[/\\](?:env|\.vscode)$/, '');
}

const none: readonly SourcedValue[] = [];

function valueIn(entry: EnvironmentEntry, name: string, from: () => PrivateFile): readonly SourcedValue[] {
  const { variable, value } = variableIn(entry, name);
  if (variable === undefined || value === undefined) return none;
  const { environment, place, path } = entry;
  const line = entry.lineOf(variable);
  return [
    {
      value,
      isSecret: entry.isPrivate || isSecretName(name),
      ...(entry.isPrivate && { from: from() }),
      source: {
        ...{ kind: 'environment', environment, place },
        ...(path !== undefined && { path }),
        ...(line !== undefined && { line }),
      },
    },
  ];
}

/** Returns a variable and its value; of an object or a list, also what is at a path in it: `nested.url`, `nested.list[0].a`. */
function variableIn(
  { variables }: EnvironmentEntry,
  name: string,
): { readonly variable?: EnvironmentVariable | undefined; readonly value?: string | undefined } {
  const exact = variables.get(name);
  if (exact !== undefined) return { variable: exact, value: exact.value };
  const [, first = '', path = ''] = /^([^.[\]]+)([.[].*)$/s.exec(name) ?? [];
  const variable = variables.get(first);
  if (variable?.value === undefined || !/^[[{]/.test(variable.value)) return {};
  return { variable, value: valueAtPath(variable.value, `$${path}`) };
}
