import type { CheckOptions, Endpoint, Engine } from '@rulebook/engine';
import type { AskedNames, KnownNames } from '@rulebook/checker/live-names';
import { requestFileText } from '@rulebook/sender/resources';
import { createMemo } from '@rulebook/text';
import type { NamesParams, NamesResult } from '../protocol';

/** What the live names need of the session. */
export interface LiveNamesParts {
  readonly engine: Pick<Engine, 'openFile' | 'plan'>;
  /** Whether a user wants endpoints to be asked, and someone can. */
  readonly isOn: () => boolean;
  /** Asks for names; rejects where no one answers. */
  readonly ask: (params: NamesParams) => Promise<NamesResult | null>;
  /** In milliseconds. */
  readonly now: () => number;
  /** Runs something after some milliseconds. */
  readonly later: (run: () => void, delay: number) => void;
  /** Called when an endpoint has listed other names than before. */
  readonly onChange: () => void;
}

/** In milliseconds. */
const minute = 60_000;
/** A little longer: the client refuses what comes within the minute. */
const freshFor = minute + 1_000;
const longestBackOff = 600_000;
/** How long no list has been looked up for a check before those that were are asked for: what is being typed is not. */
const quietFor = 700;
/** How long a list that was read waits for others that are being read. */
const quietAfter = 100;
/** Of one endpoint, so many lists are asked for in a minute because of checks. */
const maxChecked = 20;
/** More are not asked for at the same time. */
const maxAtOnce = 4;
/** The lists that are kept; those that were looked up longest ago are forgotten. */
const maxLists = 200;

/** What is known of a list. It lives in the memory of the process, and nowhere else. */
interface ListState {
  readonly params: NamesParams;
  readonly place: string;
  known?: KnownNames;
  /** Until then, it is not asked for again. */
  until: number;
  failures: number;
  pending?: Promise<void>;
}

/** The names that endpoints list, as far as they were asked for while users write. */
export class LiveNames {
  readonly #parts: LiveNamesParts;
  readonly #lists = new Map<string, ListState>();
  /** Counts the changes of the names. */
  #version = 0;
  readonly #options = createMemo<CheckOptions, CheckOptions>({ most: 100 });
  /** What was looked up for checks, and waits. */
  readonly #wanted = new Map<string, ListState>();
  #lastLookup = 0;
  #isWaiting = false;
  #isAnnounced = false;
  /** What is waited for where names are shown. */
  #shown = new Set<Promise<void>>();
  #asked: { readonly place: string; readonly at: number }[] = [];
  #atOnce = 0;
  readonly #queue: ListState[] = [];

  constructor(parts: LiveNamesParts) {
    this.#parts = parts;
  }

