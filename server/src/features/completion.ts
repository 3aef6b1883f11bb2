import type { CompletionItem, CompletionList, Position } from 'vscode-languageserver';
import { CompletionItemKind, CompletionItemTag, InsertTextFormat, MarkupKind } from 'vscode-languageserver';
import { completeConfiguration } from '@rulebook/sender/configuration';
import type { AutomaticCompletion, Completion, CompletionKind } from '@rulebook/engine';
import type { Client } from '../ports/client';
import { pathsAt } from './support/path-completion';
import { createCompletionAsking } from './support/completion-asking';
import { isCheckable } from '../documents/documents';
import type { OpenDocument } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { waitAtMost } from '../names/live-names';
import type { FeatureContext } from '../documents/feature-context';
import type { Session } from '../session/session';
import { otherFormatOf } from '../documents/other-format';
import { fileNameOf, plainUri } from '../documents/uris';
import { plainTextOfSnippet } from './support/snippet';
import { rangesOfBlock, toBlockOffset, toTextEdit } from '../documents/to-lsp';
import type { RangeOf } from '../documents/to-lsp';

/**
 * Characters behind which something else can be, so that the client asks for completions. What is offered depends on the context,
 * and usually it is nothing: an answer without entries also closes a list that the character has left behind.
 */
const triggerCharacters = ['"', '/', '?', '&', '=', ':', ' ', '@', '{', '.'];

/** Offers what can be written at the cursor. */
export const completion: ServerFeature = {
  capabilities: () => ({ completionProvider: { resolveProvider: true, triggerCharacters } }),
  register: ({ connection, guarded, guardedLater, withDocument }) => {
    const asking = createCompletionAsking();
    /** Of the newest list: what a key means depends on the services of its folder. */
    let listed: string | undefined;
    connection.onCompletion(({ textDocument: { uri }, position, context }) =>
      withDocument<Listed | Promise<Listed>>('completion', uri, [], (document, session) => {
        const { encoding, client, checking } = session;
        listed = uri;
        if (otherFormatOf(plainUri(uri)) !== undefined)
          return guardedLater<Listed>('completion', [], () => checking.otherFormats.complete(document, position));
        const automatic = asking.isAutomatic(document, position, context, encoding)
          ? { opensUnselected: client.opensUnselected && document.kind === 'requests' }
          : undefined;
        const paths = pathsAt(session, document, position, automatic);
        if (paths !== undefined) return guardedLater<Listed>('completion', [], () => paths);
        const answer = (current: OpenDocument) => completionsAt(session, current, position, automatic);
        // A file that was opened just now may import names that are not read yet.
        const loading = checking.load(document);
        const again = () => withDocument<Listed>('completion', uri, [], answer);
        const first = loading ? loading.then(again) : answer(document);
        const known = withLiveNames(session, first, automatic ? patienceTyping : patience, again);
        const reading = document.kind === 'requests' ? session.ownFiles.reading(session.settingsOf(uri)) : undefined;
        return reading === undefined ? known : withOwnFiles(known, reading, again, automatic !== undefined);
      }),
    );
    connection.onCompletionResolve((item) =>
      guarded('completionItem/resolve', item, ({ engine, optionsOf }) => {
        const key: unknown = (item.data as { readonly key?: unknown } | undefined)?.key;
        const value =
          typeof key === 'string'
            ? engine.describeCompletion(key, listed === undefined ? undefined : optionsOf({ uri: listed }).context)
            : undefined;
        return value === undefined ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value } };
      }),
    );
  },
};

/** How long a list waits for the names of an endpoint, in milliseconds: what opens by itself must not be late. */
const patienceTyping = 300;
const patience = 1_000;

type Listed = CompletionItem[] | CompletionList;

/** Returns the list again when an endpoint has listed names for it, or says that more of it may come. */
function withLiveNames(
  { liveNames }: Pick<Session, 'liveNames'>,
  first: Listed | Promise<Listed>,
  delay: number,
  again: () => Listed,
): Listed | Promise<Listed> {
  const wait = (listed: Listed): Listed | Promise<Listed> => {
    const waiting = liveNames.takeWaiting();
    if (waiting === undefined) return listed;
    return waitAtMost(waiting, delay).then((isOver) => {
      const known = again();
      if (isOver) return known;
      void liveNames.takeWaiting();
      return { isIncomplete: true, items: Array.isArray(known) ? known : known.items };
    });
  };
  return first instanceof Promise ? first.then(wait) : wait(first);
}

