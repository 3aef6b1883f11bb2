import * as vscode from 'vscode';
import { copySecretCommand, keepSecretCommand } from '../response/secret-lines';
import type { Exchange } from '../response/kept-responses';
import type { modelOfResponse } from '../response/view/model-of-response';
import type { NextStep } from '../response/view/shown-responses';
import type { FromView, StripEntry, ToView, ViewModel, ViewWords } from '../response/view/view-model';
import type { describeSent } from '../sending/outcome-words';
import type { answeredRequestOf, nextStepsOf } from '../sending/show-outcome';
import type { Outcome } from '../sending/attempt';
import type { SendServices } from '../sending/send-services';
import type { CellOutputModel } from './cell-output-model';
import { outputType, rendererId } from './notebook-types';

/** What makes the outputs of what makes the view of responses. */
export interface OutputTools {
  readonly services: SendServices;
  readonly modelOf: typeof modelOfResponse;
  readonly describe: typeof describeSent;
  readonly answered: typeof answeredRequestOf;
  readonly stepsOf: typeof nextStepsOf;
  readonly words: () => ViewWords;
  /** Returns whether there is a response to compare with. */
  readonly hasEarlier: (exchange: Exchange) => Promise<boolean>;
}

/** One request of a cell that is over. */
export interface ShownOutcome extends StripEntry {
  readonly model: ViewModel;
  /** The response as text, for whoever does not know the renderer. */
  readonly text: string;
}

/** Makes the outputs of cells, and does what the user wants of them. */
export interface CellOutputs extends vscode.Disposable {
  readonly ofOutcome: (outcome: Outcome, again: () => void) => Promise<ShownOutcome>;
  readonly ofRefusal: (label: string, reason: string, steps: readonly NextStep[]) => ShownOutcome;
  readonly output: (shown: readonly ShownOutcome[]) => vscode.NotebookCellOutput;
}

/** What can be done with a response in a cell: the others are for the view, or are the cell's own. */
const offered = new Set(
  [
    'copyResponseBody',
    'saveResponse',
    'openWholeBody',
    'previewResponse',
    'openResponseAsText',
    'compareLastResponse',
  ].map((name) => `rulebook.${name}`),
);
/** So many steps of failures are kept. */
const most = 200;

/** Returns what makes outputs. Secrets are masked in them; a renderer receives one only when the user wants to see it. */
export function createCellOutputs(tools: OutputTools): CellOutputs {
  const { services } = tools;
  const { responses } = services;
  const steps = new Map<string, readonly NextStep[]>();
  const messaging = vscode.notebooks.createRendererMessaging(rendererId);
  let failures = 0;
  const modelOf = async (uri: string, isRevealed: boolean): Promise<ViewModel | undefined> => {
    const found = responses.find(uri);
    const exchange = found?.answer.exchange;
    if (found?.uri !== uri || exchange === undefined) return undefined;
    const isComparable = await tools.hasEarlier(exchange);
    const model = tools.modelOf({ ...found.answer, exchange }, { uri, isComparable, isRevealed });
    return { ...model, actions: model.actions.filter(({ id }) => offered.has(id)) };
  };
  const ofRefusal: CellOutputs['ofRefusal'] = (label, reason, given) => {
    const uri = `failure:${++failures}`;
    steps.set(uri, given);
    for (const oldest of [...steps.keys()].slice(0, -most)) steps.delete(oldest);
    const actions = given.map(({ title }, index) => {
      return { id: `step-${index}`, label: title, ...(index === 0 && { isFirst: true as const }) };
    });
    const model = { kind: 'failed', uri, label, message: reason, actions } as const;
    return { uri, label, hasFailed: true, model, text: `${label}: ${reason}` };
  };
  const receive = async (message: FromView, editor: vscode.NotebookEditor): Promise<void> => {
    if (message.kind === 'copy') return vscode.env.clipboard.writeText(message.text);
    if (message.kind === 'ready') return;
    const step = message.kind === 'do' ? /^step-(\d+)$/.exec(message.id)?.[1] : undefined;
    if (step !== undefined) {
      await steps.get(message.uri)?.[Number(step)]?.run();
      return;
    }
    const model = await modelOf(message.uri, message.kind === 'reveal' && message.isRevealed);
    if (model === undefined) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This response is no longer kept. Run the cell again.'));
      return;
    }
    if (message.kind === 'reveal')
      await messaging.postMessage({ kind: 'show', model, strip: [] } satisfies ToView, editor);
    else if (message.kind === 'secret')
      await vscode.commands.executeCommand(
        message.keeps ? keepSecretCommand : copySecretCommand,
        message.uri,
        message.index,
      );
    else if (message.kind === 'do' && offered.has(message.id))
      await vscode.commands.executeCommand(message.id, message.uri);
  };
  const subscription = messaging.onDidReceiveMessage(
    ({ editor, message }) => void receive(message as FromView, editor),
  );
  return {
    ofRefusal,
    ofOutcome: async (outcome, again) => {
      const { label, reason = '', verdict } = tools.describe(outcome);
      const hasFailed = verdict === 'failed' || verdict === 'error';
      const { sent, attempt } = outcome;
      const answered = tools.answered(outcome, Date.now());
      if (answered !== undefined) {
        const uri = await responses.keep(answered);
        const model = await modelOf(uri, false);
        const text = responses.find(uri)?.answer.text ?? '';
        if (model !== undefined) return { uri, label, hasFailed, model, text };
      }
      const offers = sent.kind === 'failed' ? tools.stepsOf(services, { attempt, sent, again }) : [];
      return { ...ofRefusal(label, reason, offers), hasFailed };
    },
    output: (shown) => {
      const model: CellOutputModel = {
        words: tools.words(),
        shown: shown.map(({ model: one, label, hasFailed }) => ({ model: one, label, hasFailed })),
      };
      return new vscode.NotebookCellOutput([
        vscode.NotebookCellOutputItem.json(model, outputType),
        vscode.NotebookCellOutputItem.text(shown.at(-1)?.text ?? ''),
      ]);
    },
    dispose: () => {
      subscription.dispose();
    },
  };
}
