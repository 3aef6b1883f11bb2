import * as vscode from 'vscode';
import { assertNotes } from './assert-notes';
import { responseDocument, comparedResponse, type ResponseOrigin } from '@rulebook/sender/response';
import { visibleLine } from '@rulebook/text';
import { headNotes } from '@rulebook/sender/send';
import { contentTypeOf } from './content-type';
import { previewKindOf } from './preview-page';
import type { ResponseForm, Exchange, KeptResponse, WrittenNote } from './kept-responses';

/** In characters: more of a body is not shown. Of a body that is in a file, this is what is kept in memory. */
export const longestShown = { inMemory: 4 * 1024 * 1024, inFile: 1024 * 1024 };

/** Returns what the document of a response shows, with secrets masked. */
export function renderResponse(
  exchange: Exchange,
  form: ResponseForm,
): Required<Pick<KeptResponse, 'text' | 'form' | 'isCut'>> & Pick<KeptResponse, 'head'> {
  const {
    plan,
    response,
    secrets,
    isInFile,
    kept,
    print,
    asserts = [],
    log = [],
    written = [],
    denial = [],
  } = exchange;
  const longest = isInFile === true ? longestShown.inFile : longestShown.inMemory;
  const notes = [
    ...(kept ? [kept.note] : []),
    ...headNotes(plan),
    ...written.map(noteLine),
    ...denial.map((text) => noteLine({ text })),
    ...assertNotes(asserts),
    ...logNotes(log),
  ];
  const { text, head, isCut } = responseDocument(response, {
    ...{ secrets, form, longest, notes, print, isOnScreen: true },
    origin: responseOriginOf(exchange),
    isShownElsewhere: form === 'pretty' && previewKindOf(exchange) !== undefined,
  });
  return { text, form, isCut, ...(head && { head }) };
}

/** The number of lines of the log that a response shows; all of them are in the channel of the log. */
const shownLines = 20;

/** Returns the first lines of the log of scripts as lines in front of a response. */
function logNotes(log: readonly string[]): readonly string[] {
  const lines = log.flatMap((text) => text.split('\n'));
  const more = lines.length - shownLines;
  return [
    ...lines.slice(0, shownLines).map((text) => vscode.l10n.t('# Log: {0}', visibleLine(text))),
    ...(more > 0 ? [vscode.l10n.t('# Log: {0} more lines are in the output “Rulebook Scripts”', more)] : []),
  ];
}

/** Returns where a response came from. */
export function responseOriginOf({ sent, environment, isProtected }: Exchange): ResponseOrigin {
  return { url: sent.url, ...(environment !== undefined && { environment }), ...(isProtected && { isProtected }) };
}

/** Returns a response as it is compared with another one. */
export function renderForComparison({ response, secrets, print }: Exchange): string {
  return comparedResponse(response, {
    ...{ secrets, print, form: 'pretty', longest: longestShown.inMemory },
    isOnScreen: true,
  });
}

/** Returns a note as a line in front of a response. */
export function noteLine({ text }: WrittenNote): string {
  return `# ${text}`;
}

/** Returns whether formatting changes the body of a response. */
export function isFormattable(exchange: Exchange): boolean {
  if (exchange.response.binary !== undefined) return previewKindOf(exchange) !== undefined;
  const type = contentTypeOf(exchange.response.headers);
  return (
    /json|event-stream|[/+]xml$/.test(type) || exchange.print !== undefined || /^\s*[[{]/.test(exchange.response.body)
  );
}

/** Returns what a long body is formatted as; undefined for one that stays as it came. */
export function formatOf({ response: { headers, body } }: Exchange): 'json' | 'xml' | 'html' | undefined {
  const type = contentTypeOf(headers);
  if (/event-stream/.test(type)) return undefined;
  // What is XHTML by its name is well-formed by its kind.
  if (/[/+]xml$/.test(type)) return 'xml';
  if (/json/.test(type) || /^\s*[[{]/.test(body)) return 'json';
  return /html/.test(type) ? 'html' : undefined;
}
