import * as vscode from 'vscode';
import { copySecretCommand, keepSecretCommand } from '../response/secret-lines';
import type { Exchange } from '../response/kept-responses';
import type { modelOfResponse } from '../response/view/model-of-response';
import type { NextStep } from '../response/view/shown-responses';
import type { OpenChannel } from '@rulebook/sender/plan';
import type { ArrivingMore } from '../response/arriving-response';
import { isShownAsText } from '../response/shown-as-text';
import type {
  ActionModel,
  AnsweredModel,
  FromView,
  RunningModel,
  StripEntry,
  ToView,
  ViewModel,
  ViewWords,
} from '../response/view/view-model';
import type { describeSent } from '../sending/outcome-words';
import type { answeredRequestOf, nextStepsOf } from '../sending/show-outcome';
import type { Outcome } from '../sending/attempt';
import type { SendServices } from '../sending/send-services';
import { boundedModel, boundedText } from './bounded-body';
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
  /** Shows a response that arrives; `stop` cancels its request. */
  readonly ofArriving: (arriving: Arriving, stop: () => void) => ShownOutcome;
  /** Returns what the output of a cell has. */
  readonly items: (shown: readonly ShownOutcome[]) => vscode.NotebookCellOutputItem[];
}

/** What has arrived of a response. */
export interface Arriving extends Pick<RunningModel, 'label' | 'since'> {
  /** The same one for all states of one response. */
  readonly number: number;
  readonly text: string;
  readonly more: ArrivingMore;
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
/** What a long response offers first. */
const forLong = new Set(['rulebook.openResponseAsText', 'rulebook.saveResponse']);
const showInView = 'show-in-view';
/** So many steps of failures are kept, and of responses that arrive. */
const most = 200;

/** Returns what makes outputs. Secrets are masked in them; a renderer receives one only when the user wants to see it. */
export function createCellOutputs(tools: OutputTools): CellOutputs {
  const { services } = tools;
  const { responses } = services;
  const steps = new Map<string, readonly NextStep[]>();
  /** The open connections. */
  const channels = new Map<string, OpenChannel>();
  const messaging = vscode.notebooks.createRendererMessaging(rendererId);
  let failures = 0;
  const modelOf = async (uri: string, isRevealed: boolean): Promise<ViewModel | undefined> => {
    const found = responses.find(uri);
    const exchange = found?.answer.exchange;
    if (found?.uri !== uri || exchange === undefined) return undefined;
    const isComparable = await tools.hasEarlier(exchange);
    const whole = tools.modelOf({ ...found.answer, exchange }, { uri, isComparable, isRevealed });
    const model = boundedModel(whole);
    return { ...model, actions: actionsInCell(model, model !== whole) };
  };
  const keepSteps = (uri: string, given: readonly NextStep[]) => {
    steps.set(uri, given);
    for (const oldest of [...steps.keys()].slice(0, -most)) steps.delete(oldest);
  };
  const ofRefusal: CellOutputs['ofRefusal'] = (label, reason, given) => {
    const uri = `failure:${++failures}`;
    keepSteps(uri, given);
    const actions = given.map(({ title }, index) => {
      return { id: `step-${index}`, label: title, ...(index === 0 && { isFirst: true as const }) };
    });
    const model = { kind: 'failed', uri, label, message: reason, actions } as const;
    return { uri, label, hasFailed: true, model, text: `${label}: ${reason}` };
  };
  const receive = async (message: FromView, editor: vscode.NotebookEditor): Promise<void> => {
    if (message.kind === 'copy') return vscode.env.clipboard.writeText(message.text);
    if (message.kind === 'ready') return;
    if (message.kind === 'send') {
      channels.get(message.uri)?.send(message.text);
      return;
    }
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
    else if (message.kind === 'do' && message.id === showInView)
      await responses.showOfRun([{ uri: message.uri, label: model.label, hasFailed: false }]);
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
        const uri = await responses.keep(answered, 'cell');
        const model = await modelOf(uri, false);
        const text = boundedText(responses.find(uri)?.answer.text ?? '');
        if (model !== undefined) return { uri, label, hasFailed, model, text };
      }
      const offers = sent.kind === 'failed' ? tools.stepsOf(services, { attempt, sent, again }) : [];
      return { ...ofRefusal(label, reason, offers), hasFailed };
    },
    ofArriving: ({ label, since, number, text, more: { channel, events } }, stop) => {
      const uri = `arriving:${number}`;
      if (channel === undefined) channels.delete(uri);
      else channels.set(uri, channel);
      for (const oldest of [...channels.keys()].slice(0, -most)) channels.delete(oldest);
      keepSteps(uri, [
        { title: vscode.l10n.t('Cancel'), run: stop },
        ...(channel ? [{ title: vscode.l10n.t('Close Connection'), run: () => channel.close() }] : []),
      ]);
      const about = { ...(events && { events: events() }), ...(channel && { isOpen: true as const }) };
      return { uri, label, hasFailed: false, model: { kind: 'running', uri, label, since, text, ...about }, text };
    },
    items: (shown) => {
      const model: CellOutputModel = {
        words: tools.words(),
        shown: shown.map(({ model: one, label, hasFailed }) => ({ model: one, label, hasFailed })),
      };
      return [
        vscode.NotebookCellOutputItem.json(model, outputType),
        vscode.NotebookCellOutputItem.text(shown.at(-1)?.text ?? ''),
      ];
    },
    dispose: () => {
      subscription.dispose();
    },
  };
}

/** Returns what a cell offers for a response; of one that it shows only the beginning of, where the rest is comes first. */
function actionsInCell({ actions }: AnsweredModel, isLong: boolean): readonly ActionModel[] {
  const shown: ActionModel = { id: showInView, label: vscode.l10n.t('Show in Response View') };
  const own = actions.filter(({ id }) => offered.has(id));
  const view = isShownAsText() ? [] : [isLong ? shown : { ...shown, isFurther: true as const }];
  if (!isLong) return [...own, ...view];
  const first = own.flatMap(({ id, label }) => (forLong.has(id) ? [{ id, label }] : []));
  return [...view, ...first, ...own.filter(({ id }) => !forLong.has(id))];
}
