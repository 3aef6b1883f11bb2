import { count } from '@rulebook/text/count';
import { visibleLine } from '@rulebook/text/visible';
import type { ChannelMessage, ChannelRecord } from '../plan/channel';
import { printJson } from './json-printer';
import { describeSize } from './measures';

/** Returns a message of a WebSocket connection as people read it: its direction, its time, and its text, JSON formatted. Masks nothing. */
export function describeMessage({ direction, time, text, isBinary, size }: ChannelMessage): string {
  const front = `${direction === 'sent' ? '→' : '←'} ${timeOfDay(time)}`;
  if (isBinary) return `${front} (binary, ${describeSize(size)})`;
  const shown = (printJson(text) ?? text).trimEnd();
  return /[\r\n]/.test(shown) ? `${front}\n${shown}` : `${front} ${shown}`.trimEnd();
}

/** Returns all messages, in order. */
export function describeMessages({ messages }: ChannelRecord): string {
  return messages.map(describeMessage).join('\n');
}

/** A command prints so many characters of the messages of a connection, and then how many there are more. */
const longestPrinted = 1_000_000;

/** What a command prints of messages as they come. */
interface MessagePrinter {
  /** Returns the lines of a message; undefined for one that is counted only. */
  readonly next: (message: ChannelMessage) => string | undefined;
  /** Returns how many were counted only, and where to find them, as a line of a comment. */
  readonly rest: () => string | undefined;
}

/** Creates what prints messages until they become too long. What comes behind a gap is left out, too. */
export function createMessagePrinter(): MessagePrinter {
  let room = longestPrinted;
  let further = 0;
  return {
    next: (message) => {
      const text = room > 0 && message.text.length <= room ? describeMessage(message) : undefined;
      if (text === undefined || text.length > room) {
        room = 0;
        further++;
        return undefined;
      }
      room -= text.length + 1;
      return text;
    },
    rest: () =>
      further === 0
        ? undefined
        : `# ${count(further, 'further message')} not shown. \`--output <file>\` saves what was received, as far as it is kept.`,
  };
}

/** Returns how a connection ended, and what was not kept, as lines of comments. */
export function remarksOnChannel({ omitted = 0, close }: ChannelRecord): readonly string[] {
  const reason = close === undefined || close.reason === '' ? '' : `: ${visibleLine(close.reason)}`;
  return [
    ...(omitted > 0 ? [`# ${count(omitted, 'further message')} not kept, since there were too many.`] : []),
    ...(close === undefined ? [] : [`# The server closed the connection (${close.code})${reason}`]),
  ];
}

function timeOfDay(time: number): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0'));
  return `${parts.join(':')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
