import { lineStartsOf, positionAt } from '@rulebook/text/lines';
import { perObject } from '@rulebook/text/structures/memo';
import {
  defaultEnvironment,
  isChoosable,
  settingsOfEnvironments,
  sharedEnvironment,
  type EnvironmentFile,
  type EnvironmentSection,
  type EnvironmentVariable,
  type SettingOfEnvironments,
} from './model';
import { parseEnvironmentFile } from './parse-environment-file';
import { environmentFileKind, rankInFolder } from './environment-file-kind';

/** A file of variables that was found for a request file. */
export interface FoundEnvironmentFile {
  /** Its path, or its URI. */
  readonly path: string;
  /** The same behind links, which says whose the file is; absent where there are none. */
  readonly realPath?: string;
  /** How it is named in messages: the path from the folder of the request file. */
  readonly place: string;
  /** What is in it, or half a sentence why it cannot be read. */
  readonly content: { readonly text: string } | { readonly cause: string };
  /** It holds private values, and Git does not ignore it. */
  readonly isExposed?: boolean;
}

/** The variables of one environment in one file, as they count for a request file. */
export interface EnvironmentEntry {
  /** Absent: what `.env` holds. */
  readonly environment?: string | undefined;
  readonly isPrivate: boolean;
  /** What holds it. */
  readonly origin: SettingOfEnvironments | EnvironmentFile['kind'];
  /** Where it is, in words: a path, or the name of a setting. */
  readonly place: string;
  /** The path or the URI of the file; absent for a setting that is not read from a file. */
  readonly path?: string;
  /** The same behind links. */
  readonly realPath?: string;
  readonly variables: ReadonlyMap<string, EnvironmentVariable>;
  /** Returns the line of a variable, zero-based; undefined where there is no file. */
  readonly lineOf: (variable: EnvironmentVariable) => number | undefined;
}

/** Settings that hold environments, as an editor knows them. */
export type EnvironmentTables = Readonly<
  Partial<Record<SettingOfEnvironments, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
>;

/** All variables of environments that a request file can use. It never changes: another reading makes another value. */
export interface Environments {
  /** In the order in which they count, those of all environments. */
  readonly entries: readonly EnvironmentEntry[];
  /** The environment files that cannot be used, and why. Requests are not sent with what is left. */
  readonly problems: readonly { readonly path: string; readonly place: string; readonly cause: string }[];
  /** Whether a name that is not among these may be defined nevertheless. */
  readonly isComplete: boolean;
}

/** The names that a request file gets from environments. */
interface NamesOfEnvironments {
  readonly variables: ReadonlySet<string>;
  /** Whether these are all. */
  readonly isComplete: boolean;
  /** Returns where an environment gives a variable of the file another value, if tools that share the file do not agree on which counts. */
  readonly otherValueOf?: (name: string, value: string) => string | undefined;
}

/** An environment that can be chosen, with the places that define it. */
export interface NamedEnvironment {
  readonly name: string;
  readonly places: readonly string[];
}

/** The order in which kinds of places count, whatever their folders. */
const ranks: readonly (SettingOfEnvironments | EnvironmentFile['kind'])[] = [
  'rulebook.environments',
  'http-client',
  'dotenv',
  'rest-client.environmentVariables',
  'httpyac.environmentVariables',
  'httpyac',
];

/** Returns the environments in files, the nearest first, and in settings of an editor, which then are not taken from files. */
export function readEnvironments(found: readonly FoundEnvironmentFile[], tables?: EnvironmentTables): Environments {
  const entries: (EnvironmentEntry & { readonly rank: number })[] = [];
  const problems: Environments['problems'][number][] = [];
  let isComplete = true;
  for (const one of found) {
    const { path, place, content } = one;
    const file = 'text' in content ? parseEnvironmentFile(path, content.text) : undefined;
    if (file === undefined || file.isBroken) isComplete = false;
    if ('cause' in content && environmentFileKind(path)?.kind === 'http-client')
      problems.push({ path, place, cause: content.cause });
    if (file === undefined) continue;
    const broken = file.problems.find(({ severity }) => severity === 'error');
    if (broken !== undefined && file.kind === 'http-client')
      problems.push({
        path,
        place,
        cause: broken.message.startsWith('This file') ? 'it is not valid JSON' : 'it is not an environment file',
      });
    for (const section of file.sections) {
      if (section.setting !== undefined && tables !== undefined) continue;
      entries.push({ ...entryOf(one, file, section), rank: ranks.indexOf(section.setting ?? file.kind) });
    }
  }
  for (const setting of settingsOfEnvironments) {
    for (const [environment, values] of Object.entries(objectOr(tables?.[setting])))
      entries.push({ ...tableEntry(setting, environment, objectOr(values)), rank: ranks.indexOf(setting) });
  }
  // The order of the folders stays within a kind.
  return { entries: entries.sort((a, b) => a.rank - b.rank), problems, isComplete };
}

/** Returns the environments of nothing. */
export const noEnvironments: Environments = { entries: [], problems: [], isComplete: true };

