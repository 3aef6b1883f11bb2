import { raisableEvents } from '../../../engine/src/index';

/** One of the ways to disturb the sandbox; the first is the usual one. */
export interface FaultChoice {
  readonly label: string;
  readonly description: string;
  /** The members of a control request that adds a fault. */
  readonly fault: Readonly<Record<string, unknown>>;
}

/** What can be chosen when a fault is added. */
export const faultChoices: readonly FaultChoice[] = [
  status(429, 'Too many requests'),
  status(500, 'The server failed'),
  status(503, 'The server is not available'),
  { label: 'Delay', description: 'Answers 5 seconds late', fault: { fault: 'delay', delay: '5s' } },
  { label: 'Drop', description: 'Closes the connection without an answer', fault: { fault: 'drop' } },
  { label: 'Cut', description: 'Breaks off in the middle of the answer', fault: { fault: 'cut' } },
];

/** How many requests a fault can meet; the first is the usual number. */
export const faultCounts: readonly { readonly label: string; readonly count: number }[] = [
  { label: 'The next request', count: 1 },
  { label: 'The next 3 requests', count: 3 },
  { label: 'The next 10 requests', count: 10 },
  { label: 'Every request until the faults are cleared', count: 1_000_000 },
];

/** Which requests a fault can meet; the first is all of them. */
export const faultGoals: readonly { readonly label: string; readonly server?: string }[] = [
  { label: 'Of any service' },
  { label: 'Of the search cluster', server: 'cluster' },
  { label: 'Of the second search cluster', server: 'leader' },
  { label: 'Of the code host', server: 'host' },
];

/** How the clock can be moved. */
export const clockChoices: readonly {
  readonly label: string;
  readonly body: Readonly<Record<string, unknown>>;
}[] = [
  { label: '1 hour later', body: { advance: '1h' } },
  { label: '1 day later', body: { advance: '1d' } },
  { label: '7 days later', body: { advance: '7d' } },
  { label: '31 days later', body: { advance: '31d' } },
  { label: 'Back to the time of this machine', body: { release: true } },
];

/** Returns the control request's body for what somebody typed: a date, or else a time value. */
export function clockBody(text: string): Readonly<Record<string, unknown>> {
  const typed = text.trim();
  return /^\d{4}-/.test(typed) ? { set: typed } : { advance: typed.replace(/^\+\s*/, '') };
}

/** Returns the choice for what somebody typed, in front of the others; none for an empty text. */
export function typedClockChoices(text: string): readonly {
  readonly label: string;
  readonly alwaysShow: true;
  readonly body: Readonly<Record<string, unknown>>;
}[] {
  const typed = text.trim();
  if (typed === '') return [];
  const body = clockBody(typed);
  return [{ label: 'set' in body ? `To ${typed}, where it stands` : `${typed} later`, alwaysShow: true, body }];
}

/** The events that can be raised, with a sentence about each. */
export const eventChoices = raisableEvents.map(({ name, summary }) => ({ label: name, description: summary }));

function status(code: number, description: string): FaultChoice {
  return { label: `Status ${code}`, description, fault: { fault: 'status', status: code } };
}
