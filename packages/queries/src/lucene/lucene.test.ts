import type { QueryContext, QueryField } from '@rulebook/catalogue/query-languages';
import { describe, expect, it } from 'vitest';
import { lucene } from './index';

const fields: readonly QueryField[] = [
  { name: 'status', type: 'integer' },
  { name: 'message', type: 'text' },
  { name: 'host.ip', type: 'ip' },
  { name: '@timestamp', type: 'date' },
  { name: 'ok', type: 'boolean' },
  { name: 'labels', type: 'flattened', isFlattened: true },
];
const byName = new Map(fields.map((field) => [field.name, field]));
const known: QueryContext = { fieldsOf: () => ({ byName, areAll: true }), indices: [] };
const unknown: QueryContext = { fieldsOf: () => undefined, indices: [] };

const kinds = (text: string, context = known) =>
  lucene.problemsIn(text, context).map(({ kind, isRefused, span }) => {
    const part = text.slice(span.start, span.end);
    return `${kind}${isRefused ? '!' : ''} ${part}`;
  });

describe('query strings', () => {
  it.each([
    'error AND timeout',
    'status:>=500 AND NOT ok:true',
    'status:[400 TO 499} host.ip:"10.0.0.0/8"',
    '+error -debug !x',
    'message:"time out"~2^3 tiemout~1',
    '@timestamp:[now-1d/d TO *]',
    '_exists_:status labels.team:5 labels.a.b:x',
    '_id:1 a\\:b C++ a - b',
    'status:(>=400 AND <500)^2',
    'salt and pepper',
    'message:/a[^]b]+(c|d)?/',
    '@timestamp:01.02.2026',
    '',
  ])('find nothing wrong with %s', (text) => {
    expect(kinds(text)).toEqual([]);
  });
  it.each([
    ['(error OR warn', 'syntax! ('],
    ['error)', 'syntax! )'],
    ['message:"time out', 'syntax! "'],
    ['status:[400 TO 499', 'syntax! ['],
    ['status:[400 499]', 'syntax! [400 499]'],
    ['error AND', 'syntax! AND'],
    ['OR error', 'syntax! OR'],
    ['a:b:c', 'syntax! :'],
    ['status:-5', 'syntax! -'],
    ['error~5', 'syntax! ~5'],
    ['a^b', 'syntax! ^'],
    ['host.ip:10.0.0.0/8', 'syntax! /'],
    ['a}', 'syntax! }'],
    ['()', 'syntax! )'],
  ])('are refused: %s', (text, found) => {
    expect(kinds(text, unknown)).toEqual([found]);
  });
  it.each([
    ['statu:500', 'unknown-name statu'],
    ['_exists_:statu', 'unknown-name statu'],
    ['status:abc', 'type abc'],
    ['status:(400 500)', 'type 500'],
    ['status:400-499', 'type 400-499'],
    ['status:99999999999', 'type 99999999999'],
    ['status:500.5', 'type 500.5'],
    ['status:5*', 'type 5*'],
    ['host.ip:300.0.0.1', 'type 300.0.0.1'],
    ['ok:yes', 'type yes'],
    ['@timestamp:yesterday', 'type yesterday'],
    ['@timestamp:[2026-02-30 TO now]', 'type [2026-02-30 TO now]'],
    ['@timestamp:>now-1x', 'type >now-1x'],
    ['labels.team:errr~', 'type errr~'],
    ['status:[500 TO 400]', 'ineffective [500 TO 400]'],
    ['status:(>500 AND <400)', 'ineffective <400'],
    ['host:web', 'ineffective host'],
    ['status:5 and ok:true', 'ineffective and'],
    ['message:/ab(c/', 'ineffective /ab(c/'],
    ['message:/api/v1', 'ineffective /api/'],
    ['message:*rror', 'costly *rror'],
  ])('are taken in vain: %s', (text, found) => {
    expect(kinds(text)).toEqual([found]);
  });
  it('judge a bound in front of a blank', () => {
    expect(kinds('status: >= 500')).toEqual(['ineffective >=']);
  });
  it('say what is meant', () => {
    expect(lucene.problemsIn('statu:5', known)[0]?.meant).toBe('status');
    expect(lucene.problemsIn('status:400-499', known)[0]?.meant).toBe('[400 TO 499]');
  });
  it('judge no bounds where one of them is negated', () => {
    expect(kinds('NOT status:>500 AND status:<400')).toEqual([]);
  });
  it('complete fields, operators and values', () => {
    const labels = (text: string) => lucene.offersAt(text, text.length, known)?.offers.map(({ label }) => label) ?? [];
    expect(labels('sta')).toContain('status');
    expect(labels('error ')).toContain('AND');
    expect(labels('ok:')).toEqual(['true', 'false']);
    expect(labels('@timestamp:')).toContain('now-1d');
    expect(labels('message:"a')).toEqual([]);
  });
  it('explain fields and operators', () => {
    expect(lucene.helpAt('status:5 AND b', 2, known)?.markdown).toContain('`integer`');
    expect(lucene.helpAt('status:5 AND b', 10, known)?.markdown).toContain('both');
  });
  it('colour fields, operators and numbers', () => {
    expect(lucene.tokensIn('status:>5 AND "a"').map(({ kind }) => kind)).toEqual([
      'field',
      'operator',
      'number',
      'keyword',
      'string',
    ]);
  });
});

describe('texts of simple_query_string', () => {
  const simple: QueryContext = { ...known, form: 'simple' };
  it.each(['error + (time | out)', '"a b"~2 -c', 'a ) ( [x', 'http://a'])('find nothing wrong with %s', (text) => {
    expect(kinds(text, simple)).toEqual([]);
  });
  it.each([
    ['a AND b', 'ineffective AND'],
    ['status:500', 'ineffective status:500'],
    ['"a b', 'ineffective "'],
  ])('are taken in another way: %s', (text, found) => {
    expect(kinds(text, simple)).toEqual([found]);
  });
});
