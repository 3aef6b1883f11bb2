import { InlayHintRefreshRequest, MessageType, ShowMessageNotification } from 'vscode-languageserver';
import type { Connection, InitializeParams } from 'vscode-languageserver';
import type { Engine } from '@rulebook/engine';
import { createShownResponses, type ShownResponses } from './answers';
import { createChecking, type Checking, type Guard, sendIfOpen } from '../checking/checking';
import { clientOf } from '../ports/client';
import { createDiagnoser } from '../checking/diagnoser';
import { DocumentStore, type OpenDocument } from '../documents/documents';
import { DocumentEnvironments } from '../configuration/environments';
import { Includes } from '../documents/includes';
import { typedLineOf } from '../documents/typed-line';
import { createViewports, type Viewports } from './viewports';
import { ImportedNames } from '../names/imported-names';
import type { LiveNames } from '../names/live-names';
import type { NamesContext } from '../names/names-context';
import { createLiveNames } from '../names/open-live-names';
import { WorkspaceNames } from '../names/workspace-names';
import type { ServerPorts } from '../ports/ports';
import { givenRights } from '../checking/given-rights';
import { houseRules } from '../checking/house-rules';
import { createOwnFiles, joinOwnFiles, type OwnFiles } from '../configuration/own-files';
import { readOwnServices } from '../configuration/own-services';
import { answerScheme, type InitializationOptions } from '../protocol';
import { classifyJson } from '../configuration/settings';
import { chooseEncoding } from '../documents/to-lsp';
import { createWorkspaceChecking, type WorkspaceChecking } from '../checking/workspace-checking';
import type { WorkspaceSettings } from '../configuration/workspace-settings';

/** What exists from `initialize` on. */
export interface Session extends NamesContext {
  readonly includes: Includes;
  /** The names that the open documents have from the files that they import. */
  readonly imported: ImportedNames;
  /** The names that endpoints list. */
  readonly liveNames: LiveNames;
  readonly answers: ShownResponses;
  readonly ownFiles: OwnFiles;
  readonly checking: Checking;
  /** Absent where there are no files. */
  readonly workspaceChecking: WorkspaceChecking | undefined;
  readonly looks: Viewports;
  /** Whether the server sends requests, since its client does not. */
  readonly sendsItself: boolean;
  readonly send: ServerPorts['send'];
  readonly keepAnswer: ServerPorts['keepAnswer'];
  /** Absent where there are no files. */
  readonly files: ServerPorts['files'];
  readonly describe: ServerPorts['describe'];
}

/** What a session is made of, besides what the client sent. */
interface SessionParts {
  readonly connection: Connection;
  readonly ports: ServerPorts;
  readonly settings: WorkspaceSettings;
  readonly guarded: Guard;
}

