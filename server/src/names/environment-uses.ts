import type { Location } from 'vscode-languageserver';
import { settingsOfEnvironments } from '@rulebook/request-file/environments';
import {
  isVariableIn,
  occurrencesNamed,
  type EnvironmentOccurrence,
  type PlacedOccurrence,
} from '@rulebook/checker/names';
import type { NamesContext } from './names-context';
import { plainUri } from '../documents/uris';
import { environmentFolders, folderOf, type EnvironmentFolders, type EnvironmentNameFile } from './environment-files';
import { bodiesOf, linkedFiles, type NameFile } from './name-at';

/** A variable or an environment of files of variables. */
interface EnvironmentThing {
  readonly kind: 'variable' | 'environment';
  readonly name: string;
}

/** Where environments define something, and where it is used. */
export interface EnvironmentUses {
  readonly thing: EnvironmentThing;
  /** The files of variables, with the places in them. */
  readonly files: readonly {
    readonly file: EnvironmentNameFile;
    readonly occurrences: readonly EnvironmentOccurrence[];
  }[];
  /** The request files that take the variable from there; `linked` are the files that they import. */
  readonly requests: readonly {
    readonly file: NameFile;
    readonly linked: readonly NameFile[];
    readonly occurrences: readonly PlacedOccurrence[];
  }[];
  /** How many request files define a variable of this name themselves. */
  readonly definingFiles: number;
  /** All files of variables that count together with one of these. */
  readonly around: readonly EnvironmentNameFile[];
  /** A setting of the editor that defines it and that is in none of the files. */
  readonly setting?: string;
}

/**
 * Returns where a variable or an environment occurs that means the same as in a file, a file of variables or a request file: files of variables that
 * count together for some folder define the same things. Undefined when no file of variables defines it.
 */
export async function environmentUses(
  session: NamesContext,
  start: string,
  thing: EnvironmentThing,
): Promise<EnvironmentUses | undefined> {
  const folders = await environmentFolders(session, start);
  const defining = new Set(
    [...folders.files].flatMap(([key, { occurrences }]) =>
      occurrences.some((one) => isOf(thing, one) && one.role === 'definition') ? [key] : [],
    ),
  );
  const meant = meantFrom(folders, defining, start);
  if (meant.size === 0) return undefined;
  const around = new Set(
    [...folders.byFolder.values()].flatMap((keys) => (keys.some((key) => meant.has(key)) ? keys : [])),
  );
  const fileOf = (key: string) => folders.files.get(key) ?? [];
  const files = [...new Set([...meant, ...around])].flatMap(fileOf).flatMap((file) => {
    const occurrences = file.occurrences.filter((one) => isOf(thing, one));
    return occurrences.length === 0 ? [] : [{ file, occurrences }];
  });
  const isStart = ({ uri }: { readonly uri: string }) => (plainUri(uri) === plainUri(start) ? 0 : 1);
  const setting = thing.kind === 'variable' ? settingDefining(session, start, thing.name, files) : undefined;
  return {
    thing,
    files: files.sort((a, b) => isStart(a.file) - isStart(b.file)),
    ...(thing.kind === 'variable'
      ? await requestsUsing(session, thing.name, folders, meant, start)
      : { requests: [], definingFiles: 0 }),
    around: [...around].flatMap(fileOf),
    ...(setting !== undefined && { setting }),
  };
}

/** Returns the places of a variable or an environment, the definitions by environments first. */
export function placesOfUses({ files, requests }: EnvironmentUses, withDefinitions: boolean): Location[] {
  return [
    ...files.flatMap(({ file: { uri, rangeOf }, occurrences }) =>
      occurrences.flatMap(({ role, span }) =>
        role === 'definition' && !withDefinitions ? [] : [{ uri, range: rangeOf(span) }],
      ),
    ),
    ...requests.flatMap(({ file, occurrences }) =>
      occurrences.flatMap(({ block, occurrence }) => {
        const range = file.rangesOf(block)?.(occurrence.span);
        return range ? [{ uri: file.uri, range }] : [];
      }),
    ),
  ];
}

