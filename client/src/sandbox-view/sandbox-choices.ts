import * as vscode from 'vscode';
import { playedServers } from '@rulebook/services';
import { count } from '@rulebook/text';
import type { ViewEvents } from '@rulebook/sandbox';

/** A fault that can be injected into the sandbox. */
interface FaultChoice {
  readonly label: string;
  readonly description: string;
  /** The members of a control request that adds a fault. */
  readonly fault: Readonly<Record<string, unknown>>;
}

/** The faults that can be injected; the most usual one comes first. */
export const faultChoices: readonly FaultChoice[] = [
  status(429, vscode.l10n.t('Too many requests')),
  status(500, vscode.l10n.t('The server failed')),
  status(503, vscode.l10n.t('The server is not available')),
  {
    label: vscode.l10n.t('Delay'),
    description: vscode.l10n.t('The response comes 5 seconds late'),
    fault: { fault: 'delay', delay: '5s' },
  },
  {
    label: vscode.l10n.t('Drop'),
    description: vscode.l10n.t('The connection closes without a response'),
    fault: { fault: 'drop' },
  },
  {
    label: vscode.l10n.t('Cut'),
    description: vscode.l10n.t('The connection closes in the middle of the response'),
    fault: { fault: 'cut' },
  },
];

/** How many requests a fault affects; the usual number comes first. */
export const faultCounts: readonly { readonly label: string; readonly count: number }[] = [
  { label: vscode.l10n.t('The next request'), count: 1 },
  { label: vscode.l10n.t('The next 3 requests'), count: 3 },
  { label: vscode.l10n.t('The next 10 requests'), count: 10 },
  { label: vscode.l10n.t('Every request until the faults are cleared'), count: 1_000_000 },
];

/** Which requests a fault affects; all of them come first. */
export const faultTargets: readonly { readonly label: string; readonly server?: string }[] = [
  { label: vscode.l10n.t('Requests to any service') },
  ...playedServers.map(({ name, title }) => ({ label: vscode.l10n.t('Requests to the {0}', title), server: name })),
];

/** How the clock can be moved. */
export const clockChoices: readonly {
  readonly label: string;
  readonly body: Readonly<Record<string, unknown>>;
}[] = [
  { label: vscode.l10n.t('1 hour later'), body: { advance: '1h' } },
  { label: vscode.l10n.t('1 day later'), body: { advance: '1d' } },
  { label: vscode.l10n.t('7 days later'), body: { advance: '7d' } },
  { label: vscode.l10n.t('31 days later'), body: { advance: '31d' } },
  { label: vscode.l10n.t('Back to the time of this computer'), body: { release: true } },
];

/** Returns the body of the control request for a typed text: a date, or otherwise a time value. */
export function clockBody(text: string): Readonly<Record<string, unknown>> {
  const typed = text.trim();
  return /^\d{4}-/.test(typed) ? { set: typed } : { advance: typed.replace(/^\+\s*/, '') };
}

/** Returns the choice for a typed text; none for an empty text. */
export function typedClockChoices(text: string): readonly {
  readonly label: string;
  readonly alwaysShow: true;
  readonly body: Readonly<Record<string, unknown>>;
}[] {
  const typed = text.trim();
  if (typed === '') return [];
  const body = clockBody(typed);
  return [
    {
      label: 'set' in body ? vscode.l10n.t('Stop at {0}', typed) : vscode.l10n.t('{0} later', typed),
      alwaysShow: true,
      body,
    },
  ];
}

/** An event that can be raised, and where. */
interface EventChoice {
  readonly label: string;
  readonly description: string;
  readonly raised: ViewEvents;
}

/** Returns the events that can be raised, with a sentence about each. */
export function eventChoices(events: readonly ViewEvents[]): readonly EventChoice[] {
  return events.flatMap((raised) =>
    raised.choices.map(({ name, summary }) => ({ label: name, description: summary, raised })),
  );
}

/** Returns what was raised, and to how many receivers it is delivered. */
export function eventText(event: string, subject: string, receiver: string, deliveries: number): string {
  return deliveries === 0
    ? vscode.l10n.t('The event {0} was raised in {1}. No active {2} is subscribed to it.', event, subject, receiver)
    : vscode.l10n.t(
        'The event {0} was raised in {1} and is delivered to {2}.',
        event,
        subject,
        count(deliveries, receiver),
      );
}

function status(code: number, description: string): FaultChoice {
  return { label: vscode.l10n.t('Status {0}', code), description, fault: { fault: 'status', status: code } };
}
