import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { hoveredAt, hoverTextAt } from './check-feature';

const delivery = (body: string, head = '') =>
  `GET /repos/o/r/hooks/1/deliveries/2\n\nHTTP/1.1 200 OK\n${head}\n${body}\n`;
const request = (headers: string) => delivery(`{ "id": 2, "request": { "headers": { ${headers} } } }`);

describe('the header fields of a recorded answer', () => {
  it.each<[string, string, string, string]>([
    ['a documented one', 'Li<|>nk: <https://e.org/?cursor=v1>; rel="next"\n', 'Link', 'Repository webhooks'],
    ['one of the weaker layer', 'x-ratelimit-<|>remaining: 42\n', 'x-ratelimit-remaining', '*Reference*'],
    ['an etag', 'ETag<|>: W/"x"\n', 'ETag', 'If-None-Match'],
  ])('are described: %s', (_kind, head, hovered, said) => {
    expect(hoveredAt(delivery('{ "id": 2 }', head))).toBe(hovered);
    expect(hoverTextAt(delivery('{ "id": 2 }', head))).toContain(said);
  });

  it('are not described when nothing is known about them', () => {
    expect(hoverTextAt(delivery('{ "id": 2 }', 'X-Some<|>thing: 1\n'))).toBe('');
    expect(hoverTextAt('GET /nowhere/at/all/x\n\nHTTP/1.1 200 OK\nli<|>nk: 1\n')).toBe('');
  });

  it('are described in a response that is alone', () => {
    const engine = createEngine();
    const answer = { method: 'GET', target: '/repos/o/r/hooks', at: '', isAnswer: true };
    const file = engine.openBody('HTTP/1.1 200 OK\nlink: <x>; rel="next"\n\n[]\n', answer);
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    expect(engine.hover(file, 0, 18, options)?.markdown).toContain('**`link`**');
  });
});

describe('the header fields of a recorded delivery', () => {
  it.each<[string, string, string]>([
    ['the neutral name', '"X-Vendor-Ev<|>ent": "ping"', '`X-Vendor-Event`'],
    ["a vendor's name", '"X-GitHub-Ev<|>ent": "ping"', '`X-Vendor-Event`'],
    ['another case', '"Content-Ty<|>pe": "application/json"', '`content-type`'],
    ['a header of no vendor', '"x-hub-sig<|>nature": "sha1=00"', '`X-Hub-Signature`'],
  ])('are described under %s', (_kind, headers, said) => {
    expect(hoverTextAt(request(headers))).toContain(said);
  });

  it('are checked under any name', () => {
    const engine = createEngine();
    const file = engine.openFile(request('"x-hub-signature-256": "no digest"'));
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    expect(engine.check(file, options).findings[0]?.map(({ rule }) => rule)).toContain('malformed-signature');
  });
});
