import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartHtml, type ChartKind } from '../../client/src/pages/chart-html';
import { deliveriesWords, tableWords } from '../../client/src/pages/chart-words';
import { detailsPage } from '../../client/src/response/details-page';
import type { Exchange } from '../../client/src/response/kept-responses';
import { framePage, imagePage } from '../../client/src/response/preview-page';

/** Where the pages believe that they and their files are. */
export const origin = 'https://pages.example';

/** A page of the extension, and what it is sent when it is ready. */
export interface ShownPage {
  readonly html: string;
  readonly messages: readonly unknown[];
}

const sources = { styles: [`${origin}/response.css`], origin };
/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const long = 'a'.repeat(120);

function exchange(type: string, body: string): Exchange {
  return {
    label: `PUT /_security/role/${long}`,
    plan: { method: 'PUT' } as Exchange['plan'],
    sent: {
      method: 'PUT',
      url: `http://127.0.0.1:9270/_security/role/${long}`,
      headers: [
        ['Authorization', '***'],
        ['X-A-Header-Field-With-A-Very-Long-Name-That-Does-Not-Fit', long],
      ],
    },
    secrets: [],
    pages: {},
    time: 0,
    endpoint: 'staging',
    source: { uri: 'file:///a.http', line: 0, version: 1 },
    definitions: new Map(),
    response: {
      ...{ httpVersion: '1.1', status: 200, statusText: 'OK', body, isTruncated: false, size: 900, duration: 50 },
      headers: [
        ['Content-Type', type],
        ['X-Elastic-Product-With-A-Long-Name', long],
      ],
      timing: { dns: 5, connect: 5, tls: 12, firstByte: 30, download: 10 },
      redirects: [`http://127.0.0.1:9270/${long}`],
      retries: [{ cause: '429 Too Many Requests', wait: 2000 }],
    },
  };
}

function chart(
  kind: ChartKind,
  title: string,
  words: Readonly<Record<string, string>>,
  messages: readonly unknown[],
): ShownPage {
  const address = (file: string) => `${origin}/${file}`;
  return { html: chartHtml({ kind, title, words, address, origin, nonce: 'n' }), messages };
}

const hour = 3_600_000;
const rows = [0, 1, 2, 3].map((index) => ({
  id: `id-${index}`,
  event: index === 1 ? 'pull_request_review_comment' : 'push',
  action: index === 1 ? 'opened' : '',
  isRedelivery: index === 2,
  isFailed: index > 1,
  status: index > 1 ? '502 Bad Gateway' : '200 OK',
  duration: 0.125 * index,
  time: 1_700_000_000_000 + index * hour,
  delivered: new Date(1_700_000_000_000 + index * hour).toISOString(),
}));

/** The pages by what they show. */
export const pages: Readonly<Record<string, ShownPage>> = {
  'response details': { html: detailsPage(exchange('application/json', '{}'), sources), messages: [] },
  'image preview': { html: imagePage(exchange('image/png', ''), Buffer.from(png, 'base64'), sources), messages: [] },
  'page preview': {
    html: framePage(
      exchange('text/html', '<!DOCTYPE html><html lang="en"><title>a</title><main><h1>Hello</h1></main></html>'),
      sources,
    ),
    messages: [],
  },
  deliveries: chart('deliveries', `Deliveries: https://example.org/${long}`, deliveriesWords(), [
    { kind: 'rows', rows, hasMore: true },
  ]),
  'deliveries with a problem': chart('deliveries', 'Deliveries: hook 1', deliveriesWords(), [
    { kind: 'problem', text: `The service does not respond: ${long}` },
  ]),
  'table of a response': chart('table', `Table: GET /${long}`, tableWords(), [
    {
      ...{ kind: 'table', path: '$.hits', total: 9, columns: ['id', long, '<img src=x onerror=alert(1)>'] },
      rows: [
        ['10', '<script>window.hacked = true</script>', long],
        ['9', '', '<img src=x onerror="window.hacked = true">'],
      ],
    },
  ]),
};

/** Returns a file of the pages by its address. */
export function mediaAt(address: string): string {
  return readFileSync(join(import.meta.dirname, '../../client/media', new URL(address).pathname), 'utf8');
}
