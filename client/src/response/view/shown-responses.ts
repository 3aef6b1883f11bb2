import * as vscode from 'vscode';
import type { BodyFiles } from '../../ports/ports';
import type { Exchange, KeptResponse, KeptResponses } from '../kept-responses';
import { copySecretCommand, keepSecretCommand } from '../secret-lines';
import type { EarlierResponse } from '../kept-responses';
import { modelOfResponse } from './model-of-response';
import { titleOfTab } from '../tab-title';
import { openResponsePanel, type ResponsePanel } from './response-panel';
import { createWholeBodies, type WholeBodies } from './send-pieces';
import type { FillView } from './view-type';
import type { ActionModel, FromView, StripEntry, ViewModel } from './view-model';

/** A next step that is offered where there is no response. */
export interface NextStep {
  readonly title: string;
  readonly run: () => unknown;
}

/** A request of a run, in the order in which they were sent. */
export interface RunStep {
  readonly uri: string;
  readonly label: string;
  readonly hasFailed: boolean;
}

/** Shows responses in one view next to the requests. */
export interface ShownResponses extends vscode.Disposable {
  /** Fills a view that was open before a reload with its response, as the history has it; closes one whose response is not kept. */
  readonly fillView: FillView;
  /** Shows a response that is kept by its URI; `run` are the requests that were sent for it, itself included. */
  readonly show: (uri: string, run?: readonly RunStep[]) => Promise<void>;
  readonly showRunning: (uri: string, label: string, since: number) => void;
  readonly showFailed: (uri: string, label: string, message: string, steps: readonly NextStep[]) => void;
  /** Returns the response in the view that has the focus. */
  readonly activeUri: () => string | undefined;
  /** Keeps the view of a response; the next one opens another view. */
  readonly pin: (uri: string) => void;
  /** Shows another part of the response; returns false when it is in no view. */
  readonly showPart: (uri: string, part: string) => boolean;
  /** Says in what a response differs from its description. */
  readonly showFindings: (uri: string, findings: readonly string[]) => void;
}

/** What the view needs. */
interface ShownParts {
  readonly extension: vscode.Uri;
  readonly answers: KeptResponses;
  readonly hasEarlier: (exchange: Exchange) => Promise<boolean>;
  /** Keeps the latest response that suits as the history has it, and returns its URI. */
  readonly restored: (suits: (one: EarlierResponse) => boolean) => Promise<string | undefined>;
  /** Reads a long body; absent where there are no files. */
  readonly read?: BodyFiles['read'] | undefined;
  /** Called when a view has closed, with what it showed. */
  readonly closed: (uris: readonly string[]) => void;
}

