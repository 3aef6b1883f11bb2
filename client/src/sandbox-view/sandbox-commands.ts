import { reasonOf } from '@rulebook/sender/plan';
import * as vscode from 'vscode';
import { controlEndpoint } from '@rulebook/services';
import type { ViewEvents, ViewItem } from '@rulebook/sandbox';
import type { ResponseView } from '../response/show-response';
import type { WindowSandbox } from './sandbox';
import { memberOfRecord, readView } from './read-view';
import {
  clockChoices,
  eventChoices,
  eventText,
  faultChoices,
  faultCounts,
  faultTargets,
  typedClockChoices,
} from './sandbox-choices';
import type { Commands } from '../ports/commands';
import { type ControlRequest, type SandboxControl } from './sandbox-control';
import { viewPath } from './sandbox-state';

type Ask = (request: ControlRequest) => Promise<unknown>;

/** Returns the commands of the sandbox, including those of the items in its view. `changed` is called when the state may have changed. */
export function sandboxCommands(parts: {
  readonly sandbox: WindowSandbox;
  readonly control: SandboxControl;
  readonly responses: ResponseView;
  readonly changed: () => void;
}): Commands {
  const { sandbox, control, responses, changed } = parts;

  /** Asks the sandbox and returns its response; shows the problem when there is one. */
  const ask: Ask = async (request) => {
    const answer = await control(request);
    changed();
    if ('value' in answer) return answer.value ?? {};
    void vscode.window.showErrorMessage(reasonOf(answer));
    return undefined;
  };
  /** Without a sandbox, a command offers to start one. */
  const withSandbox = (run: () => Promise<void>) => async () => {
    await sandbox.findRunning();
    if (sandbox.serverOf(controlEndpoint) === undefined) {
      const start = vscode.l10n.t('Start Sandbox');
      const answer = await vscode.window.showInformationMessage(
        vscode.l10n.t('No sandbox is running. Start one?'),
        start,
      );
      if (answer !== start || !(await sandbox.start())) return;
    }
    await run();
  };

  return {
    'rulebook.startSandbox': async (item) => {
      // Of an endpoint in the view, only its service.
      const service = memberOfRecord(memberOfRecord(item, 'endpoint'), 'service');
      if (!(await sandbox.start(typeof service === 'string' ? service : undefined))) return;
      void vscode.window.showInformationMessage(
        vscode.l10n.t('The sandbox is running. It stops when this window closes.'),
      );
    },
    'rulebook.stopSandbox': async () => {
      const text = sandbox.isRunning()
        ? vscode.l10n.t('The sandbox is stopped. Its contents are deleted.')
        : vscode.l10n.t('This window did not start a sandbox. Stop the sandbox where it was started.');
      await sandbox.stop();
      void vscode.window.showInformationMessage(text);
    },
    'rulebook.resetSandbox': withSandbox(async () => {
      if ((await ask({ method: 'POST', path: '/_sandbox/reset' })) === undefined) return;
      void vscode.window.showInformationMessage(
        vscode.l10n.t('The sandbox is reset. Its contents, its clock and its injected faults are as at the start.'),
      );
    }),
    'rulebook.moveSandboxClock': withSandbox(async () => {
      const body = await pickClock();
      if (body === undefined) return;
      const moved = await ask({ method: 'POST', path: '/_sandbox/clock', body });
      if (moved === undefined) return;
      const time = memberOfRecord(moved, 'now');
      void vscode.window.showInformationMessage(
        memberOfRecord(moved, 'stopped') === true
          ? vscode.l10n.t('The clock of the sandbox is stopped at {0}.', String(time))
          : vscode.l10n.t('The clock of the sandbox shows {0}.', String(time)),
      );
    }),
    'rulebook.addSandboxFault': withSandbox(() => injectFault(ask)),
    'rulebook.clearSandboxFaults': withSandbox(async () => {
      if ((await ask({ method: 'DELETE', path: '/_sandbox/faults' })) === undefined) return;
      void vscode.window.showInformationMessage(vscode.l10n.t('All injected faults are removed.'));
    }),
    'rulebook.raiseSandboxEvent': withSandbox(() => raiseEvent(ask)),
    'rulebook.redeliver': async (item) => {
      const { delivery } = itemOf(item);
      if (delivery !== undefined) await ask({ method: 'POST', path: delivery.again, server: delivery.endpoint });
    },
    'rulebook.showDelivery': async (item) => {
      const { id, delivery } = itemOf(item);
      if (id === undefined || delivery === undefined) return;
      const shown = await ask({ method: 'GET', path: `${viewPath}?delivery=${encodeURIComponent(id)}` });
      if (shown === undefined) return;
      const value = memberOfRecord(shown, 'delivery');
      if (value === undefined)
        void vscode.window.showWarningMessage(
          vscode.l10n.t('The sandbox no longer keeps this delivery. It keeps only the latest ones.'),
        );
      else await responses.showJson(delivery.title, `${JSON.stringify(value, undefined, 2)}\n`);
    },
  };
}

