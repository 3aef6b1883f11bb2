import {
  ErrorCodes,
  MessageType,
  ResponseError,
  ShowDocumentRequest,
  ShowMessageNotification,
  ShowMessageRequest,
} from 'vscode-languageserver';
import type { CancellationToken, Connection, WorkDoneProgressReporter } from 'vscode-languageserver';
import { requestTextIn, signalOf, withImported } from '@rulebook/sender/send';
import { redact } from '@rulebook/catalogue/masking';
import { withImportedScripts } from '@rulebook/sender/plan';
import { framesOf } from '@rulebook/text';
import { sendIfOpen } from '../checking/checking';
import type { ServerFeature } from '../session/feature';
import { sendCommand } from '../protocol';
import type { SendCommandChoices, SendResult } from '../protocol';
import { requestLineIn } from '../documents/request-line';
import { createRunRecord, type StepAt } from './support/run-record';
import type { Session } from '../session/session';
import { differencesIn } from './differences';
import { schemaDifferencesIn } from '../configuration/schema-differences';
import { linkedOrder } from './request-order';

/** Sends requests for clients that do not send themselves. */
export const send: ServerFeature = {
  capabilities: ({ sendsItself }) =>
    sendsItself ? { executeCommandProvider: { commands: [sendCommand], workDoneProgress: true } } : {},
  register: ({ connection, guarded }) => {
    connection.onExecuteCommand(({ command, arguments: given = [], workDoneToken }, token, progress) => {
      const [uri, line, choices] = given as readonly unknown[];
      if (command !== sendCommand || typeof uri !== 'string' || typeof line !== 'number')
        return new ResponseError(ErrorCodes.InvalidParams, `${sendCommand} takes the URI of a document and a line.`);
      const failed: SendResult = { reason: 'The request could not be sent; the log says why.' };
      return guarded<Promise<SendResult>>('send', Promise.resolve(failed), async (session) => {
        try {
          return await sendAt(session, connection, {
            uri,
            line,
            choices: typeof choices === 'object' && choices !== null ? choices : {},
            token,
            ...(workDoneToken !== undefined && { progress }),
          });
        } catch (error) {
          connection.console.error(`send failed.\n${framesOf(error)}`);
          return failed;
        }
      });
    });
  },
};

interface Asked {
  readonly uri: string;
  readonly line: number;
  readonly choices: SendCommandChoices;
  readonly token: CancellationToken;
  /** The progress that the client has asked for. */
  readonly progress?: WorkDoneProgressReporter;
}

async function sendAt(session: Session, connection: Connection, asked: Asked): Promise<SendResult> {
  const { uri, choices, token } = asked;
  const say = (type: MessageType, message: string): void => {
    sendIfOpen(connection.sendNotification(ShowMessageNotification.type, { type, message }));
  };
  const refuse = (reason: string): SendResult => {
    say(MessageType.Warning, reason);
    return { reason };
  };
  const steps = await stepsAt(session, asked);
  if ('reason' in steps) return refuse(steps.reason);
  const own = asked.progress ? undefined : await createProgress(session, connection);
  const progress = asked.progress ?? own;
  const first = steps[0]?.plan.label ?? '';
  progress?.begin(`Sending ${redact(steps.at(-1)?.plan.label ?? first)}`, undefined, undefined, true);
  const signal = signalOf(token, ...(own ? [own.token] : []));
  const run = createRunRecord(session, steps);
  try {
    const isHere = await session.send?.(uri, {
      steps,
      environment: session.environments.chosen(uri),
      tables: session.environments.tables(uri),
      values: new Map(Object.entries(choices.values ?? {}).filter(([, value]) => typeof value === 'string')),
      ask: (question, action) => ask(connection, question, action, token),
      choose: (question, offered) => choose(connection, question, offered, token),
      signal,
      onStep: (index, label) => {
        if (steps.length > 1) progress?.report(`${index + 1} of ${steps.length}: ${redact(label)}`);
      },
      onReport: run.add,
    });
    if (isHere !== true) return refuse('Only requests of files on this machine can be sent. Save the file first.');
  } finally {
    progress?.done();
  }
  const { type, message, text, result } = run.end(signal.isCancelled);
  const document = text === '' ? undefined : await show(session, connection, text);
  if (document === undefined || 'reason' in result) say(type, message);
  return { ...result, ...(document !== undefined && { document }) };
}

