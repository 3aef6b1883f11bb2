import { createMasker } from '@rulebook/catalogue/masking';
import { isBehind, type CheckOptions, type Engine } from '@rulebook/engine';
import { compareFindings, type Release } from '@rulebook/engine/rehearsal';
import { createRequestShapes } from '@rulebook/exchange/logs';
import type { RecordedParts } from '@rulebook/request-file/syntax';
import { secretsOfRecorded } from '@rulebook/sender/plan';
import { reportEntries, type ReportedFinding } from '@rulebook/sender/report';
import { titleOfEntry } from '../check/check-recording';
import type { RehearsedLine } from './model';
import { createShownState, type Exchanged, type ShownState } from './shown-state';

/** So many different things are said of a file at most. */
const maxLines = 1000;
/** So many requests that were checked are remembered. */
const maxKnown = 10_000;
/** So many requests of a file are played at most, of at most so many characters each and together. */
const maxPlayed = 500;
const longestPlayed = 1_000_000;
const longestTogether = 20_000_000;

/** A request of a log or a recording that is played. */
export interface SentRequest {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** Method and path. */
  readonly label: string;
  readonly method: string;
  /** From the base URL of its endpoint, with its query. */
  readonly target: string;
  readonly headers: RecordedParts['headers'];
  readonly body: string;
  /** Where it went; absent: to the usual server. */
  readonly endpoint?: string;
  /** What must not be shown. */
  readonly secrets: readonly string[];
  /** How many requests ask for the same. */
  count: number;
}

/** What is played of a log or a recording. */
export interface SentFile {
  /** What makes the state in which they were answered, as far as that is known. */
  readonly state: ShownState['requests'];
  readonly requests: readonly SentRequest[];
  /** How many ask for something else, and are too many or too long to be played. */
  readonly left: number;
}

/** Where a request is. */
export interface SentPlace {
  /** What is said before the message: `Entry 2, `. */
  readonly title: string;
  readonly entry?: number;
  /** Counted from 0. */
  readonly line: number;
  /** Returns where something is that is said of the request, or of its body. */
  readonly rangeOf: (isInBody: boolean) => ReportedFinding['range'];
}

/** Reads the requests of a file one after the other, and keeps of them what is said of them and what is played. */
export interface SentRequests {
  add(request: RecordedParts, place: SentPlace, exchanged?: Exchanged): void;
  readonly lines: readonly RehearsedLine[];
  /** How many things more were found than are said. */
  readonly cut: number;
  readonly requests: number;
  readonly played: SentFile;
}