/** How long a list waits for descriptions that are being read, in milliseconds. */
const patienceReading = 3_000;

/**
 * Right after a folder is opened, its own services are still being read. What fits the typed text already comes at once, as a list that the next key
 * asks for again; where nothing does, and where a person asks, the list waits for them.
 */
async function withOwnFiles(
  known: Listed | Promise<Listed>,
  reading: Promise<unknown>,
  again: () => Listed,
  isAutomatic: boolean,
): Promise<Listed> {
  const itemsOf = (listed: Listed) => (Array.isArray(listed) ? listed : listed.items);
  const items = itemsOf(await known);
  if (isAutomatic && items.length > 0) return { isIncomplete: true, items };
  return (await waitAtMost(reading, patienceReading)) ? again() : { isIncomplete: true, items: itemsOf(again()) };
}

/** Returns what can be written at a position; `automatic` is given when the list opens by itself. */
export function completionsAt(
  { engine, encoding, client, optionsOf }: FeatureContext,
  document: OpenDocument,
  position: Position,
  automatic?: AutomaticCompletion,
): CompletionItem[] | CompletionList {
  if (document.kind === 'configuration') return completionsInConfiguration({ encoding, optionsOf }, document, position);
  if (!isCheckable(document)) return [];
  const { file } = document;
  const { block, offset } = toBlockOffset(file, position, encoding);
  const rangeOf = rangesOfBlock(file, block, encoding);
  if (!rangeOf) return [];
  const { items, isIncomplete } = engine.complete(
    file,
    block,
    offset,
    optionsOf(document),
    automatic,
    fileNameOf(document.uri),
  );
  const converted = items.map((item) => toCompletion(item, rangeOf, client));
  return isIncomplete ? { isIncomplete, items: converted } : converted;
}

function completionsInConfiguration(
  { encoding, optionsOf }: Pick<FeatureContext, 'encoding' | 'optionsOf'>,
  document: OpenDocument,
  position: Position,
): CompletionItem[] {
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  const { services = [] } = optionsOf(document).context;
  const text = document.file.blocks.at(block)?.text ?? '';
  const found = completeConfiguration(text, offset, services);
  const rangeOf = rangesOfBlock(document.file, block, encoding);
  if (!found || !rangeOf) return [];
  const range = rangeOf(found.span);
  return found.values.map((value) => ({
    label: value,
    filterText: value,
    kind: CompletionItemKind.Value,
    textEdit: { range, newText: value },
  }));
}

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  method: CompletionItemKind.Method,
  path: CompletionItemKind.Module,
  parameter: CompletionItemKind.Property,
  header: CompletionItemKind.Property,
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
  directive: CompletionItemKind.Keyword,
};

/** Returns a completion whose long text is filled in when it is resolved. */
export function toCompletion(
  offer: Completion,
  rangeOf: RangeOf,
  { snippets, labelDetails, suggestCommand }: Pick<Client, 'snippets' | 'labelDetails' | 'suggestCommand'>,
): CompletionItem {
  const asSnippet = offer.isSnippet && snippets;
  const newText = offer.isSnippet && !asSnippet ? plainTextOfSnippet(offer.edit.newText) : offer.edit.newText;
  const item: CompletionItem = {
    label: offer.label,
    kind: kinds[offer.kind],
    filterText: offer.filterText,
    sortText: offer.sortText,
    insertTextFormat: asSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(offer.edit.span), newText },
    data: { key: offer.key },
  };
  if (offer.detail !== undefined) item.detail = offer.detail;
  if (offer.adds !== undefined) {
    const added = `+ ${offer.adds}`;
    // An editor that shows details of labels shows them in each row, and in place of `detail`.
    if (labelDetails) item.labelDetails = { detail: ` ${added}`, ...(offer.detail && { description: offer.detail }) };
    else item.detail = offer.detail === undefined ? added : `${offer.detail} (${added})`;
  }
  if (offer.additionalEdits) item.additionalTextEdits = offer.additionalEdits.map((edit) => toTextEdit(edit, rangeOf));
  if (offer.isDeprecated) item.tags = [CompletionItemTag.Deprecated];
  if (offer.triggersNext && suggestCommand) item.command = { title: 'Suggest', command: suggestCommand };
  return item;
}
