import { occurrencesNamed, isVariableIn, refuseNewEnvironmentName, refuseNewName } from '@rulebook/checker/names';
import type { NamesContext } from './names-context';
import { plainUri } from '../documents/uris';
import type { EnvironmentNameFile } from './environment-files';
import type { EnvironmentUses } from './environment-uses';

/** Returns why what environments define cannot be renamed from a document; undefined when it can be. */
export async function refuseRenamingOfEnvironments(
  session: NamesContext,
  start: string,
  { thing: { kind, name }, files, setting }: EnvironmentUses,
): Promise<string | undefined> {
  if (kind === 'environment' && name.startsWith('$'))
    return `\`${name}\` belongs to the format of the file. Its name cannot be changed.`;
  const byName = files.find(({ occurrences }) => occurrences.some(({ span }) => span.end === span.start));
  if (byName) return `The environment \`${name}\` is named by the file \`${fileName(byName.file)}\`. Rename that file.`;
  if (setting !== undefined)
    return `\`${name}\` is also defined by the setting \`${setting}\` of the editor, outside the files of the workspace. Rename it there.`;
  for (const { file } of files) {
    if (!isInside(session, start, file.uri))
      return `\`${name}\` is also defined in \`${fileName(file)}\` outside the folder of the workspace. Rename it there.`;
    if (!file.document && (await session.isWritable(file.uri)) === false)
      return `\`${name}\` is also defined in \`${fileName(file)}\`, which is read-only. Make it writable first.`;
  }
  return undefined;
}

/** Returns why what environments define cannot have a new name; undefined when it can. */
export function refuseNewNameInEnvironments(
  { thing, requests, around }: EnvironmentUses,
  newName: string,
): string | undefined {
  const { kind, name } = thing;
  if (newName === name) return undefined;
  const isTakenInFiles = around.some(({ occurrences }) =>
    occurrences.some((one) => one.kind === kind && one.role === 'definition' && one.name === newName),
  );
  if (kind === 'environment') return refuseNewEnvironmentName(newName, isTakenInFiles);
  return refuseNewName(
    { kind, name },
    newName,
    (other) =>
      isTakenInFiles ||
      requests.some(({ linked }) => {
        const isVariable = isVariableIn(linked);
        return linked.some((file) => occurrencesNamed(file, other, isVariable).length > 0);
      }),
  );
}

function isInside({ settingsOf }: NamesContext, start: string, uri: string): boolean {
  const folder = settingsOf(uri).root ?? settingsOf(start).root ?? start.replace(/\/[^/]*$/, '');
  return plainUri(uri).startsWith(`${plainUri(folder)}/`);
}

/** A file may have any name. */
function fileName({ uri }: EnvironmentNameFile): string {
  return plainUri(uri)
    .replace(/^.*\//s, '')
    .replace(/[\p{C}`]/gu, '\uFFFD');
}
