import type { CodeLens, CompletionItem, Hover, Location, Position } from 'vscode-languageserver';
import type { RequestLanguage } from '@rulebook/exchange/documents';
import type { OtherFormat } from '../documents/other-format';
import { plainUri } from '../documents/uris';
import { runWorkflowCommand } from '../protocol';
import { toDocumentCompletion } from './document-completion';
import { extendedBy, optionsFor, textAt, type DocumentText, type OtherFormatParts } from './document-parts';
import type { DocumentSources } from './document-sources';

/** Of more offers, the meaning is not looked up. */
const mostSaid = 200;

/** What help in a document takes. */
export interface HelpContext {
  readonly parts: OtherFormatParts;
  readonly sources: DocumentSources;
  readonly language: RequestLanguage;
}

/** Returns the language of requests, as request files have it. */
export function languageOf({ engine }: OtherFormatParts): RequestLanguage {
  return {
    complete: (text, offset, source) => {
      const options = optionsFor(source);
      const { items } = engine.complete(engine.openFile(text), 0, offset, options);
      return items.map(({ label, detail, key, edit, isDeprecated }, index) => ({
        ...{ label, detail, isDeprecated, newText: edit.newText },
        replaces: { before: offset - edit.span.start, behind: edit.span.end - offset },
        says: index < mostSaid ? engine.describeCompletion(key, options.context) : undefined,
      }));
    },
    hover: (text, offset, source) => engine.hover(engine.openFile(text), 0, offset, optionsFor(source))?.markdown,
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

/** Returns what can be written at a position. */
export async function completeAt(
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

/** Returns what is at a position. */
export async function hoverAt(
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

/** Returns where what is at a position is defined. */
export async function definitionAt(
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

/** Returns a lens above each workflow. */
export async function lensesIn({ uri, text, rangeOf }: DocumentText): Promise<CodeLens[]> {
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
