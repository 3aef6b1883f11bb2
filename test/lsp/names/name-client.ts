import type {
  DocumentHighlight,
  Location,
  LocationLink,
  Position,
  Range,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { applyEdits } from '../../../packages/text/src/edit';
import { startInMemory, type ClientParts, type ServerInMemory } from '../server-in-memory';

/** The folder of the workspace of these tests. */
export const root = 'file:///work';

const capabilities = {
  textDocument: { rename: { prepareSupport: true } },
  workspace: { workspaceEdit: { documentChanges: true } },
};

/** A server with a workspace of files, some of which are open. */
export interface NameClient {
  readonly server: ServerInMemory;
  /** The files as they are on the disk. */
  readonly files: Map<string, string>;
  readonly open: (name: string, text?: string) => void;
  /** Asks at the cursor `<|>` of a document, which is opened without the mark. */
  readonly ask: <T>(method: string, name: string, text: string, params?: object) => Promise<T>;
  readonly request: <T>(method: string, params: object) => Promise<T>;
}

/** Starts a server with files by their names in the workspace. */
export async function startNames(
  content: Readonly<Record<string, string>> = {},
  parts: ClientParts = {},
): Promise<NameClient> {
  const files = new Map(Object.entries(content).map(([name, text]) => [uriOf(name), text]));
  const server = await startInMemory(files, { rootUri: root, capabilities, ...parts });
  const opened = new Set<string>();
  const request = <T>(method: string, params: object) => server.request(method, params) as Promise<T>;
  const open = (name: string, text = files.get(uriOf(name)) ?? ''): void => {
    const uri = uriOf(name);
    if (opened.has(uri)) server.notify('textDocument/didClose', { textDocument: { uri } });
    opened.add(uri);
    server.notify('textDocument/didOpen', {
      textDocument: {
        uri,
        languageId: name.endsWith('.json') ? 'json' : name.startsWith('.env') ? 'dotenv' : 'http',
        version: 1,
        text,
      },
    });
  };
  return {
    server,
    files,
    open,
    request,
    ask: (method, name, marked, params = {}) => {
      const { text, position } = cursorIn(marked);
      open(name, text);
      return request(`textDocument/${method}`, { textDocument: { uri: uriOf(name) }, position, ...params });
    },
  };
}

/** Returns the URI of a file of the workspace. */
export function uriOf(name: string): string {
  return `${root}/${name}`;
}

/** Returns the text without its mark `<|>`, and where that is. */
export function cursorIn(marked: string): { readonly text: string; readonly position: Position } {
  const at = marked.indexOf('<|>');
  const before = marked.slice(0, at).split('\n');
  return {
    text: marked.replace('<|>', ''),
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
  };
}

/** Returns a range as `line:from-to`, with the text in it. */
export function shown(text: string, { start, end }: Range): string {
  const line = text.split('\n')[start.line] ?? '';
  return `${start.line}:${start.character}-${end.character} ${line.slice(start.character, end.character)}`;
}

/** Returns locations as `file line:from-to text`. */
export function places(
  { files }: NameClient,
  found: readonly (Location | LocationLink)[] | null,
  texts: Readonly<Record<string, string>> = {},
): readonly string[] | null {
  return (
    found?.map((one) => {
      const [uri, range] = 'uri' in one ? [one.uri, one.range] : [one.targetUri, one.targetSelectionRange];
      const name = uri.slice(root.length + 1);
      return `${name} ${shown(texts[name] ?? files.get(uri) ?? '', range)}`;
    }) ?? null
  );
}

/** Returns highlights as `line:from-to text`; what is written has `=`. */
export function highlightsIn(text: string, found: readonly DocumentHighlight[] | null): readonly string[] | null {
  return found?.map(({ range, kind }) => `${shown(text, range)}${kind === 3 ? ' =' : ''}`) ?? null;
}

/** Returns the texts of the files after the edit. */
export function edited(
  { files }: NameClient,
  { documentChanges = [], changes = {} }: WorkspaceEdit,
  texts: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const lists = [
    ...Object.entries(changes),
    ...documentChanges.flatMap((one) =>
      'edits' in one ? [[one.textDocument.uri, one.edits.filter((edit) => 'newText' in edit)] as const] : [],
    ),
  ];
  return Object.fromEntries(
    lists.map(([uri, edits]) => {
      const name = uri.slice(root.length + 1);
      const text = texts[name] ?? files.get(uri) ?? '';
      const offset = ({ line, character }: Position): number =>
        text
          .split('\n')
          .slice(0, line)
          .reduce((sum, one) => sum + one.length + 1, 0) + character;
      const done = edits.map(({ range, newText }) => ({
        span: { start: offset(range.start), end: offset(range.end) },
        newText,
      }));
      return [name, applyEdits(text, done)];
    }),
  );
}
