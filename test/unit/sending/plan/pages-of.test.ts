import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../packages/engine/src/create-engine';
import type { ReceivedResponse } from '../../../../packages/sender/src/plan/response';
import type { RequestPlan } from '../../../../packages/sender/src/plan/plan';
import { joinPages, pagesOf, type PagedRequest } from '../../../../packages/sender/src/plan/pages-of';

const baseUrl = 'https://hub.example/api';
const url = `${baseUrl}/repos/o/r/hooks?per_page=2&page=3`;
const plan = {
  method: 'GET',
  target: ['/repos/', { variable: 'owner' }, '/r/hooks?per_page=2&page=', { variable: 'n' }],
  isAbsolute: false,
  pages: { number: 'page', size: 'per_page', usualSize: 30 },
} as unknown as RequestPlan;
const list = (length: number) => JSON.stringify(Array.from({ length }, (_, id) => ({ id })));

function pages(link: string | undefined, more: Partial<PagedRequest> = {}, response: Partial<ReceivedResponse> = {}) {
  const headers = link === undefined ? [] : [['link', link] as const];
  const answer = { status: 200, headers, body: list(2), ...response } as ReceivedResponse;
  return pagesOf({ plan, url, baseUrl, response: answer, ...more });
}

describe('pagesOf', () => {
  it('follows the links of a response, with the path as it was written', () => {
    const link = `<${baseUrl}/repos/o/r/hooks?per_page=2&cursor=a%20b>; rel="next", <${baseUrl}/repos/o/r/hooks?page=1>; rel="prev first"`;
    expect(pages(link)).toEqual({
      next: ['/repos/', { variable: 'owner' }, '/r/hooks', '?per_page=2&cursor=a%20b'],
      previous: ['/repos/', { variable: 'owner' }, '/r/hooks', '?page=1'],
    });
  });

  it('follows relative links, and links to another path of the endpoint', () => {
    expect(pages('<?page=4>; rel=next').next?.at(-1)).toBe('?page=4');
    expect(pages('</api/repositories/1/hooks?page=4>; rel="next"')).toEqual({ next: ['/repositories/1/hooks?page=4'] });
  });

  it('takes the first link of a relation, however it is written', () => {
    expect(pages('<?page=4>; REL = NEXT, <?page=5>; rel="next"').next?.at(-1)).toBe('?page=4');
    expect(pages('<?page=2>; title="a"; rel="first  PREVIOUS"').previous?.at(-1)).toBe('?page=2');
    expect(pages('<?page=2>; rel="previous", <?page=1>; rel="prev"').previous?.at(-1)).toBe('?page=1');
    expect(pages('<?page=4#end>; rel=next').next?.at(-1)).toBe('?page=4');
    // A response with links has no other pages than those.
    expect(pages('<?page=9>; rel="last"')).toEqual({});
    expect(pages('<?page=9>; title="none"').next?.at(-1)).toBe('?per_page=2&page=4');
    const other = [
      ['X-Other', '<?page=8>; rel=next'],
      ['LINK', '<?page=4>; rel=next'],
    ] as const;
    expect(pages(undefined, {}, { headers: other }).next?.at(-1)).toBe('?page=4');
    const long = `<?page=4>; rel=next${' '.repeat(20_000)}<?page=2>; rel=prev`;
    expect(pages(long)).not.toHaveProperty('previous');
  });

  it.each([
    ['another host', '<https://evil.example/api/repos/o/r/hooks?page=4>; rel="next"'],
    ['another scheme', '<http://hub.example/api/repos/o/r/hooks?page=4>; rel="next"'],
    ['another port', '<https://hub.example:444/api/repos/o/r/hooks?page=4>; rel="next"'],
    ['a user', '<https://a:b@hub.example/api/repos/o/r/hooks?page=4>; rel="next"'],
    ['no scheme', '<//evil.example/api/x>; rel="next"'],
    ['outside of the base URL', '<https://hub.example/other?page=4>; rel="next"'],
    ['out of the base URL by dots', '<https://hub.example/api/../other?page=4>; rel="next"'],
    ['a backslash', '<https://hub.example\\@evil.example/api/x>; rel="next"'],
    ['a variable', '<https://hub.example/api/{{secret}}>; rel="next"'],
    ['a script', '<javascript:alert(1)>; rel="next"'],
    ['nothing', '<>; rel="next"'],
  ])('does not follow a link to %s', (_, link) => {
    expect(pages(link)).toEqual({});
  });

  it('follows a link of a request without endpoint within its host', () => {
    const absolute = { plan: { ...plan, isAbsolute: true, target: [url] }, baseUrl: undefined };
    expect(pages('<https://hub.example/other?page=4>; rel="next"', absolute)).toEqual({
      next: ['https://hub.example/other?page=4'],
    });
    expect(pages('<https://other.example/other?page=4>; rel="next"', absolute)).toEqual({});
    expect(pages('</other?page=4>; rel="next"', absolute)).toEqual({ next: ['https://hub.example/other?page=4'] });
    expect(pages('</other?page=4>; rel="next"', { baseUrl: undefined })).toEqual({});
  });

  it('counts pages where there are no links', () => {
    expect(pages(undefined)).toEqual({
      next: ['/repos/', { variable: 'owner' }, '/r/hooks', '?per_page=2&page=4'],
      previous: ['/repos/', { variable: 'owner' }, '/r/hooks', '?per_page=2&page=2'],
    });
    expect(pages(undefined, {}, { body: list(1) }).next).toBeUndefined();
    expect(pages(undefined, {}, { body: `\n ${list(2)}` }).next).toBeDefined();
    expect(pages(undefined, { url: `${baseUrl}/repos/o/r/hooks?page=x&per_page=2#a&page=3` })).toEqual({
      next: ['/repos/', { variable: 'owner' }, '/r/hooks', '?per_page=2&page=2'],
    });
    const withoutSize = { plan: { ...plan, pages: { number: 'page' } } as RequestPlan };
    expect(pages(undefined, withoutSize, { body: list(1) }).next?.at(-1)).toBe('?per_page=2&page=4');
    expect(pages(undefined, withoutSize, { body: list(0) }).next).toBeUndefined();
    expect(pages(undefined, withoutSize, { body: '[' })).toEqual({});
    expect(pages(undefined, { url: `${baseUrl}/repos/o/r/hooks` }, { body: list(30) })).toEqual({
      next: ['/repos/', { variable: 'owner' }, '/r/hooks', '?page=2'],
    });
  });

  it.each([
    ['another method', { plan: { ...plan, method: 'POST' } }, {}],
    ['another status', {}, { status: 404 }],
    ['something other than a list', {}, { body: '{}' }],
    ['a text that is no URL', { url: 'hub.example' }, {}],
    ['an operation without pages', { plan: { ...plan, pages: undefined } as unknown as RequestPlan }, {}],
  ])('counts nothing for %s', (_, more, response) => {
    expect(pages(undefined, more, response)).toEqual({});
  });

  it('knows the parameters of an operation from its description', () => {
    const engine = createEngine();
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    const pagesIn = (text: string) => engine.plan(engine.openFile(text), 0, options)?.pages;
    expect(pagesIn('GET /repos/o/r/hooks\n')).toEqual({ number: 'page', size: 'per_page', usualSize: 30 });
    expect(pagesIn('POST /repos/o/r/hooks\n\n{}\n')).toBeUndefined();
    expect(pagesIn('GET /_cluster/health\n')).toBeUndefined();
  });
});

describe('joinPages', () => {
  it('joins lists without changing what is in them', () => {
    expect(joinPages(['[1.0, 2]', ' [ ] ', '\n[{"a":12345678901234567890}]\n'])).toBe(
      '[1.0, 2,{"a":12345678901234567890}]',
    );
    expect(joinPages(['[]'])).toBe('[]');
  });

  it('makes a list of anything else', () => {
    expect(joinPages(['{"a":[1]}', '{"a":[2]}'])).toBe('[{"a":[1]},{"a":[2]}]');
  });
});
