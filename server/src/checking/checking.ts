import { type Connection, type DocumentDiagnosticReport, CodeLensRefreshRequest } from 'vscode-languageserver';
import type { Client } from '../ports/client';
import type { CheckOptions } from '@rulebook/engine';
import { environmentFileKind } from '@rulebook/request-file/environments';
import type { Diagnoser } from './diagnoser';
import type { DocumentStore, OpenDocument } from '../documents/documents';
import type { DocumentEnvironments } from '../configuration/environments';
import type { Includes } from '../documents/includes';
import type { ImportedNames } from '../names/imported-names';
import type { OwnFiles } from '../configuration/own-files';
import type { OtherFormatParts } from './document-parts';
import { createOtherFormats, type OtherFormats } from './other-formats';
import { createPulledReports } from './pulled-reports';
import type { ServerPorts } from '../ports/ports';
import type { Settings } from '../configuration/settings';
import { otherFormatOf } from '../documents/other-format';
import { plainUri } from '../documents/uris';
import type { SettingsChange } from '../configuration/workspace-settings';

/**
 * How often a check steps back behind the messages that have arrived. The queue hands out one message a turn, and the writer needs
 * one more for its response: so the next key comes first, and the completion that was asked for in the same breath too.
 */
const turnsBeforeCheck = 4;

/** Decides when documents are checked again, and sends the diagnostics to clients that do not pull them. */
export interface Checking {
  /** Reads what the check of a document needs of other files; undefined when all of it has been read. */
  load(document: OpenDocument): Promise<unknown> | undefined;
  /** Returns the report on a document as it is now, for a client that has the report named by `previous`. */
  report(document: OpenDocument, previous: string | undefined): DocumentDiagnosticReport;
  /** Returns whether not all diagnostics of a document are shown. */
  isCut(uri: string): boolean;
  /** Publishes soon, unless the document changes first: so a flood of changes is checked once. */
  schedule(document: OpenDocument): void;
  /** Checks again what takes the file as a body, and asks again what the JSON files are. */
  recheckAround(uri: string, isInclusionChanged: boolean): void;
  /** Asks again what the JSON files are, and checks those that have become something else. */
  reclassify(): void;
  /** Checks every document again, after the settings have changed. */
  recheckAll(change: SettingsChange): void;
  /** Asks a client that pulls diagnostics to pull them again. */
  refresh(): void;
  /** Documents of other formats: Arazzo, and overlays. */
  readonly otherFormats: OtherFormats;
  /** Checks documents of other formats again, after files have changed that they may refer to. */
  changedFiles(uris: readonly string[]): void;
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
  readonly imported: ImportedNames;
  readonly ownFiles: OwnFiles;
  readonly environments: DocumentEnvironments;
  readonly diagnoser: Diagnoser;
  readonly engine: OtherFormatParts['engine'];
  readonly ports: OtherFormatParts['ports'];
  readonly encoding: OtherFormatParts['encoding'];
  readonly guarded: Guard;
  readonly defer: ServerPorts['defer'];
}

/** Creates the checking of one session. */
export function createChecking(parts: CheckingParts): Checking {
  const { connection, client, documents, includes, imported, ownFiles, environments } = parts;
  const { diagnoser, optionsOf, guarded } = parts;
  const otherFormats = createOtherFormats(parts);
  const pulled = createPulledReports();
  /** The documents of which not all diagnostics are shown. */
  const cut = new Set<string>();

  const diagnose = (document: OpenDocument) => {
    // Most JSON files have nothing to do with requests; no description is read for them.
    if (document.kind === 'ignored') return [...otherFormats.diagnosticsOf(document)];
    const { items, isCut } = diagnoser(document, optionsOf(document));
    if (isCut) cut.add(document.uri);
    else cut.delete(document.uri);
    return items;
  };
  const isCurrent = ({ uri, serial }: OpenDocument) => documents.get(uri)?.serial === serial;

  const load = (document: OpenDocument): Promise<unknown> | undefined => {
    const waiting = [
      ...[includes.load(document), imported.load(document), environments.load(document.uri)],
      otherFormats.load(document),
    ].filter((one) => one !== undefined);
    return waiting.length === 0 ? undefined : Promise.all(waiting);
  };
  /** What is wrong in files that are not request files, which need not be open. */
  const neighbourOf = (uri: string) => [...ownFiles.diagnosticsOf(uri), ...environments.diagnosticsOf(uri)];

  const publish = (document: OpenDocument): void => {
    guarded('publishDiagnostics', undefined, () => {
      const loading = load(document);
      if (loading) {
        void loading.then(() => {
          if (isCurrent(document)) publish(document);
        });
        return;
      }
      const { uri, version } = document;
      const diagnostics = [...diagnose(document), ...neighbourOf(uri)];
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
  const searchIncluders = ({ uri, kind, file }: OpenDocument): void => {
    if (kind !== 'ignored' || file.isMarkdown || environmentFileKind(plainUri(uri)) !== undefined) return;
    if (otherFormatOf(plainUri(uri)) !== undefined) return;
    void includes.search(parts.settingsOf(uri).root)?.then(() => {
      recheckAround(uri, true);
    });
  };
  const reclassified = (): readonly OpenDocument[] => {
    const changed = documents.reclassify();
    // What a body file is compared with may have changed with what it is.
    for (const document of changed) includes.update(document);
    changed.forEach(searchIncluders);
    return changed;
  };
  const recheck = (touched: readonly OpenDocument[]): void => {
    if (touched.length === 0) return;
    refresh();
    touched.forEach(schedule);
  };
  const recheckAround = (uri: string, isInclusionChanged: boolean): void => {
    guarded('includes', undefined, () => {
      const around = includes.includersOf(uri).flatMap((includer) => documents.get(includer) ?? []);
      recheck(isInclusionChanged ? [...around, ...reclassified()] : around);
    });
  };

  return {
    load,
    report: (document, previous) => pulled.reportOf(document.uri, diagnose(document), previous),
    isCut: (uri) => cut.has(uri),
    schedule,
    refresh,
    recheckAround,
    reclassify: () => {
      recheck(reclassified());
    },
    otherFormats,
    changedFiles: (uris) => {
      if (!uris.some((uri) => /\.(?:ya?ml|json|graphqls?|gql)$/i.test(plainUri(uri)))) return;
      otherFormats.changed();
      recheck(documents.all().filter(({ uri }) => otherFormatOf(plainUri(uri)) !== undefined));
    },
    recheckAll: ({ affectsLenses }) => {
      otherFormats.changed();
      reclassified();
      recheck(documents.all());
      if (affectsLenses && client.refreshesLenses) sendIfOpen(connection.sendRequest(CodeLensRefreshRequest.type));
    },
    searchIncluders,
    publishOwn: (uri) => {
      const document = client.pullsDiagnostics ? undefined : documents.find(uri);
      if (document) schedule(document);
      else sendIfOpen(connection.sendDiagnostics({ uri, diagnostics: neighbourOf(uri) }));
    },
    close: (uri) => {
      pulled.forget(uri);
      otherFormats.forget(uri);
      cut.delete(uri);
      if (client.pullsDiagnostics) return;
      sendIfOpen(connection.sendDiagnostics({ uri, diagnostics: neighbourOf(uri) }));
    },
  };
}

/** A message to the client fails when the connection has been closed; then it has no receiver. */
export function sendIfOpen(sent: Promise<unknown>): void {
  sent.catch(() => undefined);
}
