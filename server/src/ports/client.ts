import type { ClientCapabilities } from 'vscode-languageserver';
import type { EnvironmentsParams, InitializationOptions } from '../protocol';

/** What the client can do and wants, as far as it decides what the server sends. */
export interface Client {
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly refreshesLenses: boolean;
  readonly registersWatchers: boolean;
  /** Is asked for formatting only where we register for it. */
  readonly registersFormatting: boolean;
  readonly nestedSymbols: boolean;
  /** The most foldable ranges that it takes. */
  readonly foldingLimit: number;
  readonly snippets: boolean;
  /** Shows more than one text next to the label of a completion. */
  readonly labelDetails: boolean;
  /** Takes edits that name the version of the document, so that it can refuse outdated ones. */
  readonly versionedEdits: boolean;
  /** Takes edits that create a file. */
  readonly createsFiles: boolean;
  readonly showsLenses: boolean;
  /** Takes definitions with the range that is underlined. */
  readonly linksDefinitions: boolean;
  readonly preparesRename: boolean;
  /** Shows why a code action is not possible. */
  readonly disablesActions: boolean;
  /** Asks before it renames files. */
  readonly announcesRenames: boolean;
  readonly showsDocuments: boolean;
  readonly showsProgress: boolean;
  /** The rest is as in `InitializationOptions`. */
  readonly opensUnselected: boolean;
  readonly sends: boolean;
  readonly boundsLenses: boolean;
  readonly reportsCursor: boolean;
  readonly comparesResponses: boolean;
  readonly sendsNeeded: boolean;
  readonly addsCodeDescription: boolean;
  readonly reportsJsonSyntax: boolean;
  readonly suggestCommand?: string | undefined;
  readonly severityCommand?: string | undefined;
  /** The client's command that moves a secret out of a file. */
  readonly moveSecretCommand?: string | undefined;
  /** The client's command that shows the rights that a file needs. */
  readonly rightsCommand?: string | undefined;
  readonly environments: EnvironmentsParams;
  readonly refreshesHints: boolean;
}

/** Reads the client's abilities from what it sends at the start. */
export function clientOf(
  { textDocument, workspace, window }: ClientCapabilities,
  options: InitializationOptions,
): Client {
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    registersWatchers: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    registersFormatting: [
      textDocument?.formatting,
      textDocument?.rangeFormatting,
      textDocument?.onTypeFormatting,
    ].every((ability) => ability?.dynamicRegistration === true),
    nestedSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    foldingLimit: textDocument?.foldingRange?.rangeLimit ?? Infinity,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    labelDetails: textDocument?.completion?.completionItem?.labelDetailsSupport === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    createsFiles: workspace?.workspaceEdit?.resourceOperations?.includes('create') === true,
    linksDefinitions: textDocument?.definition?.linkSupport === true,
    announcesRenames: workspace?.fileOperations?.willRename === true,
    disablesActions: textDocument?.codeAction?.disabledSupport === true,
    preparesRename: textDocument?.rename?.prepareSupport === true,
    showsLenses: textDocument?.codeLens !== undefined,
    showsDocuments: window?.showDocument?.support === true,
    showsProgress: window?.workDoneProgress === true,
    opensUnselected: options.opensUnselected === true,
    sends: options.sends === true,
    boundsLenses: options.boundsLenses === true,
    reportsCursor: options.reportsCursor === true,
    comparesResponses: options.comparesResponses === true,
    sendsNeeded: options.sendsNeeded === true,
    addsCodeDescription: options.addsCodeDescription === true,
    reportsJsonSyntax: options.reportsJsonSyntax === true,
    suggestCommand: options.suggestCommand,
    severityCommand: options.severityCommand,
    moveSecretCommand: options.moveSecretCommand,
    rightsCommand: options.rightsCommand,
    environments: {
      environment: options.environment,
      ...(options.inlayHints === true && { inlayHints: true }),
      ...options.environments,
    },
    refreshesHints: workspace?.inlayHint?.refreshSupport === true,
  };
}