/** Returns what shows responses in a view. */
export function createShownResponses({
  extension,
  answers,
  hasEarlier,
  restored,
  read,
  closed,
}: ShownParts): ShownResponses {
  /** The views, each with the responses that it has shown. */
  const panels = new Map<ResponsePanel, Set<string>>();
  const pinned = new Set<ResponsePanel>();
  const revealed = new Set<string>();
  const strips = new Map<string, readonly StripEntry[]>();
  let steps: readonly NextStep[] = [];
  const bodies = createWholeBodies({ answers, isRevealed: (uri) => revealed.has(uri), read });

  const open = (given?: vscode.WebviewPanel): ResponsePanel => {
    const panel: ResponsePanel = openResponsePanel(
      extension,
      {
        said: (message) => {
          void receive(message, panel);
        },
        closed: () => {
          const uris = [...(panels.get(panel) ?? [])];
          panels.delete(panel);
          bodies.end(panel);
          pinned.delete(panel);
          for (const uri of uris) revealed.delete(uri);
          closed(uris);
        },
        turned: (isActive) => {
          void vscode.commands.executeCommand('setContext', 'rulebook.isResponseViewActive', isActive);
        },
      },
      given,
    );
    panels.set(panel, new Set());
    return panel;
  };
  const panelOf = (uri: string): ResponsePanel | undefined => [...panels.keys()].find((one) => one.shown() === uri);
  const free = (): ResponsePanel => [...panels.keys()].find((one) => !pinned.has(one)) ?? open();
  const put = (model: ViewModel, panel: ResponsePanel = panelOf(model.uri) ?? free()): void => {
    panels.get(panel)?.add(model.uri);
    panel.show(model, strips.get(model.uri) ?? []);
    panel.reveal();
  };
  const show = async (uri: string, panel?: ResponsePanel): Promise<void> => {
    const answer = answers.get(uri);
    const model = answer && (await modelOfAnswer(uri, answer, { hasEarlier, isRevealed: revealed.has(uri) }));
    if (model !== undefined) put(model, panel);
  };
  const receive = receiverOf({
    answers,
    bodies,
    show,
    reveal: (uri, isRevealed) => {
      if (isRevealed) revealed.add(uri);
      else revealed.delete(uri);
    },
    step: (index) => steps[index]?.run(),
  });
  return {
    fillView: async (given, state) => {
      const time = (state as { readonly time?: unknown } | undefined)?.time;
      const byTime = typeof time === 'number' ? await restored((one) => one.time === time) : undefined;
      // The editor keeps the state of a page only now and then, and its title always.
      const uri = byTime ?? (await restored((one) => titleOfTab(one.label, one.status) === given.title));
      if (uri === undefined) given.dispose();
      else await show(uri, open(given));
    },
    show: async (uri, run = []) => {
      if (run.length > 1) for (const step of run) strips.set(step.uri, run);
      for (const oldest of [...strips.keys()].slice(0, -100)) strips.delete(oldest);
      await show(uri);
    },
    showRunning: (uri, label, since) => {
      put({ kind: 'running', uri, label, since });
    },
    showFailed: (uri, label, message, offered) => {
      steps = offered;
      const actions = offered.map(({ title }, index): ActionModel => {
        return { id: `step-${index}`, label: title, ...(index === 0 && { isFirst: true }) };
      });
      put({ kind: 'failed', uri, label, message, actions });
    },
    activeUri: () => [...panels.keys()].find((one) => one.isActive())?.shown(),
    pin: (uri) => {
      const panel = panelOf(uri);
      if (panel !== undefined) pinned.add(panel);
    },
    showPart: (uri, part) => {
      const panel = panelOf(uri);
      panel?.post({ kind: 'part', part });
      return panel !== undefined;
    },
    showFindings: (uri, findings) => {
      panelOf(uri)?.post({ kind: 'findings', uri, findings });
    },
    dispose: () => {
      for (const panel of [...panels.keys()]) panel.close();
    },
  };
}

/** Returns what the view shows of an answer; undefined where that is nothing. */
async function modelOfAnswer(
  uri: string,
  answer: KeptResponse,
  { hasEarlier, isRevealed }: Pick<ShownParts, 'hasEarlier'> & { readonly isRevealed: boolean },
): Promise<ViewModel | undefined> {
  const { exchange, isArriving, channel, events, text } = answer;
  if (isArriving === true)
    return {
      kind: 'running',
      uri,
      label: answer.label ?? '',
      since: answer.since ?? Date.now(),
      text,
      ...(channel && { isOpen: true }),
      ...(events && { events }),
    };
  if (exchange === undefined) return undefined;
  const isComparable = await hasEarlier(exchange);
  return modelOfResponse({ ...answer, exchange }, { uri, isComparable, isRevealed });
}

/** What the messages of a view need. */
interface ReceiverParts extends Pick<ShownParts, 'answers'> {
  readonly bodies: WholeBodies;
  readonly show: (uri: string, panel: ResponsePanel) => Promise<void>;
  readonly reveal: (uri: string, isRevealed: boolean) => void;
  readonly step: (index: number) => unknown;
}

/** Returns what carries out the messages of a view. */
function receiverOf({ answers, bodies, show, reveal, step }: ReceiverParts) {
  return async (message: Exclude<FromView, { readonly kind: 'ready' }>, panel: ResponsePanel): Promise<void> => {
    switch (message.kind) {
      case 'do': {
        const index = /^step-(\d+)$/.exec(message.id)?.[1];
        if (index !== undefined) await step(Number(index));
        else if (message.id.startsWith('rulebook.')) await vscode.commands.executeCommand(message.id, message.uri);
        return;
      }
      case 'piece':
        return bodies.send(message, panel);
      case 'choose':
        return show(message.uri, panel);
      case 'reveal':
        reveal(message.uri, message.isRevealed);
        return show(message.uri, panel);
      case 'secret':
        await vscode.commands.executeCommand(
          message.keeps ? keepSecretCommand : copySecretCommand,
          message.uri,
          message.index,
        );
        return;
      case 'send':
        answers.get(message.uri)?.channel?.send(message.text);
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        vscode.window.setStatusBarMessage(vscode.l10n.t('The column is copied.'), 5000);
    }
  };
}
