import type { Definition, Location, LocationLink, Position } from 'vscode-languageserver';
import { spanInConfiguration } from '@rulebook/sender/configuration';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { environmentNameAt } from '../names/environment-files';
import { locationsOfDefinitions, environmentUses } from '../names/environment-uses';
import { environmentPlaces } from '../names/environment-places';
import { definitionsOf, nameAt, occurrencesAtPosition, type FoundDefinition } from '../names/name-at';
import { queryNameHere, rangesOfQueryName } from '../names/query-name';
import { placesOf, resourceAt } from '../names/resource-at';
import type { Session } from '../session/session';
import { configurationUri } from '../configuration/settings';
import { otherFormatOf } from '../documents/other-format';
import { rangesIn, rangesOfBlock } from '../documents/to-lsp';
import { plainUri } from '../documents/uris';

/** Leads from a name to where it is defined, and from a path to its file. */
export const definition: ServerFeature = {
  capabilities: () => ({ definitionProvider: true }),
  register: ({ connection, withDocument, guardedLater }) => {
    connection.onDefinition(({ textDocument: { uri }, position }) =>
      withDocument<Promise<Definition | LocationLink[] | null> | null>('definition', uri, null, (document, session) =>
        guardedLater('definition', null, () => definitionAt(session, document, position)),
      ),
    );
  },
};

async function definitionAt(
  session: Session,
  document: OpenDocument,
  position: Position,
): Promise<Definition | LocationLink[] | null> {
  if (otherFormatOf(plainUri(document.uri)) !== undefined)
    return session.checking.otherFormats.definition(document, position);
  const environmentName = environmentNameAt(session, document, position);
  if (environmentName) {
    const uses = await environmentUses(session, document.uri, environmentName.occurrence);
    return uses ? locationsOfDefinitions(uses) : null;
  }
  const { block, found } = occurrencesAtPosition(session, document, position);
  const [first] = found;
  if (first === undefined) {
    const column = queryNameHere(session, document, position);
    if (!column) return creationOf(session, document, position);
    return rangesOfQueryName(column, 'definitions').map((range) => ({ uri: document.uri, range }));
  }
  const origin = rangesOfBlock(document.file, block, session.encoding)?.(first.span);
  const asAnswer = (targets: readonly Target[]): Definition | LocationLink[] | null => {
    if (targets.length === 0) return null;
    if (!session.client.linksDefinitions || !origin) return targets.map(({ uri, name }) => ({ uri, range: name }));
    return targets.map(({ uri, whole, name }) => ({
      originSelectionRange: origin,
      targetUri: uri,
      targetRange: whole,
      targetSelectionRange: name,
    }));
  };
  switch (first.kind) {
    case 'file': {
      const uri = await session.names.existingFileAt(document.uri, first.name);
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
      return asAnswer(uri === undefined ? [] : [{ uri, whole: range, name: range }]);
    }
    case 'endpoint':
      return asAnswer(await endpointIn(session, document.uri, first.name));
    default: {
      const name = await nameAt(session, document, position, 'imports');
      const targets = name ? definitionsOf(name).flatMap(targetOf) : [];
      const variable = found.find(({ kind }) => kind === 'variable' || kind === 'environment-variable');
      if (targets.length > 0 || !variable) return asAnswer(targets);
      const places = await environmentPlaces(session, document.uri, variable);
      return asAnswer(places.map(({ uri, range }) => ({ uri, whole: range, name: range })));
    }
  }
}

/** Returns where the resource at a position is created. */
async function creationOf(session: Session, document: OpenDocument, position: Position): Promise<Location[] | null> {
  const resource = resourceAt(session, document, position);
  if (!resource) return null;
  const created = (await placesOf(session, document, resource)).filter(({ isCreated }) => isCreated);
  return created.map(({ uri, range }) => ({ uri, range }));
}

interface Target extends Pick<Location, 'uri'> {
  /** What is shown of the definition, for example in a preview. */
  readonly whole: Location['range'];
  readonly name: Location['range'];
}

function targetOf({ file, block, occurrence }: FoundDefinition): Target[] {
  const rangeOf = file.rangesOf(block);
  if (!rangeOf) return [];
  const name = rangeOf(occurrence.span);
  const length = file.file.blocks.at(block)?.text.trimEnd().length ?? 0;
  const isRequest = occurrence.kind === 'request';
  return [
    {
      uri: file.uri,
      name,
      whole: isRequest ? rangeOf({ start: 0, end: Math.max(length, occurrence.span.end) }) : name,
    },
  ];
}

/** Returns the member of `rulebook.json` that defines an endpoint. */
async function endpointIn(session: Session, uri: string, name: string): Promise<readonly Target[]> {
  const { settingsOf, documents, engine, encoding, readFile } = session;
  const configuration = configurationUri(settingsOf(uri).root);
  if (configuration === undefined) return [];
  const open = documents.find(configuration);
  const text = open ? engine.textOf(open.file) : await readFile(configuration);
  const value = text === undefined ? undefined : spanInConfiguration(text, ['endpoints', name]);
  if (text === undefined || value === undefined) return [];
  const key = text.lastIndexOf('"', text.lastIndexOf('"', text.lastIndexOf(':', value.start)) - 1);
  const block = engine.openBody(text, { method: '', target: '', at: '' }).blocks.at(0);
  if (!block || key < 0) return [];
  const rangeOf = rangesIn(block, 0, encoding);
  return [
    {
      uri: open?.uri ?? configuration,
      whole: rangeOf({ start: key, end: value.end }),
      name: rangeOf({ start: key + 1, end: key + 1 + name.length }),
    },
  ];
}