/** Asks for a fault, and injects it. */
async function injectFault(ask: Ask): Promise<void> {
  const fault = await vscode.window.showQuickPick(faultChoices, {
    title: vscode.l10n.t('Inject Sandbox Fault (1/3)'),
    placeHolder: vscode.l10n.t('Choose the fault'),
  });
  if (fault === undefined) return;
  const number = await vscode.window.showQuickPick(faultCounts, {
    title: vscode.l10n.t('Inject Sandbox Fault (2/3)'),
    placeHolder: vscode.l10n.t('{0}: choose how many requests it affects', fault.label),
  });
  if (number === undefined) return;
  const target = await vscode.window.showQuickPick(faultTargets, {
    title: vscode.l10n.t('Inject Sandbox Fault (3/3)'),
    placeHolder: vscode.l10n.t('{0}: choose the service', number.label),
  });
  if (target === undefined) return;
  const { server } = target;
  const body = { ...fault.fault, times: number.count, ...(server !== undefined && { server }) };
  if ((await ask({ method: 'POST', path: '/_sandbox/faults', body })) === undefined) return;
  const clear = vscode.l10n.t('Clear Sandbox Faults');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('The fault "{0}" is injected: {1}.', fault.label, number.label.toLowerCase()),
    clear,
  );
  if (answer === clear) await vscode.commands.executeCommand('rulebook.clearSandboxFaults');
}

/** Asks for an event and what it is about, and raises it. */
async function raiseEvent(ask: Ask): Promise<void> {
  const view = await ask({ method: 'GET', path: viewPath });
  if (view === undefined) return;
  const event = await vscode.window.showQuickPick(eventChoices(readView(view).events), {
    title: raiseTitle,
    placeHolder: vscode.l10n.t('Choose the event'),
    matchOnDescription: true,
  });
  if (event === undefined) return;
  const { endpoint, receiver, subject } = event.raised;
  const name = await pickSubject(subject);
  if (name === undefined) return;
  const raised = await ask({
    method: 'POST',
    path: '/_sandbox/events',
    server: endpoint,
    body: { event: event.label, [subject.member]: name },
  });
  if (raised === undefined) return;
  const deliveries = memberOfRecord(raised, 'deliveries');
  const number = Array.isArray(deliveries) ? deliveries.length : 0;
  void vscode.window.showInformationMessage(eventText(event.label, name, receiver, number));
}

/** Asks for the new time: a choice, or a date or time value that is typed. */
function pickClock(): Promise<Readonly<Record<string, unknown>> | undefined> {
  const list = vscode.window.createQuickPick<
    vscode.QuickPickItem & { readonly body: Readonly<Record<string, unknown>> }
  >();
  list.title = vscode.l10n.t('Move Sandbox Clock');
  list.placeholder = vscode.l10n.t('Choose a time, or type a time value such as 90m or a date such as 2030-01-31');
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

/** Asks what the event happens to; a single subject needs no question. */
async function pickSubject({ names, noun }: ViewEvents['subject']): Promise<string | undefined> {
  return names.length < 2
    ? names[0]
    : vscode.window.showQuickPick(names, { title: raiseTitle, placeHolder: vscode.l10n.t('Choose the {0}', noun) });
}

const raiseTitle = vscode.l10n.t('Raise Sandbox Event');

/** The commands of a line of the view get the line, which has what the sandbox holds; from elsewhere they may get anything. */
function itemOf(value: unknown): Partial<ViewItem> {
  const state = memberOfRecord(value, 'state');
  return typeof state === 'object' && state !== null ? state : {};
}
