import type { CancellationToken, WorkspaceSymbol } from 'vscode-languageserver';
import { SymbolKind } from 'vscode-languageserver';
import { fuzzyScore } from '@rulebook/text';
import { isCheckable } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { environmentFolders } from '../names/environment-files';
import type { PlacedEntry } from '../names/workspace-names';
import type { Session } from '../session/session';

/** The most symbols of a response. */
const most = 300;

const kinds: Readonly<Record<PlacedEntry['kind'], SymbolKind>> = {
  request: SymbolKind.Function,
  variable: SymbolKind.Variable,
  resource: SymbolKind.Object,
};

/** Finds requests, variables and created resources in all request files of the workspace, and environments with their variables. */
export const workspaceSymbols: ServerFeature = {
  capabilities: () => ({ workspaceSymbolProvider: true }),
  register: ({ connection, guarded, guardedLater }) => {
    connection.onWorkspaceSymbol(({ query }, token) =>
      guarded<Promise<WorkspaceSymbol[]>>('workspaceSymbol', Promise.resolve([]), (session) =>
        guardedLater('workspaceSymbol', [], () => symbolsFor(session, query, token)),
      ),
    );
  },
};

async function symbolsFor(session: Session, query: string, token: CancellationToken): Promise<WorkspaceSymbol[]> {
  const { names, documents } = session;
  await names.ready();
  if (token.isCancellationRequested) return [];
  const found: { readonly score: number; readonly symbol: () => WorkspaceSymbol }[] = [];
  const see = (uri: string, entries: readonly PlacedEntry[]): void => {
    for (const entry of entries) {
      // A resource is found where it is created; its uses are the references of that.
      if (entry.resource?.isCreated === false) continue;
      const score = fuzzyScore(query, entry.detail === '' ? entry.name : `${entry.name} ${entry.detail}`);
      if (score !== undefined) found.push({ score, symbol: () => symbolOf(uri, entry) });
    }
  };
  for (const document of documents.all())
    if (document.kind === 'requests' && isCheckable(document)) see(document.uri, names.entriesOf(document));
  for (const { uri, entries } of names.closed()) see(uri, entries);
  const { files } = await environmentFolders(session);
  if (token.isCancellationRequested) return [];
  for (const { uri, occurrences, rangeOf } of files.values())
    for (const { kind, role, name, span, section } of occurrences) {
      if (role === 'reference') continue;
      const score = fuzzyScore(query, name);
      const symbol = (): WorkspaceSymbol => ({
        name,
        kind: kind === 'environment' ? SymbolKind.Namespace : SymbolKind.Variable,
        containerName: kind === 'environment' ? 'environment' : `environment ${section.environment ?? ''}`.trimEnd(),
        location: { uri, range: rangeOf(span) },
      });
      if (score !== undefined) found.push({ score, symbol });
    }
  // The sort is stable: what fits equally well stays in the order of the files.
  found.sort((a, b) => b.score - a.score);
  return found.slice(0, most).map(({ symbol }) => symbol());
}

function symbolOf(uri: string, { kind, name, detail, line, start, end }: PlacedEntry): WorkspaceSymbol {
  return {
    name: kind === 'variable' ? `@${name}` : name.trim() === '' ? '(unnamed)' : name,
    kind: kinds[kind],
    ...(detail !== '' && { containerName: detail }),
    location: { uri, range: { start: { line, character: start }, end: { line, character: end } } },
  };
}
