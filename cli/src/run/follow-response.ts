import { createStreamMask } from '@rulebook/catalogue/masking';
import type { ReceivedResponse, ResponseHead, ResponseObserver } from '@rulebook/sender/plan';
import { createMessagePrinter, describeEnd, describeHead } from '@rulebook/sender/response';
import { ofLast } from '@rulebook/text';
import type { Output } from '../output';

/** In milliseconds: a response that is complete by then is written in one piece. */
const patience = 500;
/** JSON is formatted, and so needs all of it; other texts are written as they come. */
const streamed = /^(text\/(?!json)|application\/([\w.-]+\+)?(x-)?(ndjson|jsonl|jsonlines|json-seq|stream\+json))/i;
/** The value of a secret may be on the next line. */
const mayContinue = /[:=,{[]\s*$/;

/** A response that may be written while it arrives. */
export interface FollowedResponse {
  readonly observer: ResponseObserver;
  /** Writes the rest and resolves with whether the response was written this way. */
  readonly end: (response: ReceivedResponse | undefined) => Promise<boolean>;
}

/** Writes the response to one request while it arrives, if that takes a while; `turn` resolves when the responses before it are written. */
export function printWhileArriving(options: {
  readonly output: Output;
  readonly turn: Promise<void>;
  /** Returns the lines in front of the response. */
  readonly title: () => string;
  readonly secrets: readonly string[];
  readonly showsSecrets: boolean;
}): FollowedResponse {
  const { output, secrets, showsSecrets } = options;
  let held = '';
  let head: ResponseHead | undefined;
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  let written = options.turn;
  const messages = createMessagePrinter();
  let mask: ((text: string) => string) | undefined;
  const masked = (text: string) => (showsSecrets ? text : (mask ??= createStreamMask(secrets))(text));
  const write = (text: string) => {
    written = written.then(() => output.write(text));
  };
  /** Writes whole lines only: half of one may be half of a secret. */
  const flush = () => {
    let end = held.lastIndexOf('\n') + 1;
    while (end > 0 && mayContinue.test(held.slice(held.lastIndexOf('\n', end - 2) + 1, end))) {
      end = held.lastIndexOf('\n', end - 2) + 1;
    }
    if (end === 0) return;
    write(masked(held.slice(0, end)));
    held = held.slice(end);
  };
  const begin = (given: ResponseHead) => {
    write(`${options.title()}\n${showsSecrets ? plainHead(given) : describeHead(given, { secrets })}\n`);
  };
  return {
    observer: {
      onHead: (given) => {
        head = given;
        if (!isStreamed(given.headers)) return;
        timer = setTimeout(() => {
          isWriting = true;
          begin(given);
          flush();
        }, patience);
      },
      onChannel: () => {
        isWriting = true;
        if (head !== undefined) begin(head);
      },
      onMessage: (message) => {
        const text = messages.next(message);
        if (text !== undefined) write(masked(`${text}\n`));
      },
      followsText: isStreamed,
      onText: (piece) => {
        held += piece;
        if (isWriting) flush();
      },
    },
    end: async (response) => {
      clearTimeout(timer);
      if (!isWriting) return false;
      const rest = masked(held);
      write(rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`);
      const further = messages.rest();
      if (further !== undefined) write(`${further}\n`);
      if (response !== undefined) write(`\n${describeEnd(response, { secrets })}\n`);
      await written;
      return true;
    },
  };
}

/** Responses after each other often have the same header fields. */
const isStreamed = ofLast((headers: ResponseHead['headers']): boolean => {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return streamed.test(type.trim());
});

function plainHead({
  status,
  statusText,
  headers,
}: Pick<ReceivedResponse, 'status' | 'statusText' | 'headers'>): string {
  return `HTTP/1.1 ${status} ${statusText}\n${headers.map((pair) => `${pair.join(': ')}\n`).join('')}`;
}
