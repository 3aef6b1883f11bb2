import * as vscode from 'vscode';
import type { ResponseTiming } from '@rulebook/sender/plan';
import { describeDuration, describeSize, maskResponse } from '@rulebook/sender/response';
import { escaped, htmlPage, type PageSources } from '../pages/html';
import type { Exchange } from './kept-responses';

/** Returns a page about a response: where its time went, how it was reached, and what was sent. Secrets are masked. */
export function detailsPage(exchange: Exchange, sources: PageSources): string {
  const { label, response } = exchange;
  const { status, statusText, duration, size } = response;
  const summary = [`${status} ${statusText}`.trimEnd(), describeDuration(duration), describeSize(size)].join(' · ');
  const body = `<main><h1>${escaped(label)}</h1>${paragraph(summary, 'summary')}${detailsContent(exchange)}</main>`;
  return htmlPage(vscode.l10n.t('Details: {0}', label), body, sources);
}

/** Returns what such a page says, as HTML. */
export function detailsContent({ sent, response, secrets, endpoint }: Exchange): string {
  const masked = maskResponse({ ...response, body: '' }, secrets);
  const { status, statusText, duration, size, timing, redirects = [], retries = [], headers } = masked;
  const sections = [
    section(
      vscode.l10n.t('Time'),
      timing === undefined
        ? paragraph(vscode.l10n.t('The parts of the time are not known.'))
        : timeChart(timing, duration),
    ),
    section(
      vscode.l10n.t('Redirects and Retries'),
      list([
        ...retries.map(({ cause, wait }) => vscode.l10n.t('Sent again after {0}: {1}', describeDuration(wait), cause)),
        ...redirects.map((url) => vscode.l10n.t('Redirected to {0}', url)),
      ]) || paragraph(vscode.l10n.t('No redirects, and no further attempts.')),
    ),
    section(
      vscode.l10n.t('Request as sent'),
      `${paragraph(lineOf(sent, redirects), 'line')}${sentSizes(sent.wire)}${endpoint === undefined ? '' : paragraph(vscode.l10n.t('Endpoint: {0}', endpoint))}${fieldTable(sent.headers)}`,
    ),
    section(
      vscode.l10n.t('Response'),
      `${paragraph(`HTTP/${masked.httpVersion} ${`${status} ${statusText}`.trimEnd()}`, 'line')}${sizes(masked.headers, size, sent.wire)}${fieldTable(headers)}`,
    ),
  ];
  return sections.join('');
}

const parts: readonly (readonly [key: keyof ResponseTiming, label: string])[] = [
  ['dns', vscode.l10n.t('Look-up of the address')],
  ['connect', vscode.l10n.t('Connection')],
  ['tls', vscode.l10n.t('TLS handshake')],
  ['firstByte', vscode.l10n.t('Waiting for the first byte')],
  ['download', vscode.l10n.t('Download')],
];

/** In units of the drawing. */
const chart = { width: 400, row: 22, bar: 14 };

/** Returns the parts of the time as a table in which each row has its bar where it happened. The shown numbers add up to the total. */
function timeChart(timing: ResponseTiming, duration: number): string {
  const measured = parts.flatMap(([key, label]) =>
    timing[key] === undefined ? [] : [{ key: key as string, label, time: timing[key] }],
  );
  const known = measured.reduce((sum, { time }) => sum + time, 0);
  const other = { key: 'other', label: vscode.l10n.t('Before it, with redirects and retries'), time: duration - known };
  const rows = other.time >= 0.5 ? [other, ...measured] : measured;
  const total = Math.max(duration, known);
  const scale = total > 0 ? chart.width / total : 0;
  let before = 0;
  const lines = rows.map(({ key, label, time }) => {
    const [x, width] = [before * scale, Math.max(1, time * scale)].map((value) => value.toFixed(1));
    const rounded = Math.round(before + time) - Math.round(before);
    before += time;
    const bar = `<svg class="bar" viewBox="0 0 ${chart.width} ${chart.row}" preserveAspectRatio="none" aria-hidden="true"><rect class="${key}" x="${x}" y="${(chart.row - chart.bar) / 2}" width="${width}" height="${chart.bar}"/></svg>`;
    return `<tr><th scope="row">${escaped(label)}</th><td class="number">${rounded} ms</td><td class="chart">${bar}</td></tr>`;
  });
  const caption = hiddenCaption(vscode.l10n.t('Where the time went'));
  const sum = `<tr class="total"><th scope="row">${escaped(vscode.l10n.t('Total'))}</th><td class="number">${Math.round(before)} ms</td><td></td></tr>`;
  return `<table class="times">${caption}<tbody>${lines.join('')}${sum}</tbody></table>`;
}

function hiddenCaption(text: string): string {
  return `<caption class="hidden">${escaped(text)}</caption>`;
}

/** Returns the method and the URL of the exchange that the header fields belong to. */
function lineOf({ method, url, wire }: Exchange['sent'], redirects: readonly string[]): string {
  return `${wire?.method ?? method} ${redirects.at(-1) ?? url}`;
}

function sentSizes(wire: Exchange['sent']['wire']): string {
  if (wire === undefined) return '';
  const [head, body] = [wire.sent.head, wire.sent.body].map(describeSize);
  return paragraph(vscode.l10n.t('Sent: {0} of header fields, {1} of body.', head ?? '', body ?? ''));
}

function receivedSizes({ received }: NonNullable<Exchange['sent']['wire']>, size: number): string {
  const [head = '', packed = ''] = [received.head, received.body].map(describeSize);
  return paragraph(
    received.body === size
      ? vscode.l10n.t('Received: {0} of header fields, {1} of body.', head, packed)
      : vscode.l10n.t(
          'Received: {0} of header fields, {1} of body; {2} without its compression.',
          head,
          packed,
          describeSize(size),
        ),
  );
}

function sizes(headers: Exchange['sent']['headers'], size: number, wire: Exchange['sent']['wire']): string {
  if (wire !== undefined) return receivedSizes(wire, size);
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  const packed =
    coding === undefined || length === undefined || !/^\d{1,15}$/.test(length)
      ? undefined
      : describeSize(Number(length));
  const [body, fields] = [describeSize(size), describeSize(head)];
  return paragraph(
    packed === undefined || coding === undefined
      ? vscode.l10n.t('Body: {0}. Header fields: about {1}.', body, fields)
      : vscode.l10n.t('Body: {0} ({1} as {2}). Header fields: about {3}.', body, packed, coding, fields),
  );
}

function fieldTable(fields: Exchange['sent']['headers']): string {
  if (fields.length === 0) return paragraph(vscode.l10n.t('No header fields.'));
  const rows = fields.map(
    ([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  );
  return `<table class="fields">${hiddenCaption(vscode.l10n.t('Header fields'))}<tbody>${rows.join('')}</tbody></table>`;
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
