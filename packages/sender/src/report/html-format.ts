import { describeDuration } from '../response/measures';
import { count, withCommas } from '@rulebook/text/count';
import { bytesOf, line, type Room } from './bounded-html';
import { messagesHtml, outcomeOf, phases, requestHtml } from './html-request';
import { reportStyle } from './html-style';
import {
  failuresOf,
  fileOfReported,
  nameOfReported,
  summariseRun,
  type ReportedRequest,
  type RunReport,
} from './run-report';
import { timeCells, timeColumns, timesOfRun, type RunTimes } from './run-times';

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
  const heads = Math.max(limits.heads / 5, limits.heads - framesOf(report));
  const share = heads / (2 * failing.length + others.length);
  writeHeads(failing, report, 2 * share);
  writeHeads(others, report, share);
  const named = report.files === undefined ? report.path : `${report.path} (${count(report.files.length, 'file')})`;
  const file = line({ left: 1000 }, named, 300);
  const title = titleOf(entries);
  const times = timesHtml(report);
  const opening = [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>${file}: ${title}</title><style>${reportStyle}</style></head>`,
    '<body>',
    headerOf(report, entries, `<p class="file"><code>${file}</code></p><h1>${title}</h1>`),
    navigationOf(failing.length > 0, others.length > 0, times !== ''),
    '<main>',
  ].join('\n');
  const table = `${tableOf(report, entries)}${times}`;
  const written = entries.reduce((sum, { head }) => sum + bytesOf(head) + '</div></details>\n'.length, 0);
  const room: Room = { left: limits.page - bytesOf(opening) - bytesOf(table) - written };
  return [
    opening,
    sectionOf('Failures', failing, room, room.left * (others.length === 0 ? 1 : 0.6)),
    table,
    ...sectionsOf(failing.length === 0 ? 'Details' : 'Other requests', others, room, report),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function navigationOf(hasFailures: boolean, hasOthers: boolean, hasTimes: boolean): string {
  const links = [
    ...(hasFailures ? [['failures', 'Failures']] : []),
    ['all', 'All requests'],
    ...(hasTimes ? [['times', 'Times']] : []),
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
    ['Files', report.files && withCommas(report.files.length)],
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
function writeHeads(entries: readonly Entry[], report: RunReport, bytes: number): void {
  for (const entry of entries) {
    const room = { left: Math.min(24_000, bytes) };
    const path = fileOfReported(entry.request, report);
    entry.head = requestHtml(entry.request, { id: entry.id, isOpen: entry.isFailing, room, path });
  }
}

/** Returns the requests in one section, and of several files in one for each. */
function sectionsOf(title: string, entries: readonly Entry[], page: Room, report: RunReport): readonly string[] {
  if (report.files === undefined) return [sectionOf(title, entries, page, page.left)];
  const id = idOf(title);
  const parts = entriesByFile(entries, report).map(({ path, entries: own }) => {
    return { title: titleOfFile(path, report), own };
  });
  // What is around the requests of a file.
  for (const { title } of parts) page.left -= bytesOf(title) + frame;
  let left = entries.length;
  const sections = parts.map(({ title: heading, own }) => {
    const share = left === 0 ? 0 : (page.left * own.length) / left;
    left -= own.length;
    return sectionOf(heading, own, page, share, `${id}-${left}`);
  });
  return entries.length === 0 ? [] : [`<div id="${id}"></div>`, ...sections];
}

/** What is around a path in its two places, in bytes. */
const frame = 150;

/** Returns how much the paths of the files take, in bytes. */
function framesOf({ files = [] }: RunReport): number {
  return files.length === 0 ? 0 : 2 * files.length * (frame + roomOfTitle(files.length));
}

function titleOfFile(path: string, { files = [] }: RunReport): string {
  const room = roomOfTitle(files.length);
  return line({ left: room }, path, Math.min(300, room));
}

/** The paths of many files are shortened, so that the page stays small. */
function roomOfTitle(files: number): number {
  return Math.max(40, Math.min(600, 80_000 / Math.max(1, files)));
}

/** Returns the entries by file, those without any left out. */
function entriesByFile(entries: readonly Entry[], report: RunReport) {
  const byFile = new Map<string, Entry[]>();
  for (const entry of entries) {
    const path = fileOfReported(entry.request, report);
    const own = byFile.get(path) ?? [];
    own.push(entry);
    byFile.set(path, own);
  }
  return [...byFile].map(([path, own]) => ({ path, entries: own }));
}

function idOf(title: string): string {
  return title.toLowerCase().replace(' ', '-');
}

/** Returns the requests with their messages, which share so many bytes: what one does not need is for those behind it. */
function sectionOf(title: string, entries: readonly Entry[], page: Room, bytes: number, id = idOf(title)): string {
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
  const rowOf = ({ request, id }: Entry, index: number) => {
    const { status, duration } = request;
    const room = { left: share - 200 };
    const name = line(room, nameOfReported(request), Math.max(30, Math.min(200, share / 3)));
    const { start = 0 } = times[index] ?? {};
    const bar =
      duration === undefined ? '' : barOf(request, duration, { start: start - first, total, hasParts: share > 500 });
    return `<tr><td class="${request.outcome} mark">${outcomeOf(request)}<th scope="row"><a href="#${id}">${name}</a><td class="number">${status ?? ''}<td class="number">${duration === undefined ? '' : describeDuration(duration)}${isTimed ? `<td class="line">${bar}` : ''}`;
  };
  const rows = entries.map(rowOf);
  const bodies =
    report.files === undefined
      ? `<tbody>\n${rows.join('\n')}\n</tbody>`
      : bodiesOf(entries, rows, report, isTimed ? 5 : 4);
  const columns = [
    '<th scope="col">Result',
    '<th scope="col">Request',
    '<th scope="col" class="number">Status',
    '<th scope="col" class="number">Time',
  ];
  const line1 = isTimed ? `<th scope="col" class="line">0 to ${describeDuration(total)}` : '';
  const key = isTimed && share > 500 ? keyOfPhases(report.requests) : '';
  return `<section aria-labelledby="all"><h2 id="all">All requests</h2>\n<table><thead><tr>${columns.join('')}${line1}</thead>\n${bodies}</table>${key}</section>`;
}

/** Returns the rows of several files, below a line for each of them. */
function bodiesOf(entries: readonly Entry[], rows: readonly string[], report: RunReport, columns: number): string {
  const rowOf = new Map(entries.map((entry, index) => [entry, rows[index] ?? '']));
  return entriesByFile(entries, report)
    .map(({ path, entries: own }) => {
      const { requests, passed } = summariseRun({ requests: own.map(({ request }) => request), duration: 0 });
      const title = `${titleOfFile(path, report)} <span class="quiet">${passed} of ${requests} passed</span>`;
      const lines = own.map((entry) => rowOf.get(entry) ?? '');
      return `<tbody>\n<tr><th colspan="${columns}" scope="rowgroup" class="part">${title}\n${lines.join('\n')}\n</tbody>`;
    })
    .join('\n');
}

/** The page shows so many times at most; the slowest come first. */
const maxTimes = 100;

/** Returns the times of what was sent more than once. */
function timesHtml(report: RunReport): string {
  const times = timesOfRun(report);
  if (times === undefined) return '';
  const tables = [timesTable('Requests', times.requests), timesTable('Operations', times.operations)];
  return `\n<section aria-labelledby="times"><h2 id="times">Times</h2>\n${tables.join('')}</section>`;
}

function timesTable(title: string, all: readonly RunTimes[]): string {
  if (all.length === 0) return '';
  const slowest = [...all].sort((a, b) => b.p95 - a.p95).slice(0, maxTimes);
  const rows = slowest.map((one) => {
    const place = one.file === undefined ? '' : ` <span class="quiet">${line({ left: 300 }, one.file, 150)}</span>`;
    const cells = timeCells(one).map((cell) => `<td class="number">${cell}`);
    return `<tr><th scope="row">${line({ left: 400 }, one.name, 200)}${place}${cells.join('')}`;
  });
  const head = timeColumns
    .map((name) => `<th scope="col" class="number">${name.replace(/^[cm]/, (letter) => letter.toUpperCase())}`)
    .join('');
  return `<table><thead><tr><th scope="col">${title}${head}</thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table>\n`;
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
