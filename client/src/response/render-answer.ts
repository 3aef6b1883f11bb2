import { headNotes, responseDocument, comparedResponse } from '../../../engine/src/index';
import type { AnswerForm, Exchange, KeptAnswer } from './kept-answers';

/** In characters: more of a body is not shown. */
const longestShown = 4 * 1024 * 1024;

/** Returns what the document of a response shows, with secrets masked. */
export function renderAnswer(
  { plan, response, secrets }: Exchange,
  form: AnswerForm,
): Required<Pick<KeptAnswer, 'text' | 'form'>> & Pick<KeptAnswer, 'head'> {
  const { text, head } = responseDocument(response, { secrets, form, longest: longestShown, notes: headNotes(plan) });
  return { text, form, ...(head && { head }) };
}

/** Returns a response as it is compared with another one. */
export function renderForComparison({ response, secrets }: Exchange): string {
  return comparedResponse(response, { secrets, form: 'pretty', longest: longestShown });
}

/** Returns whether formatting changes the body of a response. */
export function isFormattable(exchange: Exchange): boolean {
  const type = exchange.response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return exchange.response.binary === undefined && (/json/i.test(type) || /^\s*[[{]/.test(exchange.response.body));
}
