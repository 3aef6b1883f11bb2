import type { Binding } from '@rulebook/checker/binding/model';
import { assertMeasures } from '@rulebook/request-file/syntax/asserts/measures';
import { durationStatistics } from '@rulebook/request-file/syntax/asserts/duration-statistics';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import { assertOperators } from '@rulebook/request-file/syntax/asserts/operators';
import { assertWords } from '@rulebook/request-file/syntax/asserts/subjects';
import {
  describeAssertWord,
  placeBehind,
  untilPlaceBehind,
  type AssertCursor,
  type UntilPlace,
} from '../cursor/assert-cursor';
import type { Offer } from './offer';
import { allowedValuesOf } from '../cursor/element';
import { responseHeadersOf, responsePathsOf, shapesAtPath } from './response-paths';

/** What is offered behind the assert of `@until`. */
const untilOffers: Readonly<Record<UntilPlace, readonly UntilOffer[]>> = {
  words: [
    { ...wordOffer('within', 'The time after which it has failed; 30 s unless given'), isStated: /\swithin\s+\d/i },
    { ...wordOffer('every', 'The pause between two attempts; 1 s unless given'), isStated: /\severy\s+\d/i },
  ],
  time: ['500 ms', '1 s', '10 s', '60 s', '5 m'].map((time) => timeOffer(time, '')),
  unit: [
    timeOffer('s', 'seconds'),
    timeOffer('ms', 'milliseconds'),
    timeOffer('m', 'minutes'),
    timeOffer('h', 'hours'),
  ],
};

interface UntilOffer extends Pick<Offer, 'label' | 'newText' | 'detail' | 'reference' | 'triggersNext'> {
  /** It is not offered where this is written already. */
  readonly isStated?: RegExp;
}

function wordOffer(label: string, detail: string): UntilOffer {
  const reference = { of: 'text', text: `**\`${label}\`** · word of \`@until\`\n\n${detail}` } as const;
  return { label, newText: `${label} `, detail, reference, triggersNext: true };
}

function timeOffer(label: string, detail: string): UntilOffer {
  return { label, detail, reference: { of: 'text', text: `\`${label}\` · time` } };
}

/** Offers what can be at a word of an assert. */
export function completeAssert(cursor: AssertCursor, binding: Binding | undefined): readonly Offer[] {
  const { before, span, directive } = cursor;
  const behind = directive === 'until' ? untilPlaceBehind(before) : undefined;
  if (behind !== undefined)
    return untilOffers[behind].flatMap(({ isStated, ...offer }) =>
      isStated?.test(before) === true ? [] : [{ ...offer, kind: 'value', span, rank: 0 }],
    );
  const offer = (label: string, detail: string, more: Partial<Offer> = {}): Offer => ({
    label,
    kind: 'value',
    reference: { of: 'text', text: describeAssertWord(label, before) ?? detail },
    span,
    detail,
    rank: 0,
    ...more,
  });
  const paths = () =>
    responsePathsOf(binding).map(({ path, detail }) =>
      offer(path, detail, { newText: `${path} `, filterText: path, rank: 1, triggersNext: true }),
    );
  const place = placeBehind(before);
  switch (place.kind) {
    case 'subject':
      return [
        ...assertWords.map(({ word, summary }) => {
          if (word === '$') return offer('$.', summary, { reference: { of: 'text', text: summary } });
          if (word === 'matches') return offer('matches description', summary);
          if (word === 'snapshot') return offer(word, summary);
          return offer(word, summary, { newText: `${word} `, triggersNext: true });
        }),
        ...paths(),
      ];
    case 'header':
      return responseHeadersOf(binding).map(({ path, detail }) =>
        offer(path.toLowerCase(), detail, { newText: `${path.toLowerCase()} `, triggersNext: true }),
      );
    case 'description':
      return [offer('description', 'The whole response is as the description of the service says')];
    case 'snapshot':
      return [offer('ignoring', 'Leaves out what is at JSONPaths', { newText: 'ignoring ', triggersNext: true })];
    case 'operator':
      return [
        ...(before === 'body' && directive !== 'if' ? paths() : []),
        ...assertOperators.map(({ name, takesValue, summary }) =>
          offer(name, `The value ${summary}`, takesValue ? { newText: `${name} `, triggersNext: true } : {}),
        ),
        ...(before === 'duration' ? durationStatistics : []).map((name) =>
          offer(name, 'Of all times that the request was sent in the run', {
            ...{ newText: `${name} `, rank: 1, triggersNext: true },
          }),
        ),
        ...(place.isNegated
          ? []
          : [offer('not', 'Turns the operator round', { newText: 'not ', rank: 1, triggersNext: true })]),
        ...(place.canBeMeasured && directive !== 'if'
          ? assertMeasures.map(({ word, summary }) =>
              offer(word, summary, { newText: `${word} `, rank: 1, triggersNext: true }),
            )
          : []),
      ];
    case 'status':
      return (binding?.operation?.responses ?? [])
        .filter(({ status }) => status > 0)
        .map(({ status, summary = '' }) => offer(String(status), summary));
    case 'value':
      return before === 'jsonpath' ? paths() : valuesBehind(before, binding).map((value) => offer(value, ''));
  }
}

/** Returns the listed values of what is compared, as they are written. */
function valuesBehind(before: string, binding: Binding | undefined): readonly string[] {
  const parsed = parseAssert(`${before} 1`);
  if (parsed.kind !== 'assert' || parsed.subject.kind !== 'path' || parsed.subject.measure !== undefined) return [];
  if (parsed.operator !== '==' && parsed.operator !== '!=') return [];
  const shapes = shapesAtPath(binding, parsed.subject.path);
  const listed = allowedValuesOf(shapes).map(({ value }) => JSON.stringify(value));
  return shapes.some(({ type }) => type === 'boolean') ? [...listed, 'true', 'false'] : listed;
}
