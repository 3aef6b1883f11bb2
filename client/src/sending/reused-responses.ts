import { hasFailed, judge } from '@rulebook/sender/outcome';
import type { KeptRequest } from '../../../server/src/protocol';
import type { Outcome } from './attempt';

/** A response that takes the place of sending its request again for one that names it in `# @ref`. */
interface ReusedResponse {
  readonly outcome: Outcome;
  /** In milliseconds since 1970. */
  readonly time: number;
}

/** The responses of named requests that were sent in this session, of which none has failed. */
export interface ReusedResponses {
  /** Keeps an outcome, in the circumstances in which it was sent, such as the environment; a failure takes the kept one away. */
  readonly note: (outcome: Outcome, circumstances: string) => void;
  /** Returns the requests whose responses are kept for the requests of a document, in these circumstances. */
  readonly of: (document: string, circumstances: string) => readonly KeptRequest[];
  readonly find: (document: string, request: KeptRequest) => ReusedResponse | undefined;
}

interface Entry extends ReusedResponse, KeptRequest {
  readonly circumstances: string;
}

/** So many are kept. */
const most = 200;

/** Returns what keeps them. */
export function createReusedResponses(): ReusedResponses {
  const entries = new Map<string, Entry>();
  const keyOf = (document: string, { uri, name }: Pick<KeptRequest, 'uri' | 'name'>) =>
    [document, uri, name].join('\n');
  return {
    note: (outcome, circumstances) => {
      const { attempt, sent } = outcome;
      const { document, choices, plan } = attempt;
      if (plan.name === undefined) return;
      const request = { uri: document.uri.toString(), name: plan.name };
      const key = keyOf(choices.root ?? request.uri, request);
      entries.delete(key);
      const { text } = attempt;
      if (sent.kind !== 'answered' || hasFailed(judge(outcome).verdict) || text === undefined) return;
      // What a caller or the user has given for this one time is not what the file says.
      if (choices.given !== undefined || choices.endpoint !== undefined) return;
      entries.set(key, { ...request, text, outcome, circumstances, time: Date.now() });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
    of: (document, circumstances) =>
      [...entries].flatMap(([key, { uri, name, text, ...entry }]) =>
        key.startsWith(`${document}\n`) && entry.circumstances === circumstances ? [{ uri, name, text }] : [],
      ),
    find: (document, request) => entries.get(keyOf(document, request)),
  };
}