  /** Returns how a document is checked, with the names of its folder's endpoints: the same value until they change. */
  optionsFor(uri: string, base: CheckOptions): CheckOptions {
    if (!this.#parts.isOn()) return base;
    return this.#options.of(base, [this.#version], () => ({
      ...base,
      context: {
        ...base.context,
        liveNames: { of: (endpoint, asked, why) => this.#lookUp({ uri, base }, endpoint, asked, why) },
      },
    }));
  }

  /** Returns what was looked up to be shown since it was asked last, and is not known yet; undefined where nothing is. */
  takeWaiting(): Promise<unknown> | undefined {
    const waiting = [...this.#shown];
    this.#shown = new Set();
    return waiting.length === 0 ? undefined : Promise.all(waiting);
  }

  /** Forgets all names, and what has failed. */
  forget(): void {
    if (this.#lists.size > 0) this.#version++;
    this.#lists.clear();
    this.#wanted.clear();
    this.#queue.length = 0;
  }

  /** Forgets the names of an endpoint, at which a request has changed something: they are asked for again when they are wanted. */
  forgetAt(endpoint: string): void {
    const known = [...this.#lists].filter(
      ([, { params, known: names, pending }]) => params.endpoint === endpoint && (names ?? pending) !== undefined,
    );
    if (known.length === 0) return;
    for (const [key] of known) this.#lists.delete(key);
    this.#version++;
    this.#announce();
  }

  #lookUp(
    { uri, base }: { readonly uri: string; readonly base: CheckOptions },
    endpoint: Endpoint,
    asked: AskedNames,
    why: 'check' | 'show',
  ): KnownNames | undefined {
    // Whoever configures another URL or credential means another endpoint.
    const place = JSON.stringify(endpoint);
    const key = `${place}\n${asked.list.id} ${asked.request.path}`;
    let state = this.#lists.get(key);
    if (state === undefined) {
      const params = this.#paramsOf(uri, endpoint, asked, base);
      if (params === undefined) return undefined;
      state = { params, place, until: 0, failures: 0 };
    }
    this.#lists.delete(key);
    this.#lists.set(key, state);
    if (this.#lists.size > maxLists) this.#lists.delete(this.#lists.keys().next().value ?? key);
    if (this.#parts.now() >= state.until) {
      if (why === 'show') this.#ask(state);
      else this.#want(key, state);
    }
    // Former names are shown while they are asked for again.
    if (why === 'show' && state.pending && !state.known) this.#shown.add(state.pending);
    return state.known;
  }

  #paramsOf(
    uri: string,
    endpoint: Endpoint,
    { list, request }: AskedNames,
    base: CheckOptions,
  ): NamesParams | undefined {
    const { engine } = this.#parts;
    const plan = engine.plan(engine.openFile(requestFileText(request, endpoint.name)), 0, base);
    if (plan === undefined) return undefined;
    const { places, parameter, isPartial, isPaged } = list;
    const known = { places, parameter, ...(isPartial && { isPartial }), ...(isPaged && { isPaged }) };
    return { uri, endpoint: endpoint.name, plan, list: known };
  }

  /** A check can wait until no one types, and each of its lists is asked for only when the file still has it. */
  #want(key: string, state: ListState): void {
    const { now, later } = this.#parts;
    this.#lastLookup = now();
    this.#wanted.set(key, state);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const look = (): void => {
      const left = this.#lastLookup + quietFor - now();
      if (left > 0) {
        later(look, left);
        return;
      }
      this.#isWaiting = false;
      const wanted = [...this.#wanted.values()];
      this.#wanted.clear();
      for (const one of wanted) if (this.#mayCheck(one.place)) this.#ask(one);
    };
    later(look, quietFor);
  }

  #mayCheck(place: string): boolean {
    const now = this.#parts.now();
    this.#asked = this.#asked.filter(({ at }) => now - at < minute);
    if (this.#asked.filter((one) => one.place === place).length >= maxChecked) return false;
    this.#asked.push({ place, at: now });
    return true;
  }

  #ask(state: ListState): void {
    const { now, isOn } = this.#parts;
    if (state.pending || now() < state.until || !isOn()) return;
    state.until = now() + freshFor;
    if (this.#atOnce < maxAtOnce) this.#send(state);
    else this.#queue.push(state);
  }

  #send(state: ListState): void {
    const { now, ask, isOn } = this.#parts;
    this.#atOnce++;
    state.pending = ask(state.params)
      .catch(() => null)
      .then((result) => {
        delete state.pending;
        this.#atOnce--;
        const next = this.#queue.shift();
        if (next) this.#send(next);
        if (result === null || 'reason' in result) {
          // What was known before may hold no longer.
          const had = state.known !== undefined;
          delete state.known;
          state.failures++;
          state.until = now() + Math.min(longestBackOff, minute * 2 ** (state.failures - 1));
          if (!had) return;
        } else {
          state.failures = 0;
          const isSame = JSON.stringify(result) === JSON.stringify(state.known);
          if (isSame) return;
          state.known = result;
        }
        if (!isOn()) return;
        this.#version++;
        this.#announce();
      });
  }

  /** Lists that come together have files checked once. */
  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.#parts.later(() => {
      this.#isAnnounced = false;
      this.#parts.onChange();
    }, quietAfter);
  }
}

/** Waits for something, but not longer than some milliseconds; returns whether it is over. */
export function waitAtMost(waiting: Promise<unknown>, delay: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(false);
    }, delay);
    const end = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    waiting.then(end, end);
  });
}
