import type { CodeAction, CodeLens, CompletionItem, Diagnostic, Hover, Location, Range } from 'vscode-languageserver';
import { CodeActionKind, type Position } from 'vscode-languageserver';
import type { CheckOptions, Engine } from '@rulebook/engine';
import type { CheckStep, KnownSource, PlacedArazzoProblem } from '@rulebook/exchange/arazzo';
import type { DocumentFix, RequestLanguage } from '@rulebook/exchange/documents';
import { createDescribedService } from '@rulebook/services';
import type { OpenDocument } from '../documents/documents';
import { otherFormatOf, type OtherFormat } from '../documents/other-format';
import {
  rangesIn,
  rangesOfBlock,
  toBlockOffset,
  toNotice,
  type PositionEncoding,
  type RangeOf,
} from '../documents/to-lsp';
import { plainUri } from '../documents/uris';
import type { Settings } from '../configuration/settings';
import type { Client } from '../ports/client';
import type { ServerPorts } from '../ports/ports';
import { runWorkflowCommand, useDescriptionUrlCommand, type WorkflowParams, type WorkflowResult } from '../protocol';
import { createDocumentSources, type DocumentSources } from './document-sources';
import { toDocumentCompletion } from './document-completion';
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

/** What such documents take. */
export interface OtherFormatParts {
  readonly engine: Pick<
    Engine,
    'openFile' | 'openBody' | 'check' | 'textOf' | 'complete' | 'hover' | 'describeCompletion' | 'planAll'
  >;
  readonly ports: Pick<ServerPorts, 'describe' | 'readFile'>;
  readonly client: Client;
  readonly encoding: PositionEncoding;
  readonly settingsOf: (uri: string) => Pick<Settings, 'root' | 'configuration' | 'codeLens'>;
}