/** Returns where environments define a variable, or where an environment is defined. */
export function locationsOfDefinitions({ files }: EnvironmentUses): Location[] {
  return files.flatMap(({ file: { uri, rangeOf }, occurrences }) =>
    occurrences.flatMap(({ role, span }) => (role === 'definition' ? [{ uri, range: rangeOf(span) }] : [])),
  );
}

function isOf({ kind, name }: EnvironmentThing, one: EnvironmentOccurrence): boolean {
  return one.kind === kind && one.name === name;
}

/** Returns the defining files that count together with a file, also through others. */
function meantFrom({ byFolder, files }: EnvironmentFolders, defining: ReadonlySet<string>, start: string): Set<string> {
  const own = plainUri(start);
  const groups = [...byFolder.values()].map((keys) => keys.filter((key) => defining.has(key)));
  const meant = new Set(
    defining.has(own)
      ? [own]
      : files.has(own)
        ? [...byFolder.values()]
            .filter((keys) => keys.includes(own))
            .flatMap((keys) => keys.filter((key) => defining.has(key)))
        : (byFolder.get(folderOf(own)) ?? []).filter((key) => defining.has(key)),
  );
  for (let size = -1; size < meant.size;) {
    size = meant.size;
    for (const keys of groups) if (keys.some((key) => meant.has(key))) for (const key of keys) meant.add(key);
  }
  return meant;
}

async function requestsUsing(
  session: NamesContext,
  name: string,
  { byFolder, files }: EnvironmentFolders,
  meant: ReadonlySet<string>,
  start: string,
): Promise<Pick<EnvironmentUses, 'requests' | 'definingFiles'>> {
  let definingFiles = 0;
  const found: EnvironmentUses['requests'][number][] = [];
  for (const uri of await session.names.urisWith([name, '<@'])) {
    const defining = (byFolder.get(plainUri(folderOf(uri))) ?? [])
      .filter((key) => meant.has(key))
      .flatMap(
        (key) => files.get(key)?.occurrences.filter((one) => one.role === 'definition' && one.name === name) ?? [],
      );
    if (defining.length === 0) continue;
    const linked = await linkedFiles(session, { uri, kind: 'requests' }, 'imports');
    const [file] = linked;
    if (!file) continue;
    const isVariable = isVariableIn(linked);
    const own = { kind: 'variable' as const, name };
    const definesIn = (one: NameFile) =>
      occurrencesNamed(one, own, isVariable).some(({ occurrence }) => occurrence.role === 'definition');
    const isDefined = linked.some(definesIn);
    if (definesIn(file)) definingFiles++;
    const outside = occurrencesNamed(file, { kind: 'environment-variable', name }, isVariable).filter(
      ({ occurrence: { by } }) =>
        defining.some(({ fileKind, section }) =>
          by === 'dotenv' ? fileKind === 'dotenv' : section.environment === '$shared',
        ),
    );
    const occurrences = [...(isDefined ? [] : occurrencesNamed(file, own, isVariable)), ...outside];
    if (occurrences.length > 0) found.push({ file, linked, occurrences });
    for (const body of isDefined ? [] : await bodiesOf(session, [file])) {
      const inBody = occurrencesNamed(body, own, isVariable);
      if (inBody.length > 0 && !found.some((one) => one.file.uri === body.uri))
        found.push({ file: body, linked: [...linked, body], occurrences: inBody });
    }
  }
  const rank = (uri: string) => `${uri === start ? 0 : 1}${uri}`;
  found.sort((a, b) => (rank(a.file.uri) < rank(b.file.uri) ? -1 : 1));
  return { requests: found, definingFiles };
}

/** Returns a setting of the editor that defines a variable which none of the files has under that setting. */
function settingDefining(
  { environments }: NamesContext,
  start: string,
  name: string,
  files: EnvironmentUses['files'],
): string | undefined {
  const tables = environments.tables(start);
  const inFiles = new Set(
    files.flatMap(({ occurrences }) =>
      occurrences.flatMap(({ role, section: { setting, environment } }) =>
        role === 'definition' && setting !== undefined ? [`${setting} ${environment ?? ''}`] : [],
      ),
    ),
  );
  return settingsOfEnvironments.find((setting) =>
    Object.entries(tables?.[setting] ?? {}).some(
      ([environment, variables]) => Object.hasOwn(variables, name) && !inFiles.has(`${setting} ${environment}`),
    ),
  );
}
