import type { CodeAction, CodeLens, CompletionItem, Diagnostic, Hover, Location, Range } from 'vscode-languageserver';
import { CodeActionKind, type Position } from 'vscode-languageserver';
import type { CheckOptions } from '@rulebook/engine';
import type { CheckStep, PlacedArazzoProblem } from '@rulebook/exchange/arazzo';
import type { DocumentFix } from '@rulebook/exchange/documents';
import type { OpenDocument } from '../documents/documents';
import { otherFormatOf, type OtherFormat } from '../documents/other-format';
import { toNotice } from '../documents/to-lsp';
import { plainUri } from '../documents/uris';
import { useDescriptionUrlCommand, type WorkflowParams, type WorkflowResult } from '../protocol';
import { completeAt, definitionAt, hoverAt, languageOf, lensesIn, type HelpContext } from './document-help';
import { documentText, extendedBy, optionsFor, type DocumentText, type OtherFormatParts } from './document-parts';
import { createDocumentSources } from './document-sources';
import { workflowAsRequests } from './workflow-requests';

/** Documents of other formats: Arazzo, and overlays of descriptions. */
export interface OtherFormats {
  /** Checks a document, unless it was checked or is of no such format. */
  readonly load: (document: OpenDocument) => Promise<unknown> | undefined;
  readonly diagnosticsOf: (document: OpenDocument) => readonly Diagnostic[];
  /** Returns what can be written at a position. */
  readonly complete: (document: OpenDocument, position: Position) => Promise<CompletionItem[]>;
  readonly hover: (document: OpenDocument, position: Position) => Promise<Hover | null>;
  readonly definition: (document: OpenDocument, position: Position) => Promise<Location[] | null>;
  /** Returns the fixes of the problems in a range. */
  readonly fixesIn: (document: OpenDocument, range: Range, given: readonly Diagnostic[]) => CodeAction[];
  /** Returns a lens above each workflow, for clients with the command that runs it. */
  readonly lensesOf: (document: OpenDocument) => Promise<CodeLens[]>;
  /** Returns a workflow as a request file, or why that is not possible. */
  readonly workflow: (document: OpenDocument, params: WorkflowParams) => Promise<WorkflowResult>;
  /** Forgets what was read of other files. */
  readonly changed: () => void;
  readonly forget: (uri: string) => void;
}

/** More problems of a document are not shown. */
const maxShown = 200;

interface Checked {
  readonly serial: number;
  readonly list: readonly Diagnostic[];
  readonly fixes: readonly { readonly diagnostic: Diagnostic; readonly fix: DocumentFix; readonly range: Range }[];
  /** URLs of source descriptions that are not read. */
  readonly unread: readonly { readonly diagnostic: Diagnostic; readonly url: string }[];
}

/** Creates what is known of documents of other formats. */
export function createOtherFormats(parts: OtherFormatParts): OtherFormats {
  const { client } = parts;
  const known = new Map<string, Checked>();
  const sources = createDocumentSources(parts);
  const context: HelpContext = { parts, sources, language: languageOf(parts) };
  const formatOf = ({ uri, fullLength }: OpenDocument): OtherFormat | undefined =>
    fullLength === undefined ? otherFormatOf(plainUri(uri)) : undefined;
  const check = async (document: OpenDocument, format: OtherFormat): Promise<void> => {
    const { uri, serial } = document;
    const checked = { serial, ...(await checkDocument(documentText(document, parts), format, context)) };
    if ((known.get(uri)?.serial ?? -1) < serial) known.set(uri, checked);
  };
  const inDocument = async <T>(
    document: OpenDocument,
    fallback: T,
    run: (text: DocumentText, format: OtherFormat) => Promise<T>,
  ): Promise<T> => {
    const format = formatOf(document);
    return format === undefined ? fallback : run(documentText(document, parts), format);
  };
  return {
    load: (document) => {
      const format = formatOf(document);
      const former = known.get(document.uri);
      if (format === undefined || former?.serial === document.serial) return undefined;
      // Who opens a document sees the descriptions as they are now, also where changes of files are not reported.
      if (former === undefined) sources.clear();
      return check(document, format);
    },
    diagnosticsOf: ({ uri }) => known.get(uri)?.list ?? [],
    complete: (document, position) =>
      inDocument<CompletionItem[]>(document, [], (text, format) => completeAt(text, position, format, context)),
    hover: (document, position) =>
      inDocument<Hover | null>(document, null, (text, format) => hoverAt(text, position, format, context)),
    definition: (document, position) =>
      inDocument<Location[] | null>(document, null, (text, format) => definitionAt(text, position, format, context)),
    fixesIn: ({ uri, version }, range, given) => {
      const { fixes, unread } = known.get(uri) ?? { fixes: [], unread: [] };
      const isHere = ({ diagnostic }: { readonly diagnostic: Diagnostic }): boolean =>
        diagnostic.range.start.line <= range.end.line && diagnostic.range.end.line >= range.start.line;
      const ofClient = (diagnostic: Diagnostic): Diagnostic[] =>
        given.filter(({ message }) => message === diagnostic.message).slice(0, 1);
      return [
        ...fixes.filter(isHere).map(({ diagnostic, fix, range: at }): CodeAction => ({
          title: fix.title,
          kind: CodeActionKind.QuickFix,
          diagnostics: ofClient(diagnostic),
          isPreferred: true,
          edit: editOf(uri, client.versionedEdits ? version : undefined, [{ range: at, newText: fix.edit.newText }]),
        })),
        ...(client.sends ? unread.filter(isHere) : []).map(({ diagnostic, url }): CodeAction => ({
          title: `Fetch the description at ${url}`,
          kind: CodeActionKind.QuickFix,
          diagnostics: ofClient(diagnostic),
          command: { title: 'Fetch', command: useDescriptionUrlCommand, arguments: [url] },
        })),
      ];
    },
    lensesOf: (document) =>
      inDocument<CodeLens[]>(document, [], async (text, format) =>
        client.sends && format === 'arazzo' && parts.settingsOf(document.uri).codeLens ? lensesIn(text) : [],
      ),
    workflow: (document, { workflow }) =>
      inDocument<WorkflowResult>(document, { reason: 'The document is not an Arazzo document.' }, ({ uri, text }) =>
        workflowAsRequests(uri, text, workflow, { ...parts, sources }),
      ),
    changed: () => {
      sources.clear();
      known.clear();
    },
    forget: (uri) => known.delete(uri),
  };
}

