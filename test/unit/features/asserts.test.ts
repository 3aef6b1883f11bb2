import { describe, expect, it } from 'vitest';
import { acceptAt, expectOffers, hoverTextAt, labelsAt } from './check-feature';

const request = 'PUT /_security/api_key\n\n{}\n\n';

describe('completion in an assert', () => {
  it.each<[state: string, assert: string, ...offers: string[]]>([
    ['the first word', '?? <|>', 'status', 'header', '$.', 'body', 'duration', 'matches description', 'schema', '-=='],
    ['half a word', '?? st<|>', 'status'],
    ['an operator', '?? status <|>', '==', '>=', 'exists', 'not', '-length', '-status'],
    ['half an operator', '?? header location ex<|>', 'exists'],
    ['an operator behind a path', '?? $.items[?@.a == "b c"] <|>', 'includes', 'length', 'not'],
    ['an operator behind a length', '?? $.items length <|>', '==', '-length'],
    ['a path of the response behind `body`', '?? body $.<|>', '$.id', '$.encoded'],
    ['both behind `body`', '?? body <|>', '$.id', '=='],
    ['a path of the response behind `jsonpath`', '?? jsonpath <|>', '$.id', '-=='],
    ['an operator behind `not`', '?? $.a not <|>', 'exists', '-not'],
    ['a header field', '?? header <|>', 'content-type', 'location', '-=='],
    ['a status', '?? status == <|>', '200'],
    ['a statistic', '?? duration <|>', 'p95', 'median', '<', '-length'],
    ['no second statistic', '?? duration p95 <|>', '<', '-median'],
    ['what matches', '?? matches <|>', 'description'],
  ])('offers %s', (_state, assert, ...offers) => {
    expectOffers(`${request}${assert}`, ...offers);
  });

  it('offers nothing for a value, and no words of a request', () => {
    expect(labelsAt(`${request}?? $.name == <|>`)).toEqual([]);
  });

  it('inserts the word and a blank', () => {
    expect(acceptAt(`${request}?? st<|>`, 'status')).toBe(`${request}?? status `);
  });
});

describe('hover in an assert', () => {
  it.each([
    ['?? sta<|>tus == 200', /status code/],
    ['?? $.it<|>ems == 200', /JSONPath/],
    ['?? status =<|>= 200', /is equal/],
    ['?? header location not ex<|>ists', /is there/],
    ['?? $.a len<|>gth == 1', /number of items/],
    ['?? header location n<|>ot exists', /Turns/],
  ])('describes %s', (assert, text) => {
    expect(hoverTextAt(`${request}${assert}`)).toMatch(text);
  });
});
