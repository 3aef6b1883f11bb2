import type { QueryContext } from '@rulebook/catalogue/query-languages';
import { describe, expect, it } from 'vitest';
import { painless } from './index';

const byName = new Map(['likes', 'tags'].map((name) => [name, { name, type: 'keyword' }]));
const known: QueryContext = { fieldsOf: () => ({ byName, areAll: true }), indices: [] };

const kinds = (text: string) =>
  painless.problemsIn(text, known).map(({ kind, isRefused, span }) => {
    const part = text.slice(span.start, span.end);
    return `${kind}${isRefused ? '!' : ''} ${part}`;
  });

describe('scripts', () => {
  it.each([
    "doc['likes'].value * params.factor",
    "if (doc['likes'].size() > 0) { return doc['likes'].value } return 0",
    'double s = 0; for (def v : params.n) { s += v } return s;',
    'for (int i = 0, n = 3; i < n; i++) { if (i == 2) continue; } return 1',
    'ctx._source.tags.removeIf(t -> t == params.t)',
    'int f(int x) { return x * 2 } return f(1)',
    "Map m = ['a': 1, 'b': [1, 2]]; List l = new ArrayList(); int[] a = new int[] {1, 2}; return m.a",
    'return params.a?.b ?: (int) params.c',
    'try { return 1 } catch (Exception e) { return 0 }',
    'params.list.sort((a, b) -> { return a.compareTo(b) }); params.list.stream().map(String::valueOf)',
    'do { ctx.n++ } while (ctx.n < 5)',
    'def m = /[a-z]+/i.matcher(ctx.a); return m.find() ? 4 / 2 : 1 // end',
    "return 'it\\'s \\\\'",
    "emit(1); field('a').get(0); unheard(2)",
    'String s = "a"; s += 1; return (String) s',
    '',
  ])('find nothing wrong with %s', (text) => {
    expect(kinds(text)).toEqual([]);
  });
  it.each([
    ['return (1 + 2', 'syntax! ('],
    ['return [1, 2)', 'syntax! )'],
    ["return 'a", "syntax! '"],
    ['return 1 /* a', 'syntax! /*'],
    ["return 'a\\n'", 'syntax! \\n'],
    ['int x = 1 return x', 'syntax! return'],
    ['return 1 +', 'syntax! +'],
    ['let x = 1; return x', 'syntax! let'],
    ['doubel x = 1; return x', 'syntax! doubel'],
    ['return 1; return 2', 'syntax! return'],
    ['def x = 1; def x = 2; return x', 'syntax! x'],
    ["int x = 'a'; return x", "syntax! 'a'"],
    ['if (params.a = 1) { return 1 } return 0', 'syntax! params'],
    ['params.a and true', 'syntax! and'],
    ['1 == 1; return 2', 'syntax! 1'],
    ['5 = params.a', 'syntax! ='],
    ['return `a`', 'syntax! `'],
    ['if (params.a) { return 1 } return;', 'syntax! return'],
  ])('are refused: %s', (text, found) => {
    expect(kinds(text)).toEqual([found]);
  });
  it.each([
    ["doc['like'].value", 'unknown-name like'],
    ["doc['likes'].valu", 'unknown-name valu'],
    ['return parms.a', 'unknown-name parms'],
    ["doc['likes'].value = 'a'", 'ineffective ='],
    ['int twice(int x) { return x } return twise(1)', 'unknown-name twise'],
  ])('fail when they run: %s', (text, found) => {
    expect(kinds(text)).toEqual([found]);
  });
  it('are not judged where they are too deep', () => {
    expect(kinds(`return ${'('.repeat(5_000)}1${')'.repeat(5_000)}`)).toEqual([]);
  });
  it('complete fields, members and names', () => {
    const labels = (text: string) =>
      painless.offersAt(text, text.length, known)?.offers.map(({ label }) => label) ?? [];
    expect(labels("doc['")).toEqual(['likes', 'tags']);
    expect(labels("doc['likes'].")).toContain('value');
    expect(labels('pa')).toContain('params');
    expect(labels('ctx.')).toContain('_source');
  });
  it('explain fields and names', () => {
    expect(painless.helpAt("doc['likes'].value", 6, known)?.markdown).toContain('`keyword`');
    expect(painless.helpAt('params.a', 2, known)?.markdown).toContain('parameters');
  });
  it('colour fields, calls and keywords', () => {
    expect(painless.tokensIn("return doc['a'].size()").map(({ kind }) => kind)).toEqual([
      'keyword',
      'parameter',
      'field',
      'function',
    ]);
  });
});

describe('scripts of a place', () => {
  const mapped = new Map(['customer', 'address.street'].map((name) => [name, { name, type: 'keyword' }]));
  const foundIn = (text: string, more: Partial<QueryContext>): readonly string[] =>
    painless
      .problemsIn(text, {
        fieldsOf: () => ({ byName: mapped, areAll: false, areDeclared: true }),
        ...{ indices: [], ...more },
      })
      .map(
        ({ kind, span, meant }) =>
          `${kind} ${text.slice(span.start, span.end)}${meant === undefined ? '' : ` > ${meant}`}`,
      );
  const params = [{ name: 'amount', value: 5 }];

  it.each([
    ['ctx._source.n += params.amount', []],
    ['ctx._source.n += params.amont', ['unknown-name amont > amount']],
    ["ctx._source.n += params['rate']", ['unknown-name rate']],
    ['if (params.rate != null) { ctx._source.n = params.rate }', []],
    ['ctx._source.n = params.rate ?: 1', []],
    ['ctx._source.n = params?.rate', []],
    ["ctx._source.n = params.getOrDefault('rate', 1)", []],
    ['Map params = new HashMap(); return params.rate', []],
    ['return params._source', []],
  ])('read the parameters that are given: %s', (text, problems) => {
    expect(foundIn(text, { params })).toEqual(problems);
  });

  it('read any parameters where it is not known which there are', () => {
    expect(foundIn('return params.rate', {})).toEqual([]);
  });

  it.each([
    ['return ctx._source.custmoer', ['unknown-name custmoer > customer']],
    ["return ctx['_source']['custmoer']", ['unknown-name custmoer > customer']],
    ['return ctx._source.address.steret.length()', ['unknown-name steret > street']],
    ['return ctx._source.adress.street', ['unknown-name adress > address']],
    ['ctx._source.custmoer = 1', []],
    ["ctx._source.remove('custmoer')", []],
    ['return ctx._source.other', []],
    ["return doc['custmoer'].value", ['unknown-name custmoer > customer']],
  ])('are compared with the mapping: %s', (text, problems) => {
    expect(foundIn(text, {})).toEqual(problems);
  });

  it('have the names of their place', () => {
    const names = ['ctx', 'params'];
    expect(foundIn("return doc['customer'].value", { names })).toEqual(['unknown-name doc']);
    expect(foundIn('def doc = ctx._source; return doc.a', { names })).toEqual([]);
    expect(foundIn("return doc['customer'].value", {})).toEqual([]);
  });
});

describe('the names of a place', () => {
  const found = (text: string) =>
    painless.problemsIn(text, { ...known, names: ['states', 'params'] }).map(({ message }) => message);

  it('are those that it gives, and those that the script declares', () => {
    expect(found('int n = 0; for (state in states) { n += state.n } return n')).toEqual([]);
    expect(found('return state.n')).toEqual([expect.stringContaining('no `state`')]);
    expect(found('return (state + 1)')).toEqual([expect.stringContaining('no `state`')]);
  });
});