/** More problems of a document are not shown, and of more offers, the meaning is not looked up. */
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
    const checked = { serial, ...(await checkDocument(textOf(document, parts), format, context)) };
    if ((known.get(uri)?.serial ?? -1) < serial) known.set(uri, checked);
  };
  const inDocument = async <T>(
    document: OpenDocument,
    fallback: T,
    run: (text: DocumentText, format: OtherFormat) => Promise<T>,
  ): Promise<T> => {
    const format = formatOf(document);
    return format === undefined ? fallback : run(textOf(document, parts), format);
  };
  return {
    load: (document) => {
      const format = formatOf(document);
      if (format === undefined || known.get(document.uri)?.serial === document.serial) return undefined;
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

/** The text of a document, and its positions. */
interface DocumentText {
  readonly uri: string;
  readonly text: string;
  readonly rangeOf: RangeOf;
  readonly offsetAt: (position: Position) => number;
}

function textOf({ uri, file }: OpenDocument, { engine, encoding }: OtherFormatParts): DocumentText {
  return textAt(uri, engine.textOf(file), { engine, encoding });
}

/** A text is one block here, however many requests a request file would have in it. */
function textAt(
  uri: string,
  text: string,
  { engine, encoding }: Pick<OtherFormatParts, 'engine' | 'encoding'>,
): DocumentText {
  const whole = engine.openBody(text, { method: '', target: '', at: '' });
  return {
    ...{ uri, text },
    rangeOf: rangesOfBlock(whole, 0, encoding) ?? rangesIn({ text, length: text.length, lineEnds: 0 }, 0, encoding),
    offsetAt: (position) => toBlockOffset(whole, position, encoding).offset,
  };
}

/** What help in a document takes. */
interface HelpContext {
  readonly parts: OtherFormatParts;
  readonly sources: DocumentSources;
  readonly language: RequestLanguage;
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
  const optionsFor = createOptions();
  const checkStep: CheckStep = (request, source) =>
    Array.from(
      parts.engine.check(parts.engine.openFile(request), optionsFor(source)).blocks,
      ({ findings }) => findings,
    ).flat();
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

/** Returns the description that an overlay extends. */
async function extendedBy(
  uri: string,
  text: string,
  { ports }: Pick<OtherFormatParts, 'ports'>,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const { extendedFileOf } = await import('@rulebook/description');
  const path = extendedFileOf(text, plainUri(uri));
  const target = path !== undefined && URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
  const content = target === undefined ? undefined : await ports.readFile?.(target);
  return target === undefined || content === undefined ? undefined : { path: target, text: content };
}

/** Returns what makes the options by which a request goes to the service of a source description, once for each. */
function createOptions(): (source: KnownSource) => CheckOptions {
  const made = new Map<KnownSource, CheckOptions>();
  return (source) => {
    const options = made.get(source) ?? optionsFor(source);
    made.set(source, options);
    return options;
  };
}

function optionsFor({ description }: KnownSource): CheckOptions {
  const service = 'arazzo-source';
  const services = description === undefined ? [] : [createDescribedService(description, { id: service })];
  const outsideNames = { variables: new Set(['value']), requests: new Set<string>(), isComplete: false };
  const endpoints = [{ name: 'source', service, baseUrl: 'https://source.invalid' }];
  return { context: { endpoints, defaults: { [service]: 'source' }, services, outsideNames }, severities: {} };
}

/** Returns the language of requests, as request files have it. */
function languageOf({ engine }: OtherFormatParts): RequestLanguage {
  const made = new WeakMap<object, CheckOptions>();
  const optionsOf = (source: KnownSource): CheckOptions => {
    const key = source.description ?? source;
    const options = made.get(key) ?? optionsFor(source);
    made.set(key, options);
    return options;
  };
  return {
    complete: (text, offset, source) => {
      const options = optionsOf(source);
      const { items } = engine.complete(engine.openFile(text), 0, offset, options);
      return items.map(({ label, detail, key, edit, isDeprecated }, index) => ({
        ...{ label, detail, isDeprecated, newText: edit.newText },
        says: index < maxShown ? engine.describeCompletion(key, options.context) : undefined,
      }));
    },
    hover: (text, offset, source) => engine.hover(engine.openFile(text), 0, offset, optionsOf(source))?.markdown,
  };
}

/** Returns what is known around a document. */
async function contextOf({ uri, text }: DocumentText, format: OtherFormat, { parts, sources, language }: HelpContext) {
  if (format === 'arazzo') {
    const { documentIn } = await import('@rulebook/exchange/documents');
    return { language, sources: await sources.of(uri, documentIn(text)), extended: undefined };
  }
  const content = await extendedBy(uri, text, parts);
  const { readTree } = await import('@rulebook/description');
  const read = content && readTree(content.text, plainUri(content.path));
  const extended = read && 'tree' in read && content ? { tree: read.tree, path: content.path } : undefined;
  return { language, sources: [], extended };
}

async function completeAt(
  document: DocumentText,
  position: Position,
  format: OtherFormat,
  context: HelpContext,
): Promise<CompletionItem[]> {
  const { completeDocument } = await import('@rulebook/exchange/documents');
  const offset = document.offsetAt(position);
  const { extended, ...around } = await contextOf(document, format, context);
  const offers = completeDocument(document.text, offset, format, { ...around, extended: extended?.tree });
  return offers.map((offer, index) => toDocumentCompletion(offer, index, document.rangeOf, context.parts.client));
}

async function hoverAt(
  document: DocumentText,
  position: Position,
  format: OtherFormat,
  context: HelpContext,
): Promise<Hover | null> {
  const { describeInDocument } = await import('@rulebook/exchange/documents');
  const offset = document.offsetAt(position);
  const { extended, ...around } = await contextOf(document, format, context);
  const found = describeInDocument(document.text, offset, format, { ...around, extended: extended?.tree });
  if (found === undefined) return null;
  return { contents: { kind: 'markdown', value: found.markdown }, range: document.rangeOf(found.span) };
}

async function definitionAt(
  document: DocumentText,
  position: Position,
  format: OtherFormat,
  context: HelpContext,
): Promise<Location[] | null> {
  const { definitionInDocument } = await import('@rulebook/exchange/documents');
  const { pointersIn } = await import('@rulebook/description');
  const offset = document.offsetAt(position);
  const { extended, sources } = await contextOf(document, format, context);
  const found = definitionInDocument(document.text, offset, format, { sources, ...(extended && { extended }) });
  const locations: Location[] = [];
  for (const { path, pointer } of found?.places ?? []) {
    const text = path === undefined ? document.text : await context.parts.ports.readFile?.(path);
    if (text === undefined) continue;
    const target = path === undefined ? document : textAt(path, text, context.parts);
    const span = pointer === '#' ? { start: 0, end: 0 } : pointersIn(text)(pointer);
    locations.push({ uri: target.uri, range: target.rangeOf(span) });
  }
  return locations;
}

async function lensesIn({ uri, text, rangeOf }: DocumentText): Promise<CodeLens[]> {
  const { documentIn } = await import('@rulebook/exchange/documents');
  const { pointersIn } = await import('@rulebook/description');
  const spanAt = pointersIn(text);
  // What is being typed takes no lens away.
  return documentIn(text).workflows.map(({ id, pointer }) => {
    const { start } = rangeOf(spanAt(`${pointer}/workflowId`));
    const command = { title: `Run Workflow ${id}`, command: runWorkflowCommand, arguments: [uri, id] };
    return { range: { start, end: start }, command };
  });
}
