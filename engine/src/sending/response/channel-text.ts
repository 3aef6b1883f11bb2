import { count } from '../../text/count';
import { visibleLine } from '../../text/visible';
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
