import * as vscode from 'vscode';
import { redeliveryPath } from '../../../engine/src/index';
import type { ResponseView } from '../response/show-response';
import type { Sandbox } from '../sandbox';
import { deliveryText } from './delivery-text';
import type { SandboxNode } from './describe-sandbox';
import {
  clockChoices,
  eventChoices,
  faultChoices,
  faultCounts,
  faultGoals,
  typedClockChoices,
} from './sandbox-choices';
import { sandboxServers, type ControlRequest, type SandboxControl } from './sandbox-control';
import { statePath } from './sandbox-tree';

/** Commands by id. */
export type Commands = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Returns the commands of the sandbox, those of its view's lines included. `changed` is called when its state is another one. */
export function sandboxCommands(parts: {
  readonly sandbox: Sandbox;
  readonly control: SandboxControl;
  readonly responses: ResponseView;
  readonly changed: () => void;
}): Commands {
  const { sandbox, control, responses, changed } = parts;

  /** Asks the sandbox and returns the answer; says what went wrong itself. */
  const ask = async (request: ControlRequest): Promise<unknown> => {
    const answer = await control(request);
    changed();
    if ('value' in answer) return answer.value ?? {};
    void vscode.window.showErrorMessage(answer.problem);
    return undefined;
  };
  /** A command for a sandbox is of use without one: it offers to start it. */
  const withSandbox = (run: () => Promise<void>) => async () => {
    await sandbox.lookAround();
    if (sandbox.serverOf(sandboxServers.cluster) === undefined) {
      const start = 'Start Sandbox';
      const answer = await vscode.window.showInformationMessage('No sandbox runs.', start);
      if (answer !== start || !(await sandbox.start())) return;
    }
    await run();
  };

  return {
    'rulebook.startSandbox': async () => {
      if (!(await sandbox.start())) return;
      void vscode.window.showInformationMessage('The sandbox runs. It ends with this window.');
    },
    'rulebook.stopSandbox': async () => {
      const text = sandbox.isRunning()
        ? 'The sandbox is stopped; what it held is gone.'
        : 'This window started no sandbox.';
      await sandbox.stop();
      void vscode.window.showInformationMessage(text);
    },
    'rulebook.resetSandbox': withSandbox(async () => {
      if ((await ask({ method: 'POST', path: '/_sandbox/reset' })) === undefined) return;
      void vscode.window.showInformationMessage('The sandbox begins anew; its clock and faults, too.');
    }),
    'rulebook.moveSandboxClock': withSandbox(async () => {
      const body = await pickClock();
      if (body === undefined) return;
      const told = await ask({ method: 'POST', path: '/_sandbox/clock', body });
      if (told === undefined) return;
      const time = memberOf(told, 'now');
      const stands = memberOf(told, 'stands') === true ? 'stands at' : 'shows';
      void vscode.window.showInformationMessage(`The sandbox's clock ${stands} ${String(time)}.`);
    }),
    'rulebook.addSandboxFault': withSandbox(async () => {
      const fault = await vscode.window.showQuickPick(faultChoices, { placeHolder: 'What goes wrong' });
      if (fault === undefined) return;
      const number = await vscode.window.showQuickPick(faultCounts, { placeHolder: `${fault.label}: how often` });
      if (number === undefined) return;
      const goal = await vscode.window.showQuickPick(faultGoals, { placeHolder: `${number.label}: which` });
      if (goal === undefined) return;
      const { server } = goal;
      const body = { ...fault.fault, count: number.count, ...(server !== undefined && { server }) };
      if ((await ask({ method: 'POST', path: '/_sandbox/faults', body })) === undefined) return;
      const clear = 'Clear Faults';
      const answer = await vscode.window.showInformationMessage(`${fault.label} waits for requests.`, clear);
      if (answer === clear) await vscode.commands.executeCommand('rulebook.clearSandboxFaults');
    }),
    'rulebook.clearSandboxFaults': withSandbox(async () => {
      if ((await ask({ method: 'DELETE', path: '/_sandbox/faults' })) === undefined) return;
      void vscode.window.showInformationMessage('The sandbox has no faults.');
    }),
    'rulebook.raiseSandboxEvent': withSandbox(async () => {
      const event = await vscode.window.showQuickPick(eventChoices, {
        placeHolder: 'What happens in the repository',
        matchOnDescription: true,
      });
      if (event === undefined) return;
      const repository = await pickRepository(ask);
      if (repository === undefined) return;
      const told = await ask({
        method: 'POST',
        path: '/_sandbox/events',
        server: sandboxServers.host,
        body: { event: event.label, repository },
      });
      if (told !== undefined) void vscode.window.showInformationMessage(eventText(event.label, repository, told));
    }),
    'rulebook.copySandboxId': async (node) => {
      const { copies } = nodeOf(node);
      if (copies !== undefined) await vscode.env.clipboard.writeText(copies);
    },
    'rulebook.redeliver': async (node) => {
      const place = nodeOf(node).delivery;
      const path = place && redeliveryPath(place);
      if (path !== undefined) await ask({ method: 'POST', path, server: sandboxServers.host });
    },
    'rulebook.showDelivery': async (node) => {
      const place = nodeOf(node).delivery;
      if (place === undefined) return;
      const state = await ask({ method: 'GET', path: statePath });
      if (state === undefined) return;
      const text = deliveryText(state, place);
      if (text === undefined) void vscode.window.showWarningMessage('The sandbox no longer keeps this delivery.');
      else await responses.showJson(`Delivery ${place.delivery}`, text);
    },
  };
}

/** Asks where the clock goes: by a choice, or by a date or time value that is typed. */
function pickClock(): Promise<Readonly<Record<string, unknown>> | undefined> {
  const list = vscode.window.createQuickPick<
    vscode.QuickPickItem & { readonly body: Readonly<Record<string, unknown>> }
  >();
  list.title = "The sandbox's clock";
  list.placeholder = 'Choose, or type a time value such as 90m, or a date such as 2030-01-31';
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

/** Asks for a repository of the code host; where there is one only, it is taken. */
async function pickRepository(ask: (request: ControlRequest) => Promise<unknown>): Promise<string | undefined> {
  const state = await ask({ method: 'GET', path: statePath });
  const repositories = memberOf(memberOf(state, 'host'), 'repositories');
  if (typeof repositories !== 'object' || repositories === null) return undefined;
  const names = Object.values(repositories).map(
    (one) => `${String(memberOf(one, 'owner'))}/${String(memberOf(one, 'name'))}`,
  );
  return names.length < 2 ? names[0] : vscode.window.showQuickPick(names, { placeHolder: 'Where it happens' });
}

function eventText(event: string, repository: string, told: unknown): string {
  const deliveries = memberOf(told, 'deliveries');
  const number = Array.isArray(deliveries) ? deliveries.length : 0;
  if (number === 0) return `${event} happened in ${repository}; no active webhook there is subscribed to it.`;
  return `${event} happened in ${repository}; ${number === 1 ? 'one webhook is' : `${number} webhooks are`} told.`;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** The commands of a line get the line; from elsewhere they may get anything. */
function nodeOf(value: unknown): Partial<SandboxNode> {
  return typeof value === 'object' && value !== null ? value : {};
}