/** Returns the requests to send for a line: those that it needs, and its own at the end. */
async function stepsAt(
  session: Session,
  { uri, line, choices }: Asked,
): Promise<readonly StepAt[] | { readonly reason: string }> {
  const document = session.documents.find(uri);
  const version = document?.version;
  if (!document) return { reason: 'The file is not open in the editor. Open it, then send the request again.' };
  const order = await linkedOrder(session, document, {
    lines: [[line, line]],
    ...(choices.withDependencies === true && { withDependencies: true }),
  });
  if ('reason' in order) return order;
  const { linked, chosen } = order;
  const steps = order.steps.flatMap(({ location, block, given }): StepAt[] => {
    const source = linked.files.get(location);
    const options = session.optionsOf({ uri: location });
    const plan = source && session.engine.plan(source.file, block, options);
    if (!source || !plan) return [];
    const { configuration, root } = session.settingsOf(location);
    const [, ...imported] = withImported(linked, location);
    return [
      {
        ...{ location, root, configuration },
        line: requestLineIn(source.file, block) ?? plan.line ?? 0,
        version: location === document.uri ? version : session.documents.get(location)?.version,
        plan: { ...withImportedScripts(plan, imported), ...(given.size > 0 && { given }) },
        sources: [source, ...imported].map((one) => ({ location: one.location, text: requestTextIn(one.file) })),
        isChosen: location === document.uri && chosen.includes(block),
        compare: (text, operation) => differencesIn(session.engine, text, operation, options),
        judge: (request) => session.engine.judge(request, options),
        compareWithSchema: (text, schema) => schemaDifferencesIn(session, { uri: location, text, schema }),
      },
    ];
  });
  return steps.length === 0 ? { reason: 'There is no request on this line.' } : steps;
}

/** Shows the response in a document, and returns its URI; undefined when the client shows none. */
async function show(
  { client, keepAnswer }: Session,
  connection: Connection,
  text: string,
): Promise<string | undefined> {
  if (!client.showsDocuments || !keepAnswer) return undefined;
  try {
    const uri = await keepAnswer(text);
    const { success } = await connection.sendRequest(ShowDocumentRequest.type, { uri, takeFocus: false });
    return success ? uri : undefined;
  } catch {
    return undefined;
  }
}

/** Asks with a button for the action and one for cancelling. A client that cannot ask has not agreed. */
async function ask(
  connection: Connection,
  message: string,
  action: string,
  token: CancellationToken,
): Promise<boolean> {
  const actions = [{ title: action }, { title: cancel }];
  try {
    const chosen = await connection.sendRequest(
      ShowMessageRequest.type,
      { type: MessageType.Warning, message, actions },
      token,
    );
    return chosen?.title === action && !token.isCancellationRequested;
  } catch {
    return false;
  }
}

/** Offers a few values as the buttons of a message. A client that cannot ask has chosen nothing. */
async function choose(
  connection: Connection,
  message: string,
  choices: readonly string[],
  token: CancellationToken,
): Promise<string | undefined> {
  const actions = [...choices.map((title) => ({ title })), ...(choices.includes(cancel) ? [] : [{ title: cancel }])];
  try {
    const chosen = await connection.sendRequest(
      ShowMessageRequest.type,
      { type: MessageType.Info, message, actions },
      token,
    );
    const isChosen = !token.isCancellationRequested && choices.includes(chosen?.title ?? '');
    return isChosen ? chosen?.title : undefined;
  } catch {
    return undefined;
  }
}

const cancel = 'Cancel';

async function createProgress({ client }: Session, connection: Connection) {
  return client.showsProgress ? connection.window.createWorkDoneProgress().catch(() => undefined) : undefined;
}
