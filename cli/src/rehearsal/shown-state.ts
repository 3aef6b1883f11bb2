import { createMasker } from '@rulebook/catalogue/masking';
import type { Release } from '@rulebook/engine/rehearsal';
import { createShownResources } from '@rulebook/sandbox/comparison';

/** So many requests make the state at most, of so many characters together. */
const maxRequests = 500;
const longestTogether = 20_000_000;

/** A request with its answer. */
export interface Exchanged {
  readonly method: string;
  /** From the base URL of its endpoint, with its query. */
  readonly target: string;
  readonly status: number;
  /** The body of the response. */
  readonly body: string;
  /** The path of what was there, where the answer itself is not known. */
  readonly of?: string;
}

/** A request that makes what was there. */
export interface StateRequest {
  readonly path: string;
  /** Counted from 1: where the answer is that shows it. */
  readonly line: number;
  readonly label: string;
  readonly method: string;
  readonly target: string;
  /** Empty: there is none. */
  readonly body: string;
}

/** The state in which requests were answered, as their answers show it. */
export interface ShownState {
  add(exchanged: Exchanged, line: number): void;
  /** Of a request that is not played, only what it makes is known. */
  note(exchanged: Exchanged): void;
  readonly requests: readonly StateRequest[];
}

/** Creates what learns from answers which resources were there. What the requests of the file make themselves is left to them. */
export function createShownState(path: string, { service }: Release): ShownState {
  const made = new Set<string>();
  const requests = new Map<string, StateRequest>();
  const resources = createShownResources(service);
  let length = 0;
  const isMade = (target: string): boolean => {
    const [own = ''] = target.split('?', 1);
    const words = own.split('/');
    return words.some((_, index) => index > 0 && made.has(words.slice(0, index + 1).join('/')));
  };
  /** Returns whether a request makes a resource, and remembers that. */
  const isMaking = ({ method, target, of }: Exchanged): boolean => {
    const [own = ''] = target.split('?', 1);
    if (of !== undefined || !/^(?:PUT|POST)$/.test(method) || !resources.isDeclaring(method, own)) return false;
    if (made.size < maxRequests) made.add(own);
    return true;
  };
  const isAnswered = ({ status }: Exchanged): boolean => status >= 200 && status < 300;
  return {
    note(exchanged) {
      if (isAnswered(exchanged)) isMaking(exchanged);
    },
    add(exchanged, line) {
      if (!isAnswered(exchanged) || isMaking(exchanged)) return;
      for (const one of resources.of(exchanged)) {
        const body = one.body ?? '';
        const key = `${one.method} ${one.path}`;
        const before = requests.get(key);
        // What shows the whole of it says more than that it is there.
        if (before !== undefined && (before.body !== '' || body === '')) continue;
        if (isMade(one.path) || requests.size >= maxRequests || length + body.length > longestTogether) continue;
        length += body.length;
        const [shown = ''] = one.path.split('?', 1);
        const label = `${one.method} ${createMasker([]).text(shown)}`;
        requests.set(key, { path, line, label, method: one.method, target: one.path, body });
      }
    },
    get requests() {
      // What others are in comes first.
      return [...requests.values()].toSorted((one, other) => depthOf(one) - depthOf(other));
    },
  };
}

function depthOf({ target }: StateRequest): number {
  return (target.split('?', 1)[0] ?? '').split('/').length;
}