function editOf(
  uri: string,
  version: number | undefined,
  edits: { readonly range: Range; readonly newText: string }[],
): NonNullable<CodeAction['edit']> {
  return version === undefined
    ? { changes: { [uri]: edits } }
    : { documentChanges: [{ textDocument: { uri, version }, edits }] };
}

interface Problem extends Pick<PlacedArazzoProblem, 'message' | 'severity' | 'span' | 'fix' | 'pointer'> {
  /** The URL of a source description that is not read. */
  readonly url?: string;
}

async function checkDocument(
  document: DocumentText,
  format: OtherFormat,
  context: HelpContext,
): Promise<Omit<Checked, 'serial'>> {
  const { fixesInDocument } = await import('@rulebook/exchange/documents');
  const found =
    format === 'arazzo' ? await arazzoProblems(document, context) : await overlayProblems(document, context);
  const problems = found.slice(0, maxShown);
  const fixes = fixesInDocument(document.text, problems);
  const made = problems.map((problem) => {
    const { message, severity, span } = problem;
    return { problem, diagnostic: { ...toNotice(message, severity), range: document.rangeOf(span) } };
  });
  return {
    list: made.map(({ diagnostic }) => diagnostic),
    fixes: made.flatMap(({ problem, diagnostic }) => {
      const fix = fixes.get(problem);
      return fix === undefined ? [] : [{ diagnostic, fix, range: document.rangeOf(fix.edit.span) }];
    }),
    unread: made.flatMap(({ problem: { url }, diagnostic }) => (url === undefined ? [] : [{ diagnostic, url }])),
  };
}

async function arazzoProblems(
  { uri, text }: DocumentText,
  { parts, sources: reader }: HelpContext,
): Promise<readonly Problem[]> {
  // What reads YAML takes long to load.
  const { checkArazzoText, readArazzoText } = await import('@rulebook/exchange/arazzo');
  const read = readArazzoText(text, plainUri(uri));
  // While it is empty, there is nothing to say.
  if ('message' in read) return text.trim() === '' ? [] : [{ ...read, severity: 'error' }];
  const sources = await reader.of(uri, read.document);
  const checkStep: CheckStep = (request, source) => findingsWithFixes(request, optionsFor(source), parts);
  const urls = new Map(
    read.document.sources
      .filter(({ url, name }) => /^https?:/i.test(url) && sources.some((one) => one.name === name && one.cause))
      .map(({ pointer, url }) => [`${pointer}/url`, url]),
  );
  return checkArazzoText(read, sources, checkStep).map((problem) => {
    const url = problem.severity === 'information' ? urls.get(problem.pointer ?? '') : undefined;
    return url === undefined ? problem : { ...problem, url };
  });
}

/** Returns what is wrong in a request, with the words that are meant in the place of others. */
function findingsWithFixes(
  request: string,
  options: CheckOptions,
  { engine }: Pick<OtherFormatParts, 'engine'>,
): ReturnType<CheckStep> {
  const file = engine.openFile(request);
  const found = Array.from(engine.check(file, options).blocks, ({ findings }) => findings).flat();
  return engine.withFixes(file, 0, found, options).map(({ fixes, ...finding }) => {
    const edits = fixes?.()[0]?.edits ?? [];
    const [edit] = edits;
    const from = edit === undefined ? '' : plainWord(request.slice(edit.span.start, edit.span.end));
    const to = edit === undefined ? '' : plainWord(edit.newText);
    return { ...finding, ...(edits.length === 1 && from !== '' && to !== '' && { fix: { from, to } }) };
  });
}

/** Returns a word without its quotes; empty for what may be written in another way in a document. */
function plainWord(text: string): string {
  return /^"?([\w./-]+)"?$/.exec(text)?.[1] ?? '';
}

async function overlayProblems({ uri, text }: DocumentText, { parts }: HelpContext): Promise<readonly Problem[]> {
  const { checkOverlay } = await import('@rulebook/description');
  if (text.trim() === '') return [];
  const content = await extendedBy(uri, text, parts);
  return checkOverlay({
    name: plainUri(uri),
    text,
    read: () => (content === undefined ? { cause: 'there is no such file' } : { text: content.text }),
  });
}
