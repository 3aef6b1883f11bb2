import type { CodeLens, Hover, Position } from 'vscode-languageserver';
import { MarkupKind } from 'vscode-languageserver';
import { inCode } from '@rulebook/engine';
import { beginningOfEarlier, describeSize, readEarlierResponse } from '@rulebook/sender/response';
import { visibleLine } from '@rulebook/text';
import { isCheckable, type OpenDocument } from '../../documents/documents';
import { compareEarlierCommand, openEarlierCommand, type EarlierArguments } from '../../protocol';
import { requestLineIn } from '../../documents/request-line';
import type { FeatureContext } from '../../documents/feature-context';
import type { Session } from '../../session/session';
import { rangesOfBlock, toBlockOffset } from '../../documents/to-lsp';
import { plainUri } from '../../documents/uris';

/** A line `<> file` of a request. */
interface EarlierLine {
  /** As written. */
  readonly path: string;
  readonly line: number;
  readonly range: Hover['range'];
  readonly isHere: boolean;
}

/** Returns the lines `<> file` of a block; of most blocks, without reading them. */
function earlierIn(context: FeatureContext, document: OpenDocument, index: number, offset = -1): EarlierLine[] {
  const { engine, encoding } = context;
  const { file } = document;
  const block = file.blocks.at(index);
  if (!block?.text.includes('<>')) return [];
  const rangeOf = rangesOfBlock(file, index, encoding);
  if (!rangeOf) return [];
  return engine.parse(file, index).earlier.map(({ path, span }) => ({
    path: path.text,
    line: rangeOf(path.span).start.line,
    range: rangeOf(path.span),
    isHere: span.start <= offset && offset <= span.end,
  }));
}

/** Returns the line `<> file` at a position. */
function earlierAt(context: FeatureContext, document: OpenDocument, position: Position): EarlierLine | undefined {
  if (!isCheckable(document)) return undefined;
  const { block, offset } = toBlockOffset(document.file, position, context.encoding);
  return earlierIn(context, document, block, offset).find(({ isHere }) => isHere);
}

/** Returns whether a position is on a line `<> file`. */
export function isEarlierAt(context: FeatureContext, document: OpenDocument, position: Position): boolean {
  return earlierAt(context, document, position) !== undefined;
}

/** Returns what is known of the earlier response at a position: status, size, date, and its first lines with secrets masked. */
export async function earlierHover(
  session: Session,
  document: OpenDocument,
  position: Position,
): Promise<Hover | null> {
  const found = earlierAt(session, document, position);
  if (found === undefined) return null;
  const title = '**Earlier response**';
  const hoverOf = (...parts: readonly string[]): Hover => ({
    contents: { kind: MarkupKind.Markdown, value: parts.join('\n\n') },
    ...(found.range && { range: found.range }),
  });
  const { files, names, settingsOf } = session;
  const location = await names.existingFileAt(document.uri, found.path);
  if (location === undefined) return hoverOf(title, `There is no file ${inCode(found.path)}.`);
  const folders = [document.uri.replace(/[^/]*$/, ''), settingsOf(document.uri).root];
  if (!folders.some((folder) => folder !== undefined && isInFolder(location, folder)))
    return hoverOf(title, 'The file lies outside of the workspace, and is not read.');
  const content = await files?.read(location);
  if (content === undefined || 'cause' in content)
    return hoverOf(title, `The file cannot be read: ${content?.cause ?? 'it is not on this machine'}.`);
  const about = await files?.describe?.(location);
  const earlier = readEarlierResponse(found.path, content.text);
  const facts = [
    ...(earlier.status === undefined ? [] : [inCode(earlier.status)]),
    ...(about === undefined ? [] : [describeSize(about.size), dateOf(about.modified)]),
  ];
  const beginning = beginningOfEarlier(earlier);
  return hoverOf(
    title,
    ...(facts.length > 0 ? [facts.join(' · ')] : []),
    beginning === '' ? 'The file is empty.' : fenced(beginning),
  );
}

/** Returns the lenses of the lines `<> file` of a block, for a client that opens and compares responses. */
export function earlierLenses(context: FeatureContext, document: OpenDocument, index: number): readonly CodeLens[] {
  if (!context.client.comparesResponses) return [];
  const lines = earlierIn(context, document, index);
  const requestLine = requestLineIn(document.file, index) ?? 0;
  return lines.flatMap(({ line, path }, at) => {
    const start = { line, character: 0 };
    const lens = (title: string, command: string, ...paths: readonly string[]): CodeLens => {
      const given: EarlierArguments = [document.uri, requestLine, ...paths];
      return { range: { start, end: start }, command: { title, command, arguments: [...given] } };
    };
    const next = lines[at + 1];
    return [
      lens('Open Earlier Response', openEarlierCommand, path),
      lens('Compare with Last Response', compareEarlierCommand, path),
      ...(next ? [lens(`Compare with ${shortName(next.path)}`, compareEarlierCommand, path, next.path)] : []),
    ];
  });
}

/** Returns lenses without those of earlier responses whose file is not there. */
export async function withoutMissing(
  { names }: Pick<Session, 'names'>,
  uri: string,
  lenses: CodeLens[],
): Promise<CodeLens[]> {
  const pathsOf = ({ command }: CodeLens): readonly string[] =>
    command?.command === openEarlierCommand || command?.command === compareEarlierCommand
      ? ((command.arguments ?? []) as unknown as EarlierArguments).slice(2).map(String)
      : [];
  const paths = [...new Set(lenses.flatMap(pathsOf))];
  if (paths.length === 0) return lenses;
  const places = await Promise.all(paths.map((path) => names.existingFileAt(uri, path)));
  const missing = new Set(paths.filter((_, index) => places[index] === undefined));
  return lenses.filter((lens) => !pathsOf(lens).some((path) => missing.has(path)));
}

function shortName(path: string): string {
  const name = visibleLine(path.replace(/^.*[/\\]/s, ''));
  return name.length > 40 ? `…${name.slice(-39)}` : name;
}

/** Returns a text in a code block, with a fence that the text does not have. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}http\n${text}\n${fence}`;
}

function isInFolder(uri: string, folder: string): boolean {
  return plainUri(uri).startsWith(plainUri(folder).replace(/\/*$/, '/'));
}

/** Returns a time in the zone of this machine: `2024-05-01 10:15`. */
function dateOf(time: number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