/** Creates what checks requests that were sent, for both releases. Those that differ in data only are checked once, and counted. */
export function createSentRequests(
  engine: Engine,
  path: string,
  {
    now,
    then,
    release,
    present,
  }: {
    readonly now: CheckOptions;
    readonly then: CheckOptions;
    readonly release: Release;
    readonly present: Release | undefined;
  },
): SentRequests {
  const shapes = createRequestShapes();
  const found = new Map<string, RehearsedLine>();
  const checked = new Map<string, readonly string[]>();
  /** One request of each form is played. */
  const forms = new Map<string, { readonly sent: SentRequest | undefined }>();
  const chosen = createChosen();
  const state = createShownState(path, release);
  let requests = 0;
  let cut = 0;
  const check = (recorded: RecordedParts, place: SentPlace): readonly string[] => {
    const of = (one: CheckOptions) => engine.checkRecorded(recorded, undefined, one)?.findings ?? [];
    const compared = compareFindings(of(now), of(then), { now: present, then: release });
    if (compared.length === 0) return [];
    const masker = createMasker(secretsOfRecorded(recorded));
    const title = `${place.title}${titleOfEntry(recorded, masker)}`;
    return compared.flatMap(({ kind, finding }) => {
      const said = masker.text(finding.message);
      const key = JSON.stringify([kind, finding.rule, said]);
      if (found.has(key)) return [key];
      if (found.size >= maxLines) {
        cut++;
        return [];
      }
      const message = `${title}: ${said}`;
      const shown = { ...finding, message, span: { start: 0, end: 1 } };
      const entry = { number: 0, title: '', fileSpan: shown.span, finding: shown };
      const [one] = reportEntries(path, ' ', [entry], 1).findings;
      if (one === undefined) return [];
      const { entry: _, ...rest } = one;
      const numbered = place.entry === undefined ? {} : { entry: place.entry };
      const reported = { ...rest, ...numbered, message, range: place.rangeOf(finding.span.end > 0) };
      found.set(key, { kind, path, change: said, finding: reported, count: 0 });
      return [key];
    });
  };
  const choose = (recorded: RecordedParts, { line }: SentPlace): SentRequest | undefined => {
    const binding = engine.bindRecorded(recorded, then.context);
    if (binding?.service?.id !== release.service.id) return undefined;
    const endpoint = then.context.endpoints.find(
      (one) => one.service === release.service.id && isBehind(recorded.url, one),
    );
    const secrets = secretsOfRecorded(recorded);
    const sent: SentRequest = {
      ...{ path, line: line + 1, label: titleOfEntry(recorded, createMasker(secrets)), method: recorded.method },
      target: targetOf(recorded.url, endpoint?.baseUrl),
      headers: recorded.headers,
      body: recorded.body ?? '',
      ...(endpoint !== undefined && { endpoint: endpoint.name }),
      secrets,
      count: 0,
    };
    const isReading = /^(?:GET|HEAD)$/.test(sent.method) || binding.operation?.methods.includes('GET') === true;
    return chosen.add(sent, isReading) ? sent : undefined;
  };
  return {
    add(recorded, place, exchanged) {
      requests++;
      const { form, key } = shapes.read({ method: recorded.method, target: recorded.url, body: recorded.body ?? '' });
      const keys = checked.get(key) ?? [...new Set(check(recorded, place))];
      remember(checked, key, keys);
      let playing = forms.get(form);
      if (playing === undefined) {
        playing = { sent: choose(recorded, place) };
        remember(forms, form, playing);
        if (exchanged !== undefined && playing.sent !== undefined) state.add(exchanged, place.line + 1);
      } else if (exchanged !== undefined) state.note(exchanged);
      if (playing.sent !== undefined) playing.sent.count++;
      for (const one of keys) {
        const line = found.get(one);
        if (line !== undefined) found.set(one, { ...line, count: (line.count ?? 0) + 1 });
      }
    },
    get lines() {
      return [...found.values()];
    },
    get cut() {
      return cut;
    },
    get requests() {
      return requests;
    },
    get played() {
      return { state: state.requests, requests: chosen.all, left: chosen.left };
    },
  };
}

/** Chooses what is played: what reads goes before what writes, and then what comes first. */
function createChosen() {
  const reading = new Set<SentRequest>();
  const writing = new Set<SentRequest>();
  let length = 0;
  let left = 0;
  const drop = (sent: SentRequest): void => {
    left++;
    length -= sent.body.length;
  };
  return {
    add(sent: SentRequest, isReading: boolean): boolean {
      if (sent.body.length > longestPlayed || length + sent.body.length > longestTogether) {
        left++;
        return false;
      }
      if (reading.size + writing.size >= maxPlayed) {
        const last = isReading ? [...writing].at(-1) : undefined;
        if (last === undefined) {
          left++;
          return false;
        }
        writing.delete(last);
        drop(last);
      }
      length += sent.body.length;
      (isReading ? reading : writing).add(sent);
      return true;
    },
    get all() {
      return [...reading, ...writing].toSorted((one, other) => one.line - other.line);
    },
    get left() {
      return left;
    },
  };
}

/** Returns path and query from a base URL on. */
export function targetOf(url: string, baseUrl: string | undefined): string {
  const below =
    baseUrl !== undefined && url.startsWith(baseUrl)
      ? url.slice(baseUrl.length)
      : url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const [target = ''] = below.split('#', 1);
  return target.startsWith('/') ? target : `/${target}`;
}

/** Remembers a key, and forgets the earliest one where there are many. */
export function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  if (known.has(key)) return;
  known.set(key, value);
  if (known.size <= maxKnown) return;
  const [first] = known.keys();
  if (first !== undefined) known.delete(first);
}
