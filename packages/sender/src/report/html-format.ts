import { describeDuration } from '../response/measures';
import { count, withCommas } from '@rulebook/text/count';
import { bytesOf, line, type Room } from './bounded-html';
import { messagesHtml, outcomeOf, phases, requestHtml } from './html-request';
import { reportStyle } from './html-style';
import { failuresOf, nameOfReported, type ReportedRequest, type RunReport } from './run-report';

/** The limits of a page, in bytes: with 1,000 requests it is below 1 MB. */
const limits = { page: 940_000, rows: 280_000, heads: 480_000, messages: 34_000 };

/** It has no script and loads nothing, so that it can be kept and sent on, and shown where scripts are blocked. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A request of the page. */
interface Entry {
  readonly request: ReportedRequest;
  /** Where its details are. */
  readonly id: string;
  readonly isFailing: boolean;
  /** Behind it follow its messages, and the end of its element. */
  head: string;
}

/** Returns the report as one page of HTML that folds without a script: what failed comes first and is open. */
export function runAsHtml(report: RunReport): string {
  const entries = report.requests.map((request, index): Entry => {
    return { request, id: `r${index + 1}`, isFailing: failuresOf(request).length > 0, head: '' };
  });
  const failing = entries.filter(({ isFailing }) => isFailing);
  const others = entries.filter(({ isFailing }) => !isFailing);
  // A failing one has more to say.
  const share = limits.heads / (2 * failing.length + others.length);
  writeHeads(failing, report.path, 2 * share);
  writeHeads(others, report.path, share);
  const file = line({ left: 1000 }, report.path, 300);
  const title = titleOf(entries);
  const opening = [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>${file}: ${title}</title><style>${reportStyle}</style></head>`,
    '<body>',
    headerOf(report, entries, `<p class="file"><code>${file}</code></p><h1>${title}</h1>`),
    navigationOf(failing.length > 0, others.length > 0),
    '<main>',
  ].join('\n');
  const table = tableOf(report, entries);
  const heads = entries.reduce((sum, { head }) => sum + bytesOf(head) + '</div></details>\n'.length, 0);
  const room: Room = { left: limits.page - bytesOf(opening) - bytesOf(table) - heads };
  return [
    opening,
    sectionOf('Failures', failing, room, room.left * (others.length === 0 ? 1 : 0.6)),
    table,
    sectionOf(failing.length === 0 ? 'Details' : 'Other requests', others, room, room.left),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function navigationOf(hasFailures: boolean, hasOthers: boolean): string {
  const links = [
    ...(hasFailures ? [['failures', 'Failures']] : []),
    ['all', 'All requests'],
    ...(hasOthers ? [hasFailures ? ['other-requests', 'Other requests'] : ['details', 'Details']] : []),
  ].map(([id = '', words = '']) => `<a href="#${id}">${words}</a>`);
  return `<nav aria-label="Parts of this page">${links.join('')}</nav>`;
}

function titleOf(entries: readonly Entry[]): string {
  const failed = entries.filter(({ isFailing }) => isFailing).length;
  if (failed > 0) return `${withCommas(failed)} of ${count(entries.length, 'request')} failed`;
  const passed = entries.filter(({ request }) => request.outcome === 'passed').length;
  return passed === 0 ? 'No request was sent' : `${count(passed, 'request')} passed`;
}

function headerOf(report: RunReport, entries: readonly Entry[], heading: string): string {
  const { duration, environment, began, version } = report;
  const counts = new Map<string, { readonly outcome: ReportedRequest['outcome']; readonly number: number }>();
  for (const { request } of [...entries.filter(({ isFailing }) => isFailing), ...entries])
    counts.set(outcomeOf(request), { outcome: request.outcome, number: 0 });
  for (const { request } of entries) {
    const words = outcomeOf(request);
    counts.set(words, { outcome: request.outcome, number: (counts.get(words)?.number ?? 0) + 1 });
  }
  const endpoints = [...new Set(report.requests.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [endpoint])))];
  const more = endpoints.length > 5 ? `, and ${endpoints.length - 5} more` : '';
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Requests', withCommas(entries.length)],
    ['Duration', describeDuration(duration)],
    ['Environment', environment],
    [
      endpoints.length === 1 ? 'Endpoint' : 'Endpoints',
      endpoints.length === 0 ? undefined : `${endpoints.slice(0, 5).join(', ')}${more}`,
    ],
    ['Date', began === undefined ? undefined : dateOf(began)],
    ['Rulebook', version],
  ];
  const shown = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`<div><dt>${name}</dt><dd>${line({ left: 1000 }, value, 500)}</dd></div>`],
  );
  const share = [...counts.values()].map(({ outcome, number }) => `<i class="${outcome}" style="flex:${number}"></i>`);
  const listed = [...counts].map(
    ([words, { outcome, number }]) =>
      `<li class="${outcome} mark"><strong>${withCommas(number)}</strong> ${words.toLowerCase()}</li>`,
  );
  return `<header>${heading}<div class="share" aria-hidden="true">${share.join('')}</div><ul class="counts">${listed.join('')}</ul><dl class="facts">${shown.join('')}</dl></header>`;
}

/** The zone is named, since the page is read elsewhere. */
function dateOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Writes everything of the requests but their messages, each in so many bytes. */
function writeHeads(entries: readonly Entry[], path: string, bytes: number): void {
  for (const entry of entries) {
    const room = { left: Math.min(24_000, bytes) };
    entry.head = requestHtml(entry.request, { id: entry.id, isOpen: entry.isFailing, room, path });
  }
}

/** Returns the requests with their messages, which share so many bytes: what one does not need is for those behind it. */
function sectionOf(title: string, entries: readonly Entry[], page: Room, bytes: number): string {
  let left = bytes;
  const written = entries.map(({ request, head }, index) => {
    const room = { left: Math.min(limits.messages, Math.max(0, left) / (entries.length - index)) };
    const before = room.left;
    const hasRoom = before >= smallest;
    const messages = hasRoom ? messagesHtml(request, room) : leftOut(request);
    const used = hasRoom ? before - room.left : messages.length;
    left -= used;
    page.left -= used;
    return `${head}${messages}</div></details>`;
  });
  if (entries.length === 0) return '';
  const id = title.toLowerCase().replace(' ', '-');
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${written.join('\n')}\n</section>`;
}

/** Less of a request and its response says nothing, in bytes. */
const smallest = 120;

function leftOut({ details }: ReportedRequest): string {
  return details?.request === undefined ? '' : '<p class="quiet">Its messages are left out.</p>';
}

/** Returns all requests in their order, with the time of each as a bar where it happened. */
function tableOf(report: RunReport, entries: readonly Entry[]): string {
  const share = limits.rows / Math.max(1, entries.length);
  let before = 0;
  const times = report.requests.map(({ details, duration }) => {
    const start = details?.start ?? before;
    before = start + (duration ?? 0);
    return { start, end: before };
  });
  const isTimed = report.requests.some(({ duration }) => duration !== undefined);
  // What comes before the first request, such as loading a description, is not shown.
  const sent = times.filter((_, index) => report.requests[index]?.duration !== undefined);
  const first = sent.reduce((least, { start }) => Math.min(least, start), sent[0]?.start ?? 0);
  const total = sent.reduce((longest, { end }) => Math.max(longest, end - first), 1);
  const rows = entries.map(({ request, id }, index) => {
    const { status, duration } = request;
    const room = { left: share - 200 };
    const name = line(room, nameOfReported(request), Math.max(30, Math.min(200, share / 3)));
    const { start = 0 } = times[index] ?? {};
    const bar =
      duration === undefined ? '' : barOf(request, duration, { start: start - first, total, hasParts: share > 500 });
    return `<tr><td class="${request.outcome} mark">${outcomeOf(request)}<th scope="row"><a href="#${id}">${name}</a><td class="number">${status ?? ''}<td class="number">${duration === undefined ? '' : describeDuration(duration)}${isTimed ? `<td class="line">${bar}` : ''}`;
  });
  const columns = [
    '<th scope="col">Result',
    '<th scope="col">Request',
    '<th scope="col" class="number">Status',
    '<th scope="col" class="number">Time',
  ];
  const line1 = isTimed ? `<th scope="col" class="line">0 to ${describeDuration(total)}` : '';
  const key = isTimed && share > 500 ? keyOfPhases(report.requests) : '';
  return `<section aria-labelledby="all"><h2 id="all">All requests</h2>\n<table><thead><tr>${columns.join('')}${line1}</thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table>${key}</section>`;
}

interface Place {
  readonly start: number;
  readonly total: number;
  readonly hasParts: boolean;
}

function barOf({ details }: ReportedRequest, duration: number, { start, total, hasParts }: Place): string {
  const percent = (part: number, whole: number) => `${Number(((100 * part) / Math.max(whole, 0.001)).toFixed(1))}%`;
  const { timing } = details ?? {};
  const known = timing ? phases.reduce((sum, [key]) => sum + (timing[key] ?? 0), 0) : 0;
  const whole = Math.max(duration, known);
  // What came before the last exchange, such as redirects, is in front of its parts.
  const parts = timing ? phases.map(([key, kind]) => [kind, timing[key] ?? 0] as const) : [];
  const drawn = [['other', whole - known] as const, ...parts]
    .filter(([, part]) => part / whole > 0.005)
    .map(([kind, part]) => `<i class="${kind}" style="width:${percent(part, whole)}"></i>`);
  const left = Math.min(100 * (start / total), 99.5);
  const inner = hasParts && timing ? drawn.join('') : '';
  return `<div class="bar" aria-hidden="true"><b style="left:${Number(left.toFixed(1))}%;width:${percent(duration, total)}">${inner}</b></div>`;
}

/** Says which colour is which part of a time; the numbers are in the details of each request. */
function keyOfPhases(requests: readonly ReportedRequest[]): string {
  const used = phases.filter(([key]) => requests.some(({ details }) => details?.timing?.[key] !== undefined));
  if (used.length === 0) return '';
  return `<ul class="times key" aria-label="Parts of a time">${used.map(([, kind, words]) => `<li class="${kind}">${words}</li>`).join('')}</ul>`;
}