/** Creates the session of a client. */
export function createSession(params: InitializeParams, parts: SessionParts): Session {
  const { connection, ports, settings, guarded } = parts;
  const client = clientOf(params.capabilities, (params.initializationOptions ?? {}) as InitializationOptions);
  const encoding = chooseEncoding(params.capabilities.general?.positionEncodings);
  const engine = engineOf(connection, ports);
  const answers = createShownResponses(engine);
  const settingsOf = (uri: string) => settings.of(answers.sourceOf(uri) ?? uri);
  const includes: Includes = new Includes({
    engine,
    encoding,
    files: ports.files,
    openDocument: (uri) => documents.find(uri),
    rootOf: (uri) => settingsOf(uri).root,
    onRead: () => {
      checking.reclassify();
    },
  });
  const documents: DocumentStore = new DocumentStore(
    engine,
    encoding,
    (uri, head) =>
      answers.associationOf(uri, () => optionsOf({ uri }).context) ??
      classifyJson(uri, head, settingsOf(uri)) ??
      includes.associationOf(uri),
  );
  const names = new WorkspaceNames({
    engine,
    encoding,
    files: ports.files,
    openDocuments: () => documents.all(),
    openDocument: (uri) => documents.find(uri),
    rootOf: (uri) => settingsOf(uri).root,
    roots: () => [...new Set(settings.all.flatMap(({ root }) => root ?? []))],
    defer: ports.defer,
  });
  const imported = new ImportedNames({
    names,
    textOf: (file) => engine.textOf(file),
    openDocuments: () => documents.all(),
    openDocument: (uri) => documents.get(uri),
  });
  const diagnoser = createDiagnoser(engine, encoding, {
    rulePage: client.addsCodeDescription ? undefined : ports.rulePage,
    rangesAt: (location) => includes.rangesAt(location),
    typedLine: (document) => typedLineOf({ engine, client, optionsOf }, document),
    hasOwnSyntax: ({ kind, uri }) => client.reportsJsonSyntax && kind === 'body' && !uri.startsWith(`${answerScheme}:`),
  });
  const changedAll = () => {
    checking.recheckAll({ affectsLenses: true });
    workspaceChecking?.changedAll();
  };
  const ofFolders = {
    readFile: ports.readFile,
    encoding,
    onChange: changedAll,
    onProblems: (uri: string) => {
      checking.publishOwn(uri);
    },
  };
  const ownFiles = joinOwnFiles([
    createOwnFiles(readOwnServices(ports.describe), ofFolders),
    createOwnFiles(houseRules(ports.readInside), ofFolders),
    createOwnFiles(givenRights(ports.readInside), ofFolders),
  ]);
  const environments = new DocumentEnvironments(
    {
      find: ports.environmentFiles,
      hasFolder: ports.hasFolder,
      encoding,
      rootOf: (uri) => settingsOf(uri).root,
      onChange: () => {
        changedAll();
        if (client.refreshesHints) sendIfOpen(connection.sendRequest(InlayHintRefreshRequest.type));
      },
      onProblems: ofFolders.onProblems,
    },
    client.environments,
  );
  const { liveNames, withNames } = createLiveNames({
    ...{ engine, connection, documents },
    isOn: () => settings.asksNames,
    onChange: () => {
      checking.recheckAll({ affectsLenses: false });
    },
  });
  const optionsOf = ({ uri }: Pick<OpenDocument, 'uri'>) => {
    const settings = settingsOf(uri);
    const options = ownFiles.checkOptionsOf(settings, settings.checkOptions);
    const source = answers.sourceOf(uri) ?? uri;
    const withEnvironment = environments.optionsFor(source, withNames(uri, options));
    return includes.optionsFor(uri, imported.optionsFor(source, withEnvironment));
  };
  const checking = createChecking({
    ...{ connection, client, documents, includes, imported, ownFiles, environments, diagnoser },
    ...{ optionsOf, settingsOf, guarded, engine, ports, encoding, defer: ports.defer },
  });
  const workspaceChecking =
    ports.files &&
    createWorkspaceChecking({
      ...{ engine, diagnoser, optionsOf, files: ports.files },
      contentOf: (uri, text) => documents.contentOf(uri, text),
      searchIncluders: (uri) => includes.search(settingsOf(uri).root),
      openDocument: (uri) => documents.find(uri),
      roots: () => settings.all.flatMap(({ root }) => root ?? []),
      isOn: () => settings.checksClosed,
      releaseMemory: ports.releaseMemory,
      defer: ports.defer,
    });
  return {
    ...{ engine, encoding, client, documents, includes, names, imported, answers, environments, ownFiles, liveNames },
    ...{ optionsOf, settingsOf },
    ...filesOf(ports),
    checking,
    workspaceChecking,
    looks: createViewports(),
    sendsItself: !client.sends && ports.send !== undefined,
    send: ports.send,
    keepAnswer: ports.keepAnswer,
  };
}

function engineOf(connection: Connection, ports: ServerPorts): Engine {
  return ports.createEngine({
    onRuleFailure: (rule, frames) => {
      connection.console.error(`The rule ${rule} failed and is skipped.\n${frames}`);
    },
    onMissingDescription: (message) => {
      connection.console.error(message);
      // Not a request, which a client may answer with an error.
      sendIfOpen(connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message }));
    },
  });
}

function filesOf(ports: ServerPorts): Pick<Session, 'isWritable' | 'pause' | 'files' | 'readFile' | 'describe'> {
  return {
    isWritable: (uri) => ports.files?.isWritable?.(uri) ?? Promise.resolve(undefined),
    pause: () =>
      new Promise((resolve) => {
        ports.defer(resolve);
      }),
    files: ports.files,
    readFile: (uri) => ports.readFile?.(uri) ?? Promise.resolve(undefined),
    describe: ports.describe,
  };
}
