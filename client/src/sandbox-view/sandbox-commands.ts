import * as vscode from 'vscode';
import { count, redeliveryPath } from '../../../engine/src/index';
import type { ResponseView } from '../response/show-response';
import type { Sandbox } from '../sandbox';
import { deliveryText } from './delivery-text';
import type { SandboxNode } from './describe-sandbox';
import {
  clockChoices,
  eventChoices,
  faultChoices,
  faultCounts,
  faultTargets,
  typedClockChoices,
} from './sandbox-choices';
import { sandboxServers, type ControlRequest, type SandboxControl } from './sandbox-control';
import { statePath } from './sandbox-tree';

/** Commands by id. */
export type Commands = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Returns the commands of the sandbox, including those of the items in its view. `changed` is called when the state may have changed. */
export function sandboxCommands(parts: {
  readonly sandbox: Sandbox;
  readonly control: SandboxControl;
  readonly responses: ResponseView;
  readonly changed: () => void;
}): Commands {
  const { sandbox, control, responses, changed } = parts;

  /** Asks the sandbox and returns its response; shows the problem when there is one. */
  const ask = async (request: ControlRequest): Promise<unknown> => {
    const answer = await control(request);
    changed();
    if ('value' in answer) return answer.value ?? {};
    void vscode.window.showErrorMessage(answer.problem);
    return undefined;
  };
  /** Without a sandbox, a command offers to start one. */
  const withSandbox = (run: () => Promise<void>) => async () => {
    await sandbox.lookAround();
    if (sandbox.serverOf(sandboxServers.control) === undefined) {
      const start = 'Start Sandbox';
      const answer = await vscode.window.showInformationMessage('No sandbox is running. Start one?', start);
      if (answer !== start || !(await sandbox.start())) return;
    }
    await run();
  };

  return {
    'rulebook.startSandbox': async () => {
      if (!(await sandbox.start())) return;
      void vscode.window.showInformationMessage('The sandbox is running. It stops when this window closes.');
    },
    'rulebook.stopSandbox': async () => {
      const text = sandbox.isRunning()
        ? 'The sandbox is stopped. Its contents are deleted.'
        : 'This window did not start a sandbox. Stop the sandbox where it was started.';
      await sandbox.stop();
      void vscode.window.showInformationMessage(text);
    },
    'rulebook.resetSandbox': withSandbox(async () => {
      if ((await ask({ method: 'POST', path: '/_sandbox/reset' })) === undefined) return;
      void vscode.window.showInformationMessage(
        'The sandbox is reset. Its contents, its clock and its injected faults are as at the start.',
      );
    }),
    'rulebook.moveSandboxClock': withSandbox(async () => {
      const body = await pickClock();
      if (body === undefined) return;
      const moved = await ask({ method: 'POST', path: '/_sandbox/clock', body });
      if (moved === undefined) return;
      const time = memberOf(moved, 'now');
      const stands = memberOf(moved, 'stands') === true ? 'is stopped at' : 'shows';
      void vscode.window.showInformationMessage(`The clock of the sandbox ${stands} ${String(time)}.`);
    }),
    'rulebook.addSandboxFault': withSandbox(async () => {
      const fault = await vscode.window.showQuickPick(faultChoices, {
        title: 'Inject Sandbox Fault (1/3)',
        placeHolder: 'Choose the fault',
      });
      if (fault === undefined) return;
      const number = await vscode.window.showQuickPick(faultCounts, {
        title: 'Inject Sandbox Fault (2/3)',
        placeHolder: `${fault.label}: choose how many requests it affects`,
      });
      if (number === undefined) return;
      const target = await vscode.window.showQuickPick(faultTargets, {
        title: 'Inject Sandbox Fault (3/3)',
        placeHolder: `${number.label}: choose the service`,
      });
      if (target === undefined) return;
      const { server } = target;
      const body = { ...fault.fault, count: number.count, ...(server !== undefined && { server }) };
      if ((await ask({ method: 'POST', path: '/_sandbox/faults', body })) === undefined) return;
      const clear = 'Clear Sandbox Faults';
      const answer = await vscode.window.showInformationMessage(
        `The fault "${fault.label}" is injected: ${number.label.toLowerCase()}.`,
        clear,
      );
      if (answer === clear) await vscode.commands.executeCommand('rulebook.clearSandboxFaults');
    }),
    'rulebook.clearSandboxFaults': withSandbox(async () => {
      if ((await ask({ method: 'DELETE', path: '/_sandbox/faults' })) === undefined) return;
      void vscode.window.showInformationMessage('All injected faults are removed.');
    }),
    'rulebook.raiseSandboxEvent': withSandbox(async () => {
      const event = await vscode.window.showQuickPick(eventChoices, {
        title: 'Raise Sandbox Event',
        placeHolder: 'Choose the event',
        matchOnDescription: true,
      });
      if (event === undefined) return;
      const repository = await pickRepository(ask);
      if (repository === undefined) return;
      const raised = await ask({
        method: 'POST',
        path: '/_sandbox/events',
        server: sandboxServers.events,
        body: { event: event.label, repository },
      });
      if (raised !== undefined) void vscode.window.showInformationMessage(eventText(event.label, repository, raised));
    }),
    'rulebook.copySandboxId': async (node) => {
      const { copies } = nodeOf(node);
      if (copies !== undefined) await vscode.env.clipboard.writeText(copies);
    },
    'rulebook.redeliver': async (node) => {
      const place = nodeOf(node).delivery;
      const path = place && redeliveryPath(place);
      if (path !== undefined) await ask({ method: 'POST', path, server: sandboxServers.events });
    },
    'rulebook.showDelivery': async (node) => {
      const place = nodeOf(node).delivery;
      if (place === undefined) return;
      const state = await ask({ method: 'GET', path: statePath });
      if (state === undefined) return;
      const text = deliveryText(state, place);
      if (text === undefined)
        void vscode.window.showWarningMessage(
          'The sandbox no longer keeps this delivery. It keeps only the latest ones.',
        );
      else await responses.showJson(`Delivery ${place.delivery}`, text);
    },
  };
}

