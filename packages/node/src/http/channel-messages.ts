import type { ChannelMessage } from '@rulebook/sender/plan';

/** What a message takes in addition to its bytes, so that very many empty ones end at the limit, too. */
const overhead = 200;

/** The messages of a connection; beyond the limit, they are counted only. */
export interface MessageLog {
  readonly add: (direction: ChannelMessage['direction'], data: Buffer, isBinary: boolean) => void;
  /** Returns what was kept; `size` counts the bytes of all messages that were received. */
  readonly end: () => {
    readonly messages: readonly ChannelMessage[];
    readonly omitted: number;
    readonly size: number;
  };
}

/** Returns a list of messages that keeps up to so many bytes; `note` receives each message. */
export function createMessageLog(maximum: number, note: ((message: ChannelMessage) => void) | undefined): MessageLog {
  const messages: ChannelMessage[] = [];
  let room = maximum;
  let omitted = 0;
  let size = 0;
  return {
    add: (direction, data, isBinary) => {
      const text = data.toString(isBinary ? 'base64' : 'utf8');
      const message: ChannelMessage = {
        direction,
        time: Date.now(),
        text,
        ...(isBinary && { isBinary }),
        size: data.length,
      };
      if (direction === 'received') size += data.length;
      // What comes behind a gap is left out, too: a list with gaps would mislead.
      if (omitted > 0 || data.length + overhead > room) omitted++;
      else messages.push(message);
      room -= data.length + overhead;
      note?.(message);
    },
    end: () => ({ messages, omitted, size }),
  };
}

/** Returns the received messages as a JSON list: JSON as it came, other texts and the base64 of bytes as strings. */
export function bodyOfMessages(messages: readonly ChannelMessage[]): string {
  const items = messages.flatMap(({ direction, text, isBinary }) =>
    direction === 'sent' ? [] : [!isBinary && isJson(text) ? text.trim() : JSON.stringify(text)],
  );
  return `[${items.join(',')}]`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
