import { assertNotes } from '../asserts/assert-notes';
import { headNotes, responseDocument, comparedResponse } from '../../../engine/src/index';
import type { AnswerForm, Exchange, KeptAnswer, WrittenNote } from './kept-answers';

/** In characters: more of a body is not shown. Of a body that is in a file, this is what is kept in memory. */
export const longestShown = { inMemory: 4 * 1024 * 1024, inFile: 1024 * 1024 };

/** Returns what the document of a response shows, with secrets masked. */
export function renderAnswer(
  { plan, response, secrets, isInFile, kept, asserts = [], written = [] }: Exchange,
  form: AnswerForm,
): Required<Pick<KeptAnswer, 'text' | 'form' | 'isCut'>> & Pick<KeptAnswer, 'head'> {
  const longest = isInFile === true ? longestShown.inFile : longestShown.inMemory;
  const notes = [...(kept ? [kept.note] : []), ...headNotes(plan), ...written.map(noteLine), ...assertNotes(asserts)];
  const { text, head, isCut } = responseDocument(response, { secrets, form, longest, notes });
  return { text, form, isCut, ...(head && { head }) };
}

/** Returns a response as it is compared with another one. */
export function renderForComparison({ response, secrets }: Exchange): string {
  return comparedResponse(response, { secrets, form: 'pretty', longest: longestShown.inMemory });
}

/** Returns a note as a line in front of a response. */
export function noteLine({ text }: WrittenNote): string {
  return `# ${text}`;
}

/** Returns whether formatting changes the body of a response. */
export function isFormattable(exchange: Exchange): boolean {
  const type = exchange.response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return (
    exchange.response.binary === undefined &&
    (/json|event-stream/i.test(type) || /^\s*[[{]/.test(exchange.response.body))
  );
}