/** Asks for the new time: a choice, or a date or time value that is typed. */
function pickClock(): Promise<Readonly<Record<string, unknown>> | undefined> {
  const list = vscode.window.createQuickPick<
    vscode.QuickPickItem & { readonly body: Readonly<Record<string, unknown>> }
  >();
  list.title = 'Move Sandbox Clock';
  list.placeholder = 'Choose a time, or type a time value such as 90m or a date such as 2030-01-31';
  list.items = clockChoices;
  return new Promise((resolve) => {
    list.onDidChangeValue((typed) => {
      list.items = [...typedClockChoices(typed), ...clockChoices];
    });
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]?.body);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}

/** Asks for a repository of the code host; a single one needs no question. */
async function pickRepository(ask: (request: ControlRequest) => Promise<unknown>): Promise<string | undefined> {
  const state = await ask({ method: 'GET', path: statePath });
  const repositories = memberOf(memberOf(state, 'host'), 'repositories');
  if (typeof repositories !== 'object' || repositories === null) return undefined;
  const names = Object.values(repositories).map(
    (one) => `${String(memberOf(one, 'owner'))}/${String(memberOf(one, 'name'))}`,
  );
  return names.length < 2
    ? names[0]
    : vscode.window.showQuickPick(names, { title: 'Raise Sandbox Event', placeHolder: 'Choose the repository' });
}

function eventText(event: string, repository: string, raised: unknown): string {
  const deliveries = memberOf(raised, 'deliveries');
  const number = Array.isArray(deliveries) ? deliveries.length : 0;
  if (number === 0) return `The event ${event} was raised in ${repository}. No active webhook is subscribed to it.`;
  return `The event ${event} was raised in ${repository} and is delivered to ${count(number, 'webhook')}.`;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** The commands of an item get the item; from elsewhere they may get anything. */
function nodeOf(value: unknown): Partial<SandboxNode> {
  return typeof value === 'object' && value !== null ? value : {};
}
