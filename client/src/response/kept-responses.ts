import type { FoundSecret } from '@rulebook/catalogue/masking';
import type { OpenChannel, Pages, ReceivedResponse, RequestPlan, WireRecord } from '@rulebook/sender/plan';
import type { PrintText } from '@rulebook/sender/response';
import type { EventsModel } from './view/view-model';
import type { AssertResult } from '@rulebook/sender/asserts';

/** A line about a file for a response. */
export interface WrittenNote {
  /** A sentence without secrets. */
  readonly text: string;
  /** The path of the file; absent when it was not written. */
  readonly path?: string;
}

/** A request and its response. */
export interface Exchange {
  /** What the request is called, with secrets masked. */
  readonly label: string;
  readonly plan: RequestPlan;
  /** The request as it was sent, with secrets masked. */
  readonly sent: {
    readonly method: string;
    readonly url: string;
    /** All of them, where the connection is known; else those of the request. */
    readonly headers: ReceivedResponse['headers'];
    /** The last exchange: its method, and what went over the connection. */
    readonly wire?: Pick<WireRecord, 'method' | 'sent' | 'received'>;
  };
  /** The secrets of the request. */
  readonly secrets: readonly string[];
  readonly response: ReceivedResponse;
  /** Formats its body; absent where that needs nothing special. */
  readonly print?: PrintText;
  /** When the events of its stream came, in milliseconds since 1970. */
  readonly arrivals?: readonly number[];
  /** The body is in a file, and `response` holds its beginning. */
  readonly isInFile?: true;
  /** The results of the request's asserts, if it has some. */
  readonly asserts?: readonly AssertResult[];
  /** The log of its scripts, without secrets. */
  readonly log?: readonly string[];
  /** The files that the response was written to, and why others were not. */
  readonly written?: readonly WrittenNote[];
  /** Which rights a refused request lacked, in sentences without secrets. */
  readonly denial?: readonly string[];
  /** The environment whose variables the request used. */
  readonly environment?: string;
  /** The environment or the endpoint is protected. */
  readonly isProtected?: true;
  /** When the history took it, in milliseconds since 1970. */
  readonly time: number;
  /** The name of the endpoint that responded. */
  readonly endpoint?: string;
  /** The name of the endpoint that the user picked for this time: sent again, it goes there again. */
  readonly picked?: string;
  /** Where the pages around the response are; empty for most responses. */
  readonly pages: Pages;
  /** Where the request was, and in which version of its document. */
  readonly source: { readonly uri: string; readonly line: number; readonly version: number };
  /** The variables that its file defined. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Set for a response of the history: a line about it, and the text of its request. Secrets are masked in everything that is kept. */
  readonly kept?: { readonly note: string; readonly written: string };
}

/** By what a response of the history is found. */
export interface EarlierResponse extends Pick<Exchange, 'label' | 'time'> {
  readonly status: number;
}

/** How the body of a response is shown: with JSON formatted, or as it came. */
export type ResponseForm = 'pretty' | 'raw';

/** A response that is open in a tab, and what its document does not show. It stays in memory as long as its tab. */
export interface KeptResponse {
  readonly text: string;
  /** The secrets of the response, in the order in which they appear masked in the text. */
  readonly secrets: readonly FoundSecret[];
  /** The zero-based lines of the status line and of the last header field. */
  readonly head?: { readonly first: number; readonly last: number };
  readonly form?: ResponseForm;
  /** The text does not show the whole body. */
  readonly isCut?: boolean;
  /** The body as received, for saving. */
  readonly body?: SavedBody;
  readonly exchange?: Exchange;
  /** The response is not complete yet. */
  readonly isArriving?: true;
  /** What its request is called, and when it was sent, in milliseconds since 1970; of a response that arrives. */
  readonly label?: string;
  readonly since?: number;
  /** The events of a stream that have arrived. */
  readonly events?: EventsModel;
  /** The WebSocket connection over which it arrives. */
  readonly channel?: OpenChannel;
  /** The user wants to keep the response: it does not make room for others. */
  readonly isPinned?: true;
  /** It is shown below a cell of a notebook, so it outlives its tab. */
  readonly isInCell?: true;
}

/** A body that can be saved. */
export interface SavedBody {
  /** Empty when the body is in a file. */
  readonly bytes: Uint8Array;
  /** The path of the file with the body, which is removed with its response. */
  readonly file?: string;
  readonly size: number;
  /** The file extension, without the dot. */
  readonly extension: string;
  readonly isWhole: boolean;
}

const kept = { answers: 20, bytes: 100 * 1024 * 1024 };

/** Keeps the responses in open tabs; of their bodies, the latest ones that together are not too large. */
export class KeptResponses {
  readonly #answers = new Map<string, KeptResponse>();
  readonly #onRemoved: (answer: KeptResponse) => void;

  /** `onRemoved` receives each response that is no longer kept, and each whose body is not. */
  constructor(onRemoved: (answer: KeptResponse) => void = () => undefined) {
    this.#onRemoved = onRemoved;
  }

  get(uri: string): KeptResponse | undefined {
    return this.#answers.get(uri);
  }

  /** Returns the responses with their URIs, the latest first. */
  entries(): readonly (readonly [uri: string, answer: KeptResponse])[] {
    return [...this.#answers].reverse();
  }

  set(uri: string, answer: KeptResponse): void {
    this.#answers.delete(uri);
    this.#answers.set(uri, answer);
    this.#makeRoom();
  }

  /** Changes a response that keeps its place among the others. */
  change(uri: string, changes: Partial<KeptResponse>): void {
    const answer = this.#answers.get(uri);
    if (answer !== undefined) this.#answers.set(uri, { ...answer, ...changes });
  }

  delete(uri: string): void {
    const answer = this.#answers.get(uri);
    if (answer === undefined) return;
    this.#answers.delete(uri);
    this.#onRemoved(answer);
  }

  #makeRoom(): void {
    const passing = this.entries().filter(([, { isPinned }]) => isPinned !== true);
    for (const [oldest] of passing.slice(kept.answers)) this.delete(oldest);
    let size = 0;
    for (const [uri, answer] of passing.slice(0, kept.answers)) {
      size += weightOf(answer);
      if (size <= kept.bytes || weightOf(answer) === 0) continue;
      const { body: _body, exchange: _exchange, ...rest } = answer;
      this.#answers.set(uri, rest);
      this.#onRemoved(answer);
    }
  }
}

function weightOf({ body, exchange }: KeptResponse): number {
  return (body?.bytes.length ?? 0) + (exchange?.response.body.length ?? 0);
}
