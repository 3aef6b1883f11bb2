import { type Connection, type Diagnostic, CodeLensRefreshRequest } from 'vscode-languageserver';
import type { Client } from './client';
import type { CheckOptions } from '../../engine/src/index';
import type { Diagnoser } from './diagnoser';
import type { DocumentStore, OpenDocument } from './documents';
import type { Includes } from './includes';
import type { OwnFiles } from './own-files';
import type { ServerPorts } from './ports';
import type { Settings } from './settings';
import type { SettingsChange } from './workspace-settings';

/**
 * How often a check steps back behind the messages that have arrived. The queue hands out one message a turn, and the writer needs
 * one more for its answer: so the next key comes first, and the completion that was asked for in the same breath too.
 */
const turnsBeforeCheck = 4;

/** Decides when documents are checked again, and sends the diagnostics to clients that do not pull them. */
export interface Checking {
  /** Returns the diagnostics of a document as it is now. */
  diagnose(document: OpenDocument): Diagnostic[];
  /** Returns what names the diagnostics of a document: another one as soon as they may be others. */
  resultIdOf(document: OpenDocument): string;
  /** Returns whether not all diagnostics of a document are shown. */
  isCut(uri: string): boolean;
  /** Publishes soon, unless the document changes first: so a flood of changes is checked once. */
  schedule(document: OpenDocument): void;
  /** Checks again what takes the file as a body, and asks again what the JSON files are. */
  recheckAround(uri: string, isInclusionChanged: boolean): void;
  /** Checks every document again, after the settings have changed. */
  recheckAll(change: SettingsChange): void;
  /** Asks a client that pulls diagnostics to pull them again. */
  refresh(): void;
  /** Looks for request files that include a JSON file which nothing else explains; they may not be open. */
  searchIncluders(document: OpenDocument): void;
  /** Sends what is wrong in a description, or with the paths of a `rulebook.json`; the files need not be open. */
  publishOwn(uri: string): void;
  /** Takes back the diagnostics of a closed document. */
  close(uri: string): void;
}

/** Runs something; a failure is logged under the name, and the fallback returned. */
export type Guard = <T>(name: string, fallback: T, run: () => T) => T;

interface CheckingParts {
  readonly optionsOf: (document: Pick<OpenDocument, 'uri'>) => CheckOptions;
  readonly settingsOf: (uri: string) => Settings;
  readonly connection: Connection;
  readonly client: Client;
  readonly documents: DocumentStore;
  readonly includes: Includes;
  readonly ownFiles: OwnFiles;
  readonly diagnoser: Diagnoser;
  readonly guarded: Guard;
  readonly defer: ServerPorts['defer'];
}

/** Creates the checking of one session. */
export function createChecking(parts: CheckingParts): Checking {
  const { connection, client, documents, includes, ownFiles, diagnoser, optionsOf, guarded } = parts;
  /** Counts the settings, so that a result id names those that it was computed under. */
  let epoch = 0;

  const diagnose = (document: OpenDocument) =>
    // Most JSON files have nothing to do with requests; no description is read for them.
    document.kind === 'ignored' ? [] : diagnoser.diagnose(document, optionsOf(document));
  const isCurrent = ({ uri, serial }: OpenDocument) => documents.get(uri)?.serial === serial;

  const publish = (document: OpenDocument): void => {
    guarded('publishDiagnostics', undefined, () => {
      const loading = includes.load(document);
      if (loading) {
        void loading.then(() => {
          if (isCurrent(document)) publish(document);
        });
        return;
      }
      const { uri, version } = document;
      const diagnostics = [...diagnose(document), ...ownFiles.diagnosticsOf(uri)];
      sendIfOpen(connection.sendDiagnostics({ uri, version, diagnostics }));
    });
  };
  const schedule = (document: OpenDocument): void => {
    if (client.pullsDiagnostics) return;
    const wait = (turns: number): void => {
      if (!isCurrent(document)) return;
      if (turns === 0) publish(document);
      else
        parts.defer(() => {
          wait(turns - 1);
        });
    };
    wait(turnsBeforeCheck);
  };
  const refresh = (): void => {
    if (client.pullsDiagnostics && client.refreshesDiagnostics) sendIfOpen(connection.languages.diagnostics.refresh());
  };
  const recheckAround = (uri: string, isInclusionChanged: boolean): void => {
    guarded('includes', undefined, () => {
      const touched = includes.includersOf(uri).flatMap((includer) => documents.get(includer) ?? []);
      if (isInclusionChanged) touched.push(...documents.reclassify());
      if (touched.length === 0) return;
      epoch++;
      refresh();
      for (const document of touched) schedule(document);
    });
  };

  return {
    diagnose,
    resultIdOf: ({ serial }) => `${String(serial)}.${String(epoch)}`,
    isCut: diagnoser.isCut,
    schedule,
    refresh,
    recheckAround,
    recheckAll: ({ affectsLenses }) => {
      epoch++;
      documents.reclassify();
      refresh();
      for (const document of documents.all()) schedule(document);
      if (affectsLenses && client.refreshesLenses) sendIfOpen(connection.sendRequest(CodeLensRefreshRequest.type));
    },
    searchIncluders: ({ uri, kind }) => {
      if (kind !== 'ignored') return;
      void includes.search(parts.settingsOf(uri).root)?.then(() => {
        recheckAround(uri, true);
      });
    },
    publishOwn: (uri) => {
      const document = client.pullsDiagnostics ? undefined : documents.find(uri);
      if (document) schedule(document);
      else sendIfOpen(connection.sendDiagnostics({ uri, diagnostics: [...ownFiles.diagnosticsOf(uri)] }));
    },
    close: (uri) => {
      diagnoser.forget(uri);
      if (client.pullsDiagnostics) return;
      sendIfOpen(connection.sendDiagnostics({ uri, diagnostics: [...ownFiles.diagnosticsOf(uri)] }));
    },
  };
}

/** A message to the client fails when the connection has been closed; then it has no receiver. */
export function sendIfOpen(sent: Promise<unknown>): void {
  sent.catch(() => undefined);
}
