import type { ClientCapabilities } from 'vscode-languageserver';
import type { ControlAbilities } from './control-actions';
import type { InitializationOptions } from './protocol';
import type { PositionEncoding } from './to-lsp';

/** What the client can do, as far as it decides what the server says. */
export interface Client {
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly refreshesLenses: boolean;
  readonly registersWatchers: boolean;
  readonly nestedSymbols: boolean;
}

/** Reads the client's abilities from what it says at the start. */
export function clientOf({ textDocument, workspace }: ClientCapabilities): Client {
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    registersWatchers: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    nestedSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
  };
}

/** Reads what the client can do with an edit of `rulebook.json`. */
export function controlAbilitiesOf(
  { workspace }: ClientCapabilities,
  encoding: PositionEncoding,
  { severityCommand }: InitializationOptions,
): ControlAbilities {
  return {
    encoding,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    createsFiles: workspace?.workspaceEdit?.resourceOperations?.includes('create') === true,
    severityCommand,
  };
}
