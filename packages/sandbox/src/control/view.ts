import { count } from '@rulebook/text/count';
import { stateOf, type SandboxPart } from '../part';
import { sandboxTime, type FaultRule, type SandboxState } from '../sandbox-state';
import { groupItem, notesText, timeText, type SandboxView, type ViewItem } from '../view';
import { answer, result } from '../wire';
import { exportState } from './export-state';
import { redactShown } from './redact-state';
import type { ControlRequest } from './request';
import { decodePart } from '@rulebook/text/decode';

/** What an editor shows of the sandbox. */
export function viewRequests(parts: readonly SandboxPart[]): readonly ControlRequest[] {
  return [
    {
      method: 'GET',
      path: '/_sandbox/view',
      summary:
        'Shows what editors show: what the sandbox holds, and which events can be raised, without secrets. With `?delivery=ID`, shows the delivery of an item.',
      play: ({ state, query, machineTime }) => {
        const id = query.get('delivery');
        const shown =
          id === undefined ? viewOf(parts, state, machineTime) : { delivery: deliveryOf(parts, state, decodePart(id)) };
        return result(state, answer(200, redactShown(exportState(parts, state), shown)));
      },
    },
  ];
}

function viewOf(parts: readonly SandboxPart[], state: SandboxState, machineTime: number): SandboxView {
  const now = sandboxTime(state, machineTime);
  const { clock, faults } = state.control;
  // A clock that runs would make each look at it a change.
  const isMoved = 'fixed' in clock || clock.offset !== 0;
  return {
    items: [
      ...(isMoved ? [clockItem(clock)] : []),
      ...(faults.length > 0 ? [groupItem('faults', 'Faults', 'flame', faults.map(faultItem))] : []),
      ...parts.flatMap((part) => part.view?.items(stateOf(part, state), now) ?? []),
    ],
    events: parts.flatMap((part) =>
      (part.service.servers ?? []).flatMap(({ endpoint, events }) =>
        events === undefined || part.view?.events === undefined
          ? []
          : [
              {
                endpoint,
                choices: part.view.events.choices,
                subject: { ...events.subject, names: part.view.events.subjects(stateOf(part, state)) },
                receiver: events.receiver,
              },
            ],
      ),
    ),
  };
}

function clockItem(clock: SandboxState['control']['clock']): ViewItem {
  const shown = (offset: number): string => `${offset < 0 ? '' : '+'}${Math.round(offset / 3_600_000)} h`;
  const description = 'fixed' in clock ? `stopped at ${timeText(clock.fixed)}` : shown(clock.offset);
  return { id: 'clock', label: 'Clock', description, icon: 'watch' };
}

function faultItem({ id, server, method, path, remaining, fault }: FaultRule): ViewItem {
  const detail =
    fault.kind === 'status' ? `${fault.status}` : fault.kind === 'delay' ? `${fault.milliseconds} ms` : undefined;
  const targets = [server ?? 'all servers', method, path === '*' ? undefined : path];
  return {
    id: `faults/${id}`,
    label: [fault.kind, detail].filter(Boolean).join(' '),
    description: notesText(targets.filter(Boolean).join(' '), `${count(remaining, 'request')} left`),
    icon: 'flame',
  };
}

function deliveryOf(parts: readonly SandboxPart[], state: SandboxState, id: string): unknown {
  for (const part of parts) {
    const found = part.view?.delivery?.(stateOf(part, state), id);
    if (found !== undefined) return found;
  }
  return undefined;
}
