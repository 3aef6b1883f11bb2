import { MarkupKind, type Hover, type Position } from 'vscode-languageserver';
import { entriesFor, environmentFileKind, readEnvironments } from '@rulebook/request-file/environments';
import type { EnvironmentOccurrence } from '@rulebook/checker/names';
import {
  describeEnvironment,
  describeEnvironmentVariable,
  type EnvironmentDefinition,
} from '@rulebook/sender/variables';
import type { OpenDocument } from '../documents/documents';
import type { NamesContext } from './names-context';
import { plainUri } from '../documents/uris';
import { environmentNameAt, type EnvironmentNameFile } from './environment-files';
import { environmentUses } from './environment-uses';

/** Says of a name in a file of variables where it is defined, what shadows it, and how often it is used. */
export async function environmentHover(
  session: NamesContext,
  document: OpenDocument,
  position: Position,
): Promise<Hover | null> {
  const here = environmentNameAt(session, document, position);
  const uses = here && (await environmentUses(session, document.uri, here.occurrence));
  if (!here || !uses) return null;
  const { kind, name } = uses.thing;
  const definitions = uses.files.flatMap(({ file, occurrences }) =>
    occurrences.flatMap((one) => (one.role === 'definition' ? [{ one, definition: definitionOf(file, one) }] : [])),
  );
  const range = here.file.rangeOf(here.occurrence.span);
  const hover = (value: string): Hover => ({ contents: { kind: MarkupKind.Markdown, value }, range });
  if (kind === 'environment')
    return hover(
      describeEnvironment(
        name,
        definitions.map(({ definition }) => definition),
      ),
    );
  const own = definitions.find(
    ({ one, definition }) =>
      plainUri(definition.uri) === plainUri(document.uri) && one.span.start === here.occurrence.span.start,
  );
  const before = own ? await countingBefore(session, own.definition, name) : [];
  const inEnvironments = uses.files
    .map(({ occurrences }) => occurrences.filter(({ role }) => role === 'reference').length)
    .filter((count) => count > 0);
  const inRequests = uses.requests.map(({ occurrences }) => occurrences.length);
  const counts = [...inEnvironments, ...inRequests];
  return hover(
    describeEnvironmentVariable({
      name,
      ...(own && { here: own.definition }),
      others: definitions.filter((one) => one !== own).map(({ definition }) => definition),
      shadowedBy: definitions
        .map(({ definition }) => definition)
        .filter((one) => before.includes(keyOfDefinition(one))),
      uses: counts.reduce((sum, count) => sum + count, 0),
      files: counts.length,
      definingFiles: uses.definingFiles,
    }),
  );
}

function definitionOf({ uri, rangeOf }: EnvironmentNameFile, { span, section, value }: EnvironmentOccurrence) {
  const definition: EnvironmentDefinition = {
    environment: section.environment,
    place: plainUri(uri).replace(/^.*\//s, ''),
    uri,
    line: rangeOf(span).start.line,
    isPrivate: environmentFileKind(plainUri(uri))?.isPrivate === true,
    ...(value !== undefined && { value }),
  };
  return definition;
}

/** Returns the definitions that count before one when its environment is chosen, in the folder of its file. */
async function countingBefore(
  { environments }: NamesContext,
  own: EnvironmentDefinition,
  name: string,
): Promise<readonly string[]> {
  const known = readEnvironments(await environments.filesFor(own.uri), environments.tables(own.uri));
  const chosen = own.environment?.startsWith('$') === true ? undefined : own.environment;
  const found: string[] = [];
  for (const { environment, path, variables } of entriesFor(known, chosen)) {
    if (path === undefined || !variables.has(name)) continue;
    const key = keyOfDefinition({ environment, uri: path });
    if (key === keyOfDefinition(own)) return found;
    found.push(key);
  }
  return [];
}

function keyOfDefinition({ environment, uri }: Pick<EnvironmentDefinition, 'environment' | 'uri'>): string {
  return `${environment ?? ''}\n${plainUri(uri)}`;
}
