import { describeDuration, describeSize, maskResponse, type ResponseTiming } from '../../../engine/src/index';
import { escaped, htmlPage, type PageSources } from './html';
import type { Exchange } from './kept-answers';

/** Returns a page about a response: where its time went, how it was reached, and what was sent. Secrets are masked. */
export function detailsPage({ label, sent, response, secrets, endpoint }: Exchange, sources: PageSources): string {
  const masked = maskResponse({ ...response, body: '' }, secrets);
  const { status, statusText, duration, size, timing, redirects = [], retries = [], headers } = masked;
  const summary = [`${status} ${statusText}`.trimEnd(), describeDuration(duration), describeSize(size)].join(' · ');
  const sections = [
    section('Time', timing === undefined ? paragraph('The parts of the time are not known.') : timeChart(timing)),
    section(
      'Redirects and Retries',
      list([
        ...retries.map(({ cause, wait }) => `Sent again after ${describeDuration(wait)}: ${cause}`),
        ...redirects.map((url) => `Redirected to ${url}`),
      ]) || paragraph('No redirects, and no further attempts.'),
    ),
    section(
      'Request as sent',
      `${paragraph(`${sent.method} ${sent.url}`, 'line')}${endpoint === undefined ? '' : paragraph(`Endpoint: ${endpoint}`)}${fieldTable(sent.headers)}`,
    ),
    section(
      'Response',
      `${paragraph(`HTTP/${masked.httpVersion} ${`${status} ${statusText}`.trimEnd()}`, 'line')}${sizes(masked.headers, size)}${fieldTable(headers)}`,
    ),
  ];
  const body = `<main><h1>${escaped(label)}</h1>${paragraph(summary, 'summary')}${sections.join('')}</main>`;
  return htmlPage(`Details: ${label}`, body, sources);
}

const parts: readonly (readonly [key: keyof ResponseTiming, label: string])[] = [
  ['dns', 'Look-up of the address'],
  ['connect', 'Connection'],
  ['tls', 'TLS handshake'],
  ['firstByte', 'Waiting for the first byte'],
  ['download', 'Download'],
];

/** In units of the drawing. */
const chart = { width: 400, row: 22, bar: 14 };

/** Returns the parts of the time as a table in which each row has its bar where it happened. */
function timeChart(timing: ResponseTiming): string {
  const rows = parts.flatMap(([key, label]) => (timing[key] === undefined ? [] : [{ key, label, time: timing[key] }]));
  const total = rows.reduce((sum, { time }) => sum + time, 0);
  const scale = total > 0 ? chart.width / total : 0;
  let before = 0;
  const lines = rows.map(({ key, label, time }) => {
    const [x, width] = [before * scale, Math.max(1, time * scale)].map((value) => value.toFixed(1));
    before += time;
    const bar = `<svg class="bar" viewBox="0 0 ${chart.width} ${chart.row}" preserveAspectRatio="none" aria-hidden="true"><rect class="${key}" x="${x}" y="${(chart.row - chart.bar) / 2}" width="${width}" height="${chart.bar}"/></svg>`;
    return `<tr><th scope="row">${escaped(label)}</th><td class="number">${escaped(describeDuration(time))}</td><td class="chart">${bar}</td></tr>`;
  });
  const caption = '<caption class="hidden">Where the time of the last exchange went</caption>';
  return `<table class="times">${caption}<tbody>${lines.join('')}</tbody></table>`;
}

function sizes(headers: Exchange['sent']['headers'], size: number): string {
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  const packed =
    coding === undefined || length === undefined || !/^\d{1,15}$/.test(length)
      ? ''
      : ` (${describeSize(Number(length))} as ${coding})`;
  return paragraph(`Body: ${describeSize(size)}${packed}. Header fields: about ${describeSize(head)}.`);
}

function fieldTable(fields: Exchange['sent']['headers']): string {
  if (fields.length === 0) return paragraph('No header fields.');
  const rows = fields.map(
    ([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  );
  return `<table class="fields"><caption class="hidden">Header fields</caption><tbody>${rows.join('')}</tbody></table>`;
}

function section(title: string, content: string): string {
  return `<section><h2>${escaped(title)}</h2>${content}</section>`;
}

function paragraph(text: string, kind = ''): string {
  return `<p${kind === '' ? '' : ` class="${kind}"`}>${escaped(text)}</p>`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ol>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ol>`;
}
