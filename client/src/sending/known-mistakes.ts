import type { Memento } from 'vscode';
import type { FoundError } from '../../../server/src/protocol';

/** Requests that are wrong on purpose: with the errors that the user has seen, they are sent without asking again. */
export interface KnownMistakes {
  readonly has: (mistake: Mistake) => Promise<boolean>;
  /** Remembers it for this window, or for good. */
  readonly add: (mistake: Mistake, isForGood: boolean) => Promise<void>;
}

/** A request with errors. Other errors are another mistake. */
export interface Mistake {
  readonly uri: string;
  readonly label: string;
  readonly errors: readonly FoundError[];
  /** How many there are; the list has the first ones. */
  readonly count: number;
}

const key = 'rulebook.knownMistakes';
/** Older ones are forgotten. */
const most = 200;

/** Returns the mistakes that are known. Messages may quote the request, so only digests are kept. */
export function createKnownMistakes(state: Memento): KnownMistakes {
  const ofWindow = new Set<string>();
  const stored = () => state.get<readonly string[]>(key) ?? [];
  return {
    has: async (mistake) => {
      const digest = await digestOf(mistake);
      return ofWindow.has(digest) || stored().includes(digest);
    },
    add: async (mistake, isForGood) => {
      const digest = await digestOf(mistake);
      ofWindow.add(digest);
      if (isForGood) await state.update(key, [...stored().filter((one) => one !== digest), digest].slice(-most));
    },
  };
}

async function digestOf({ uri, label, errors, count }: Mistake): Promise<string> {
  const text = JSON.stringify([uri, label, count, errors.map(({ message }) => message)]);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
