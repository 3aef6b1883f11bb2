import type { Diagnostic } from 'vscode-languageserver';
import type { CheckOptions, Engine } from '@rulebook/engine';
import type { CheckStep, KnownSource, PlacedArazzoProblem } from '@rulebook/exchange/arazzo';
import type { BlockText } from '@rulebook/request-file/syntax';
import { createDescribedService } from '@rulebook/services';
import type { OpenDocument } from '../documents/documents';
import { otherFormatOf } from '../documents/other-format';
import { rangesIn, toNotice, type PositionEncoding } from '../documents/to-lsp';
import { plainUri } from '../documents/uris';
import type { ServerPorts } from '../ports/ports';

/** Checks documents of other formats: Arazzo, and overlays of descriptions. */
export interface OtherFormats {
  /** Checks a document, unless it was checked or is of no such format. */
  readonly load: (document: OpenDocument) => Promise<unknown> | undefined;
  readonly diagnosticsOf: (document: OpenDocument) => readonly Diagnostic[];
  readonly forget: (uri: string) => void;
}

/** What checking such documents takes. */
export interface OtherFormatParts {
  readonly engine: Pick<Engine, 'openFile' | 'check' | 'textOf'>;
  readonly ports: Pick<ServerPorts, 'describe' | 'readFile'>;
  readonly encoding: PositionEncoding;
  /** Returns the folder of the workspace that holds a document. */
  readonly rootOf: (uri: string) => string | undefined;
}

/** More problems of a document are not shown. */
const maxShown = 200;

/** Creates what checks documents of other formats. */
export function createOtherFormats(parts: OtherFormatParts): OtherFormats {
  const { engine, encoding } = parts;
  const known = new Map<string, { readonly serial: number; readonly list: readonly Diagnostic[] }>();
  const check = async (document: OpenDocument, format: 'arazzo' | 'overlay'): Promise<void> => {
    const { uri, serial } = document;
    const text = engine.textOf(document.file);
    const problems = await (format === 'arazzo' ? arazzoProblems(uri, text, parts) : overlayProblems(uri, text, parts));
    const block: BlockText = { text, length: text.length, lineEnds: 0 };
    const rangeOf = rangesIn(block, 0, encoding);
    const list = problems
      .slice(0, maxShown)
      .map(({ message, severity, span }) => ({ ...toNotice(message, severity), range: rangeOf(span) }));
    if ((known.get(uri)?.serial ?? -1) < serial) known.set(uri, { serial, list });
  };
  return {
    load: (document) => {
      const format = document.fullLength === undefined ? otherFormatOf(plainUri(document.uri)) : undefined;
      if (format === undefined || known.get(document.uri)?.serial === document.serial) return undefined;
      return check(document, format);
    },
    diagnosticsOf: ({ uri }) => known.get(uri)?.list ?? [],
    forget: (uri) => known.delete(uri),
  };
}

type Problems = readonly Pick<PlacedArazzoProblem, 'message' | 'severity' | 'span'>[];

async function arazzoProblems(
  uri: string,
  text: string,
  { engine, ports, rootOf }: OtherFormatParts,
): Promise<Problems> {
  // What reads YAML takes long to load.
  const { checkArazzoText, readArazzoText, readSources, stepNames } = await import('@rulebook/exchange/arazzo');
  const read = readArazzoText(text, plainUri(uri));
  // While it is empty, there is nothing to say.
  if ('message' in read) return text.trim() === '' ? [] : [{ ...read, severity: 'error' }];
  const sources = await readSources(read.document, uri, {
    locate: ({ url }, from) =>
      /^[a-z][\w+.-]*:/i.test(url) || !URL.canParse(url, from)
        ? { cause: 'it is at a URL; name a file' }
        : { path: new URL(url, from).href },
    readText: async (path) => {
      const found = await ports.readFile?.(path);
      return found === undefined ? { cause: 'there is no such file' } : { text: found };
    },
    readDescription: async (path) => {
      const folder = path.replace(/\/[^/]*$/, '');
      const known = rootOf(uri);
      const root = known !== undefined && plainUri(path).startsWith(`${plainUri(known)}/`) ? known : folder;
      const found = await ports.describe?.(root, decodeURIComponent(path.slice(root.length + 1)), []);
      if (found === undefined) return { cause: 'there are no files' };
      if ('cause' in found) return { cause: found.cause };
      return found.compiled === undefined ? { cause: 'it is not a description' } : { description: found.compiled };
    },
  });
  const made = new Map<KnownSource, CheckOptions>();
  const checkStep: CheckStep = (request, source) => {
    const options = made.get(source) ?? optionsFor(source, stepNames);
    made.set(source, options);
    return Array.from(engine.check(engine.openFile(request), options).blocks, ({ findings }) => findings).flat();
  };
  return checkArazzoText(read, sources, checkStep);
}

/** Returns the options by which a request goes to the service of a source description. */
function optionsFor(
  { description }: KnownSource,
  { endpoint: name, variable }: { readonly endpoint: string; readonly variable: string },
): CheckOptions {
  const service = 'arazzo-source';
  const services = description === undefined ? [] : [createDescribedService(description, { id: service })];
  const outsideNames = { variables: new Set([variable]), requests: new Set<string>(), isComplete: false };
  const endpoints = [{ name, service, baseUrl: 'https://source.invalid' }];
  return { context: { endpoints, defaults: { [service]: name }, services, outsideNames }, severities: {} };
}

async function overlayProblems(uri: string, text: string, { ports }: OtherFormatParts): Promise<Problems> {
  const { checkOverlay, extendedFileOf } = await import('@rulebook/description');
  const name = plainUri(uri);
  if (text.trim() === '') return [];
  const path = extendedFileOf(text, name);
  const target = path !== undefined && URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
  const content = target === undefined ? undefined : await ports.readFile?.(target);
  return checkOverlay({
    name,
    text,
    read: () => (content === undefined ? { cause: 'there is no such file' } : { text: content }),
  });
}
