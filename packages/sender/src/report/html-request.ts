import type { ReportedMessage } from '../outcome/exchange-details';
import type { ResponseTiming } from '../plan/response';
import { describeDuration } from '../response/measures';
import { count } from '@rulebook/text/count';
import { asSentence } from '@rulebook/text/sentence';
import { nameOfAssert } from '@rulebook/text/name-of-assert';
import { block, items, line, markup, type Room } from './bounded-html';
import { isFlaky, nameOfReported, type ReportedAssert, type ReportedRequest } from './run-report';

/** The parts of the time of an exchange in their order, each with its class and its words. */
export const phases: readonly (readonly [key: keyof ResponseTiming, kind: string, words: string])[] = [
  ['dns', 'dns', 'DNS'],
  ['connect', 'connect', 'Connect'],
  ['tls', 'tls', 'TLS'],
  ['firstByte', 'first', 'Wait'],
  ['download', 'download', 'Receive'],
];

const assertWords = { passed: 'Passed', failed: 'Failed', unevaluated: 'Not evaluated' } as const;
/** More than this is scrolled, so the keyboard must reach it. */
const scrolled = { lines: 18, length: 1800 };

/** Returns what became of a request, in a word or two. */
export function outcomeOf({ outcome, url, isSent, attempts }: ReportedRequest): string {
  if (outcome === 'passed') return isFlaky({ outcome, attempts }) ? 'Flaky' : 'Passed';
  if (outcome === 'skipped') return 'Left out';
  return outcome === 'failed' || isSent ? 'Failed' : url === undefined ? 'Not sent' : 'No response';
}

/** Returns everything about a request but its messages: a line that opens it, and what is behind. */
export function requestHtml(
  request: ReportedRequest,
  {
    id,
    isOpen,
    room,
    path,
  }: { readonly id: string; readonly isOpen: boolean; readonly room: Room; readonly path: string },
): string {
  const { outcome, status, duration, method, url, endpoint, asserts, log = [], details, reason } = request;
  const measures = [
    ...(status === undefined ? [] : [String(status)]),
    ...(duration === undefined ? [] : [describeDuration(duration)]),
  ];
  const whole = room.left;
  const title = line(room, nameOfReported(request), Math.min(300, whole / 5));
  const opening = `<details class="${outcome}"${isOpen ? ' open' : ''}><summary><h3>${title}</h3><span class="${outcome} mark">${outcomeOf(request)}</span>${measures.length === 0 ? '' : `<span class="number">${measures.join(' · ')}</span>`}</summary><div class="more" id="${id}">`;
  const where = [
    ...(request.line === undefined ? [] : [`${line(room, path, Math.min(160, whole / 10))}, line ${request.line}`]),
    ...(endpoint === undefined ? [] : [`endpoint ${line(room, endpoint, Math.min(100, whole / 10))}`]),
  ].join(' · ');
  const address =
    url === undefined ? '' : `<p><code>${line(room, `${method} ${url}`, Math.min(1500, whole / 5))}</code></p>`;
  const again =
    request.earlierFailures === undefined
      ? []
      : request.earlierFailures.map((cause, index) => `Time ${index + 1} of ${request.attempts ?? 1}: ${cause}`);
  const why =
    reason === undefined || outcome === 'passed'
      ? ''
      : `<p class="why">${line(room, /[.!?]$/.test(reason) ? reason : asSentence(reason), Math.min(3000, whole / 4))}</p>`;
  const failed = asserts.filter((assert) => assert.outcome !== 'passed');
  const ordered = [...failed, ...asserts.filter((assert) => assert.outcome === 'passed')];
  return [
    markup(room, opening),
    address,
    where === '' ? '' : `<p class="quiet">${where}</p>`,
    why,
    listOf('Sent again', again, (one) => `<li>${line(room, one, 600)}</li>`, room),
    listOf('Explanation', details?.notes ?? [], (note) => `<li>${line(room, note, 1500)}</li>`, room),
    listOf(
      asserts.some(({ isTest }) => isTest) ? 'Asserts and tests' : 'Asserts',
      ordered,
      (one) => assertHtml(one, room),
      room,
    ),
    log.length === 0 ? '' : preOf('Log of the scripts', log.join('\n'), room, 4000),
    timesOf(details?.timing, room),
  ].join('');
}

/** Returns the response and the request, as far as there is room. */
export function messagesHtml({ details }: ReportedRequest, room: Room): string {
  const { request, response } = details ?? {};
  let shown = '';
  if (response !== undefined) {
    // What the request does not need is for the response.
    const left = request === undefined ? room.left : Math.max(room.left / 2, room.left - sizeOf(request));
    const own = { left };
    shown = messageHtml('Response', response, own);
    room.left -= left - own.left;
  }
  if (request !== undefined) shown += messageHtml('Request', request, room);
  return shown === '' ? '' : `<div class="two">${shown}</div>`;
}

function sizeOf({ head, body }: ReportedMessage): number {
  return head.length + body.length + 100;
}

function messageHtml(title: string, { head, body, note }: ReportedMessage, room: Room): string {
  const text = body === '' ? head : `${head}\n\n${body}`;
  const said = note === undefined ? '' : `<p class="quiet">${line(room, note, 200)}</p>`;
  const shown = preOf(title, text, room, 32_000);
  return shown === '' ? '' : `<div>${shown}${said}</div>`;
}

function preOf(title: string, text: string, room: Room, longest: number): string {
  if (room.left <= 0) return '';
  const heading = markup(room, `<h4>${title}</h4>`);
  const { html, isCut } = block(room, text, longest);
  const isScrolled = html.length > scrolled.length || html.split('\n').length > scrolled.lines;
  const end = isCut ? markup(room, '<p class="quiet">The rest is left out to keep this page small.</p>') : '';
  return `${heading}<pre${isScrolled ? ` tabindex="0" role="region" aria-label="${title}"` : ''}>${html}</pre>${end}`;
}

function assertHtml(assert: ReportedAssert, room: Room): string {
  const { outcome, message, line: number } = assert;
  const kind = outcome === 'unevaluated' ? 'error' : outcome;
  const where = outcome === 'passed' ? '' : ` <span class="quiet">(line ${number})</span>`;
  const said = message === '' ? '' : `: ${line(room, message, 2000)}`;
  const name = line(room, nameOfAssert(assert), 400);
  const difference = assert.difference?.join('\n');
  const lines = difference === undefined ? '' : `<pre>${block(room, difference, 6000).html}</pre>`;
  return `<li><span class="${kind} mark">${assertWords[outcome]}</span> <code>${name}</code>${where}${said}${lines}</li>`;
}

function listOf<T>(title: string, all: readonly T[], write: (item: T) => string, room: Room): string {
  if (all.length === 0 || room.left <= 0) return '';
  const rest = (left: number) => `<li class="quiet">${count(left, 'more entry', 'more entries')}</li>`;
  const listed = items(room, all, write, rest);
  return `${markup(room, `<h4>${title}</h4>`)}<ul>${listed}</ul>`;
}

function timesOf(timing: ResponseTiming | undefined, room: Room): string {
  if (timing === undefined || room.left <= 0) return '';
  const parts = phases.flatMap(([key, kind, words]) => {
    const part = timing[key];
    return part === undefined ? [] : [`<li class="${kind}">${words} ${describeDuration(part)}</li>`];
  });
  return markup(room, `<h4>Time</h4><ul class="times">${parts.join('')}</ul>`);
}
