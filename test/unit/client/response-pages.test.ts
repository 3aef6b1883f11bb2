import { describe, expect, it } from 'vitest';
import type { ReceivedResponse } from '../../../packages/sender/src/plan/index';
import { detailsPage } from '../../../client/src/response/details-page';
import type { Exchange } from '../../../client/src/response/kept-responses';
import { framePage, imagePage, previewKindOf } from '../../../client/src/response/preview-page';

const sources = { styles: ['https://file.example/response.css'], origin: 'https://file.example' };

function exchange(type: string, more: Partial<ReceivedResponse> = {}, label = 'GET /a'): Exchange {
  return {
    label,
    plan: { method: 'GET' } as Exchange['plan'],
    sent: { method: 'GET', url: 'http://h/a?token=***', headers: [['Authorization', '***']] },
    secrets: ['hush-hush'],
    pages: {},
    time: 0,
    source: { uri: 'file:///a.http', line: 0, version: 1 },
    definitions: new Map(),
    response: {
      httpVersion: '1.1',
      status: 200,
      statusText: 'OK',
      headers: [
        ['Content-Type', type],
        ['X-Echo', 'hush-hush'],
      ],
      body: '<p>hush-hush</p>',
      isTruncated: false,
      size: 16,
      duration: 50,
      ...more,
    },
  };
}

describe('detailsPage', () => {
  it('shows where the time went, one bar behind the other', () => {
    const timing = { dns: 5, connect: 5, firstByte: 30, download: 10 };
    const page = detailsPage(exchange('text/plain', { timing }), sources);
    expect(
      [...page.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="4" width="([\d.]+)"/g)].map((found) => found.slice(1)),
    ).toEqual([
      ['dns', '0.0', '40.0'],
      ['connect', '40.0', '40.0'],
      ['firstByte', '80.0', '240.0'],
      ['download', '320.0', '80.0'],
    ]);
    expect(page).toContain('<th scope="row">Waiting for the first byte</th><td class="number">30 ms</td>');
    expect(page).not.toContain('TLS');
  });

  it('shows numbers that add up to the total', () => {
    const timing = { dns: 1.4, connect: 1.4, firstByte: 3.4, download: 0.4 };
    const page = detailsPage(exchange('text/plain', { timing, duration: 7.4 }), sources);
    const numbers = [...page.matchAll(/class="number">(\d+) ms</g)].map(([, number]) => Number(number));
    const total = numbers.pop();
    expect(total).toBe(7);
    expect(numbers.reduce((sum, one) => sum + one, 0)).toBe(total);
    expect(numbers).toHaveLength(5);
  });

  it('lists redirects and retries, and says when there are none', () => {
    const retries = [{ cause: '429 Too Many Requests', wait: 2000 }];
    const page = detailsPage(exchange('text/plain', { retries, redirects: ['http://h/b'] }), sources);
    expect(page).toContain('<li>Sent again after 2.0 s: 429 Too Many Requests</li><li>Redirected to http://h/b</li>');
    expect(detailsPage(exchange('text/plain'), sources)).toContain('No redirects, and no further attempts.');
  });

  it('shows no secret, runs nothing and loads only its style', () => {
    const page = detailsPage(exchange('text/plain', { statusText: '<script>x</script>' }, '<img src=x>"'), sources);
    expect(page).not.toContain('hush-hush');
    expect(page).not.toMatch(/<script|<img|style=|onload/);
    expect(page).toContain('default-src &#39;none&#39;; style-src https://file.example;');
  });
});

describe('previewKindOf', () => {
  it.each([
    ['image/png', { binary: 'PNG image' }, 'image'],
    ['image/svg+xml; charset=utf-8', {}, 'image'],
    ['image/tiff', { binary: 'data' }, undefined],
    ['application/pdf', { binary: 'PDF document' }, 'elsewhere'],
    ['application/octet-stream', { binary: 'PDF document' }, 'elsewhere'],
    // A browser would run it.
    ['text/html', { binary: 'PDF document' }, undefined],
    ['image/svg', { binary: 'PDF document' }, undefined],
    ['text/html', {}, 'html'],
    ['text/html', { size: 0 }, undefined],
    ['text/html', { binary: 'data' }, undefined],
    ['application/json', {}, undefined],
  ] as const)('%s %j', (type, more, kind) => {
    expect(previewKindOf(exchange(type, more))).toBe(kind);
  });
});

describe('previews', () => {
  it('show an image by its data', () => {
    const page = imagePage(exchange('image/png'), new Uint8Array(20_000).fill(1), sources);
    expect(page).toMatch(/<img src="data:image\/png;base64,AQEB[A-Za-z0-9+/]{20000,}=*" alt="The response to GET /);
    expect(page).toContain('img-src data:');
  });

  it('show HTML masked, in a frame that runs nothing and loads nothing', () => {
    const body = '<p>hush-hush</p><script>alert(1)</script>"></iframe><script>alert(2)</script>';
    const page = framePage(exchange('text/html', { body }), sources);
    expect(page).not.toContain('hush-hush');
    expect(page).not.toContain('<script');
    expect(page.match(/<iframe/g)).toHaveLength(1);
    expect(page).toContain('<iframe sandbox="" ');
    expect(page).toContain('frame-src &#39;none&#39;');
  });

  // A browser connects to the host of a frame that its policy forbids, and to that of a link which is clicked.
  it.each([
    '<iframe src="http://attacker.example/">',
    '<IFRAME\nsrc=//attacker.example>',
    '<frame/src=http://attacker.example>',
    '<object data="http://attacker.example"></object>',
    '<embed src="http://attacker.example">',
    '<link rel=preconnect href="http://attacker.example">',
    '<a href="http://attacker.example">x</a>',
    '<svg><a xlink:href="http://attacker.example">x</a></svg>',
    '<map><area href="http://attacker.example"></map>',
    '<iframe\fsrcdoc="<iframe src=http://attacker.example>">',
  ])('leave no frame and no link in %j', (body) => {
    const page = framePage(exchange('text/html', { body }), sources);
    const shown = /srcdoc="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(shown).toContain('attacker.example');
    expect(shown).not.toMatch(/&lt;\/?(?:iframe|frame|object|embed|link|a|area)[\s/&]/i);
  });
});
