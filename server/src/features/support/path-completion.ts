import { CompletionItemKind, type CompletionItem, type Position } from 'vscode-languageserver';
import type { AutomaticCompletion } from '@rulebook/engine';
import type { OpenDocument } from '../../documents/documents';
import { isCheckable } from '../../documents/documents';
import { rangesOfBlock, toBlockOffset } from '../../documents/to-lsp';
import { plainUri, relativePath } from '../../documents/uris';
import type { Session } from '../../session/session';

/** Where a line names a file, and which files it can name; absent: request files. */
interface PathPlace {
  /** What is in front of the path. */
  readonly lead: RegExp;
  readonly files?: RegExp;
  /** Commas are between several paths. */
  readonly isList?: true;
}

const places: readonly PathPlace[] = [
  { lead: /^import[ \t]+/ },
  { lead: /^[ \t]*(?:#+|\/\/+)[ \t]*@import[ \t]+/i },
  { lead: /^[ \t]*(?:#+|\/\/+)[ \t]*@rights-?of[ \t]+(?:[^,]*,[ \t]*)*/i, isList: true },
  {
    lead: /^[ \t]*(?:#+|\/\/+)[ \t]*@for[ \t]+(?:[\w$]+[ \t]+of[ \t]+)?file[ \t]+/i,
    files: /\.(?:csv|tsv|json|jsonl|ndjson)$/i,
  },
  {
    lead: /^<(?:@\w*)?[ \t]+(?!\{%)/,
    files: /\.(?:json|jsonl|ndjson|xml|txt|csv|graphql|gql|ya?ml|html|bin|png|jpg|pdf)$/i,
  },
  { lead: /^>[ \t]+(?!\{%)/, files: /\.(?:m?js|cjs)$/i },
  { lead: /^\?\?[ \t]+(?:schema|body[ \t]+matches)[ \t]+/, files: /\.(?:json|ya?ml)$/i },
];

/** So many files are listed. */
const most = 300;

/** Returns the files that the line at a position can name, by their paths from the document; undefined where it names none. */
export function pathsAt(
  { files, encoding, settingsOf }: Pick<Session, 'files' | 'encoding' | 'settingsOf'>,
  document: OpenDocument,
  position: Position,
  automatic: AutomaticCompletion | undefined,
): Promise<CompletionItem[]> | undefined {
  if (files === undefined || !isCheckable(document) || document.kind !== 'requests') return undefined;
  const { root } = settingsOf(document.uri);
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  const rangeOf = rangesOfBlock(document.file, block, encoding);
  const text = document.file.blocks.at(block)?.text ?? '';
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  const place = places.find(({ lead }) => lead.test(before));
  const length = place?.lead.exec(before)?.[0].length ?? 0;
  if (place === undefined || root === undefined || rangeOf === undefined) return undefined;
  const typed = before.slice(length);
  // Enter ends the line where nothing is typed, as behind other words.
  if (automatic !== undefined && typed === '' && !automatic.opensUnselected) return undefined;
  const rest = (place.isList ? /^[^,\r\n]*/ : /^[^\r\n]*/).exec(text.slice(offset))?.[0] ?? '';
  const range = rangeOf({ start: start + length, end: offset + rest.trimEnd().length });
  return files.findRequestFiles(root, most, place.files).then((found) => {
    const paths = found
      .filter((uri) => plainUri(uri) !== plainUri(document.uri) && (place.files?.test(plainUri(uri)) ?? true))
      .map((uri) => relativePath(document.uri, uri, './'));
    // A path that is complete leaves Enter to the line.
    if (automatic !== undefined && paths.includes(typed)) return [];
    return paths.sort(byNearness).map((path, index) => ({
      label: path,
      kind: CompletionItemKind.File,
      sortText: String(index).padStart(4, '0'),
      filterText: typed.startsWith('.') ? path : path.replace(/^\.\//, ''),
      textEdit: { range, newText: path },
    }));
  });
}

/** What is in the same folder comes first. */
function byNearness(one: string, other: string): number {
  return distanceOf(one) - distanceOf(other) || (one < other ? -1 : 1);
}

function distanceOf(path: string): number {
  return path.split('/').length + (path.startsWith('../') ? 1 : 0);
}
