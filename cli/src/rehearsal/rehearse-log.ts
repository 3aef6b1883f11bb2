import { createMasker } from '@rulebook/catalogue/masking';
import type { CheckOptions } from '@rulebook/engine';
import type { Checker } from '@rulebook/engine/checking';
import { compareFindings, rehearsedOptions, type Release } from '@rulebook/engine/rehearsal';
import { readLogLine, type LoggedRequest } from '@rulebook/exchange/logs';
import { secretsOfRecorded } from '@rulebook/sender/plan';
import { reportEntries } from '@rulebook/sender/report';
import { titleOfEntry } from '../check/check-recording';
import { linesOfFile } from './log-lines';
import type { RehearsedLine } from './model';

/** So many different things are said of a log at most. */
const maxLines = 1000;
/** So many ids of requests are remembered, and so many requests that were checked. */
const maxKnown = 10_000;

/** Where the requests of a log went, for the checker. */
const place = { name: 'log', baseUrl: 'http://log.invalid' };

/** What is known of a log after its last line. */
interface RehearsedLog {
  readonly lines: readonly RehearsedLine[];
  readonly requests: number;
  readonly unread: number;
  readonly total: number;
}

/** Checks the requests of a log, line by line. Equal findings of several lines are one, at the first of them. */
export async function rehearseLog(
  engine: Checker,
  path: string,
  options: CheckOptions,
  releases: { readonly now: readonly Release[]; readonly then: Release },
): Promise<RehearsedLog> {
  const service = releases.then.service.id;
  const { context } = options;
  const usual = context.endpoints.find(({ name }) => name === context.defaults[service]);
  const endpoint = { ...usual, ...place, service };
  const present: CheckOptions = {
    ...options,
    context: { ...context, endpoints: [...context.endpoints, endpoint] },
  };
  const now = rehearsedOptions(present, releases.now);
  const then = rehearsedOptions(present, [releases.then]);
  const found = new Map<string, RehearsedLine>();
  const ids = new Set<string>();
  const checked = new Map<string, readonly string[]>();
  let requests = 0;
  let unread = 0;
  let total = 0;
  const check = (request: LoggedRequest): readonly string[] => {
    const recorded = {
      method: request.method,
      url: `${place.baseUrl}${request.target}`,
      headers: [],
      body: request.body,
    };
    const of = (one: CheckOptions) => engine.checkRecorded(recorded, undefined, one)?.findings ?? [];
    const masker = createMasker(secretsOfRecorded(recorded));
    const title = titleOfEntry(recorded, masker);
    return compareFindings(of(now), of(then)).flatMap(({ kind, finding }) => {
      const message = masker.text(finding.message);
      const key = JSON.stringify([kind, finding.rule, message]);
      if (!found.has(key)) {
        if (found.size >= maxLines) return [];
        const shown = { ...finding, message: `${title}: ${message}`, span: { start: 0, end: 1 } };
        const reported = reportEntries(
          path,
          ' ',
          [{ number: total, title: '', fileSpan: shown.span, finding: shown }],
          1,
        );
        const [one] = reported.findings;
        if (one === undefined) return [];
        const at = { line: total - 1, character: 0 };
        const { entry: _, ...rest } = one;
        const plain = { ...rest, message: shown.message, range: { start: at, end: at } };
        found.set(key, { kind, path, finding: plain, count: 0 });
      }
      return [key];
    });
  };
  for await (const line of linesOfFile(path)) {
    total++;
    const read = line === undefined ? { kind: 'unread' as const } : readLogLine(line);
    if (read.kind === 'unread') unread++;
    if (read.kind !== 'request') continue;
    const { id } = read.request;
    if (id !== undefined && ids.has(id)) continue;
    if (id !== undefined) remember(ids, id);
    requests++;
    const key = JSON.stringify([read.request.method, read.request.target, read.request.body]);
    const keys = checked.get(key) ?? check(read.request);
    if (key.length < 2000) remember(checked, key, keys);
    for (const one of keys) {
      const known = found.get(one);
      if (known) found.set(one, { ...known, count: (known.count ?? 0) + 1 });
    }
  }
  return { lines: [...found.values()], requests, unread, total };
}

/** Remembers a key, and forgets the earliest one where there are many. */
function remember<Value>(known: Set<string> | Map<string, Value>, key: string, value?: Value): void {
  if (known instanceof Set) known.add(key);
  else if (value !== undefined) known.set(key, value);
  if (known.size <= maxKnown) return;
  const [first] = known.keys();
  if (first !== undefined) known.delete(first);
}
