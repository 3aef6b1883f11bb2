import type { Binding } from '../../binding/model';
import { assertOperators } from '../../syntax/asserts/operators';
import { assertWords } from '../../syntax/asserts/subjects';
import { describeAssertWord, placeBehind, type AssertCursor } from '../cursor/assert-cursor';
import type { Offer } from './offer';

/** Header fields of responses that are often checked. */
const usualHeaders = ['Content-Type', 'Location', 'ETag', 'Link', 'Cache-Control', 'Retry-After', 'Set-Cookie'];

/** Offers what can be at a word of an assert. */
export function completeAssert(cursor: AssertCursor, binding: Binding | undefined): readonly Offer[] {
  const { before, span } = cursor;
  const offer = (label: string, detail: string, more: Partial<Offer> = {}): Offer => ({
    label,
    kind: 'value',
    reference: { of: 'text', text: describeAssertWord(label, before) ?? detail },
    span,
    detail,
    rank: 0,
    ...more,
  });
  const place = placeBehind(before);
  switch (place.kind) {
    case 'subject':
      return assertWords.map(({ word, summary }) => {
        if (word === '$') return offer('$.', summary, { reference: { of: 'text', text: summary } });
        if (word === 'matches') return offer('matches description', summary);
        return offer(word, summary, { newText: `${word} `, triggersNext: true });
      });
    case 'header':
      return usualHeaders.map((name) =>
        offer(name.toLowerCase(), '', { newText: `${name.toLowerCase()} `, triggersNext: true }),
      );
    case 'description':
      return [offer('description', 'The whole response is as the description of the service says')];
    case 'operator':
      return [
        ...assertOperators.map(({ name, takesValue, summary }) =>
          offer(name, `The value ${summary}`, takesValue ? { newText: `${name} `, triggersNext: true } : {}),
        ),
        ...(place.isNegated
          ? []
          : [offer('not', 'Turns the operator round', { newText: 'not ', rank: 1, triggersNext: true })]),
        ...(place.hasLength
          ? [
              offer('length', 'The number of items, members or characters', {
                newText: 'length ',
                rank: 1,
                triggersNext: true,
              }),
            ]
          : []),
      ];
    case 'status':
      return (binding?.operation?.responses ?? [])
        .filter(({ status }) => status > 0)
        .map(({ status, summary = '' }) => offer(String(status), summary));
    case 'value':
      return [];
  }
}
