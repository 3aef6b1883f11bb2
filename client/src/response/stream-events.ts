import { chatText, eventsOf } from '@rulebook/sender/response';
import type { EventsModel } from './view/view-model';

/** More events are not shown: the latest are. */
const most = 1000;

/** When the events of a stream came. */
export interface Arrivals {
  readonly add: (piece: string) => void;
  /** In milliseconds since 1970. */
  readonly times: readonly number[];
}

/** In UTF-16 code units: of a longer event, the time is not known. */
const longestEvent = 1024 * 1024;

/** Returns what notes when events are complete. */
export function createArrivals(): Arrivals {
  const times: number[] = [];
  let rest = '';
  return {
    times,
    add: (piece) => {
      rest += piece;
      const end = Math.max(rest.lastIndexOf('\n\n'), rest.lastIndexOf('\n\r\n'));
      if (end < 0 && rest.length < longestEvent) return;
      const now = Date.now();
      times.push(...eventsOf(`${rest.slice(0, end)}\n\n`).map(() => now));
      rest = rest.slice(end + 1).trimStart();
    },
  };
}

/** Returns the events of a stream, with the times at which they came; the last time belongs to the last event. */
export function eventModels(text: string, arrivals: readonly number[] = []): EventsModel {
  const all = eventsOf(text);
  const events = all.slice(-most);
  const said = chatText(all);
  return {
    events: events.map(({ name, data }, index) => {
      const time = arrivals.at(index - events.length);
      return { name, data, ...(time !== undefined && { time: timeOfDay(time) }) };
    }),
    total: Math.max(all.length, arrivals.length),
    ...(said !== undefined && { said }),
  };
}

function timeOfDay(time: number): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0'));
  return `${parts.join(':')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