/** Sorts the files of one folder by the order in which they count. */
export function inFolderOrder<T>(files: readonly T[], nameOf: (file: T) => string): readonly T[] {
  return [...files].sort(
    (a, b) => rankInFolder(nameOf(a)) - rankInFolder(nameOf(b)) || (nameOf(a) < nameOf(b) ? -1 : 1),
  );
}

/** Returns what counts when an environment is chosen, the first before the others: the environment, what is shared, and `.env`. */
export function entriesFor({ entries }: Environments, chosen: string | undefined): readonly EnvironmentEntry[] {
  const own = entries.filter(({ environment }) => environment === (chosen ?? defaultEnvironment));
  const shared = entries.filter(({ environment }) => environment === sharedEnvironment);
  return [...own, ...shared, ...entries.filter(({ environment }) => environment === undefined)];
}

/** Returns the environments that can be chosen, sorted. */
export function namedEnvironments({ entries }: Environments): readonly NamedEnvironment[] {
  const places = new Map<string, string[]>();
  for (const { environment, place } of entries) {
    if (!isChoosable(environment)) continue;
    const known = places.get(environment) ?? [];
    if (!known.includes(place)) known.push(place);
    places.set(environment, known);
  }
  return [...places].map(([name, of]) => ({ name, places: of })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the names that a request file gets from environments, and whether they are all. */
export function namesFor(environments: Environments, chosen: string | undefined): NamesOfEnvironments {
  const named = namedEnvironments(environments);
  const isChosen = chosen === undefined ? named.length === 0 : named.some(({ name }) => name === chosen);
  return {
    variables: new Set(entriesFor(environments, chosen).flatMap(({ variables }) => [...variables.keys()])),
    isComplete: environments.isComplete && isChosen,
    ...(hasOtherTools(environments) && {
      otherValueOf: (name: string, value: string) => otherValueOf(environments, chosen, name, value),
    }),
  };
}

/** The files and settings of tools in which the request file counts before an environment. */
const fileFirst: ReadonlySet<EnvironmentEntry['origin']> = new Set([
  'rest-client.environmentVariables',
  'httpyac.environmentVariables',
  'httpyac',
]);

/** In JetBrains, which reads `http-client.env.json`, an environment counts before the request file. */
function hasOtherTools({ entries }: Environments): boolean {
  return entries.some(({ origin }) => origin === 'http-client') && entries.some(({ origin }) => fileFirst.has(origin));
}

function otherValueOf(
  { entries }: Environments,
  chosen: string | undefined,
  name: string,
  value: string,
): string | undefined {
  const found = entries.find(({ environment, origin, variables }) => {
    if (origin !== 'http-client' || (chosen !== undefined && environment !== chosen)) return false;
    const other = variables.get(name)?.value;
    // What is filled in may make both the same.
    return other !== undefined && other !== value && !`${other}${value}`.includes('{{');
  });
  return found && `environment ${found.environment ?? ''} of ${found.place}`;
}

/** Returns why requests cannot be sent with these environments, as half a sentence. */
export function problemWith(environments: Environments, chosen: string | undefined): string | undefined {
  const [broken] = environments.problems;
  if (broken !== undefined) return `${broken.path} cannot be used: ${broken.cause}; correct it or remove it`;
  if (chosen === undefined) return undefined;
  const names = namedEnvironments(environments).map(({ name }) => name);
  if (names.includes(chosen)) return undefined;
  return names.length === 0
    ? `there is no environment named ${chosen}; define it in http-client.env.json`
    : `there is no environment named ${chosen}; use ${inWords(names)}`;
}

function inWords(names: readonly string[]): string {
  const shown = names.length > 8 ? [...names.slice(0, 7), `one of ${names.length - 7} others`] : names;
  const [last = '', ...others] = [...shown].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

const startsOf = perObject((content: { readonly text: string }) => lineStartsOf(content.text));

function entryOf(
  { path, realPath, place, content }: FoundEnvironmentFile,
  { kind, isPrivate }: EnvironmentFile,
  { environment, setting, variables }: EnvironmentSection,
): EnvironmentEntry {
  return {
    ...{ environment, isPrivate, path, origin: setting ?? kind },
    ...(realPath !== undefined && { realPath }),
    place: setting === undefined ? place : `the setting ${setting}`,
    variables: new Map(variables.map((variable) => [variable.name, variable])),
    lineOf: ({ nameSpan }) => ('text' in content ? positionAt(startsOf(content), nameSpan.start).line : undefined),
  };
}

const nowhere = { start: 0, end: 0 };

function tableEntry(
  setting: SettingOfEnvironments,
  environment: string,
  values: Readonly<Record<string, unknown>>,
): EnvironmentEntry {
  const variables = Object.entries(values).map(([name, value]): [string, EnvironmentVariable] => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return [name, { name, nameSpan: nowhere, valueSpan: nowhere, value: text }];
  });
  return {
    environment,
    isPrivate: false,
    origin: setting,
    place: `the setting ${setting}`,
    variables: new Map(variables),
    lineOf: () => undefined,
  };
}

function objectOr(value: unknown): Readonly<Record<string, never>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, never>) : {};
}
