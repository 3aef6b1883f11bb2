import {
  ErrorCodes,
  MessageType,
  ResponseError,
  ShowDocumentRequest,
  ShowMessageNotification,
  ShowMessageRequest,
} from 'vscode-languageserver';
import type { CancellationToken, Connection, WorkDoneProgressReporter } from 'vscode-languageserver';
import { framesOf, redact, type CancelSignal, type SendReport } from '../../../engine/src/index';
import { sendIfOpen } from '../checking';
import type { ServerFeature } from '../feature';
import { sendCommand } from '../protocol';
import type { SendResult } from '../protocol';
import type { Session } from '../session';
import { planAt } from './plan';
import { explainRefusalAt } from './refusal';
import { plainMessage } from '../to-lsp';

/** Sends requests for clients that do not send themselves. */
export const send: ServerFeature = {
  capabilities: ({ sendsItself }) =>
    sendsItself ? { executeCommandProvider: { commands: [sendCommand], workDoneProgress: true } } : {},
  register: ({ connection, guarded }) => {
    connection.onExecuteCommand(({ command, arguments: given = [], workDoneToken }, token, progress) => {
      const [uri, line] = given as readonly unknown[];
      if (command !== sendCommand || typeof uri !== 'string' || typeof line !== 'number')
        return new ResponseError(ErrorCodes.InvalidParams, `${sendCommand} takes the URI of a document and a line.`);
      const failed: SendResult = { reason: 'The request could not be sent; the log says why.' };
      return guarded<Promise<SendResult>>('send', Promise.resolve(failed), async (session) => {
        try {
          return await sendAt(session, connection, {
            uri,
            line,
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
  readonly token: CancellationToken;
  /** The progress that the client has asked for. */
  readonly progress?: WorkDoneProgressReporter;
}

async function sendAt(session: Session, connection: Connection, asked: Asked): Promise<SendResult> {
  const { uri, line, token } = asked;
  const say = (type: MessageType, message: string): void => {
    sendIfOpen(connection.sendNotification(ShowMessageNotification.type, { type, message }));
  };
  const document = session.documents.find(uri);
  const planned = planAt(session, document, { uri, line });
  if ('reason' in planned || !document) {
    const { reason } = 'reason' in planned ? planned : { reason: '' };
    say(MessageType.Warning, reason);
    return { reason };
  }
  const { plan } = planned;
  // What was sent; the text may change meanwhile.
  const { version } = document;
  const { configuration, root } = session.settingsOf(uri);
  const own = asked.progress ? undefined : await createProgress(session, connection);
  const progress = asked.progress ?? own;
  progress?.begin(`Sending ${redact(plan.label)}`, undefined, undefined, true);
  const signal = signalOf(own ? [token, own.token] : [token]);
  let report: SendReport | undefined;
  try {
    report = await session.send?.(document.uri, root, {
      plan,
      configuration,
      definitions: document.file.definitions,
      environment: session.environments.chosen(uri),
      tables: session.environments.tables(uri),
      ask: (question, action) => ask(connection, question, action, token),
      signal,
      compare: (text, operation) =>
        session.engine
          .checkAnswer(text, operation, session.optionsOf(document))
          .map((found) => plainMessage(found.message)),
    });
  } finally {
    progress?.done();
  }
  if (report?.kind !== 'answered') {
    const reason = report?.message ?? 'Only requests of files on this machine can be sent. Save the file first.';
    say(report?.kind === 'failed' && !signal.isCancelled ? MessageType.Error : MessageType.Warning, reason);
    return { reason };
  }
  const { status, duration, size, message, text, refusal } = report;
  const at = { uri, line: planned.line, version, status, body: refusal ?? '' };
  const { problems } =
    refusal === undefined ? { problems: [] } : explainRefusalAt(session, session.documents.get(uri), at);
  const lines = problems.map(({ range, message: problem }) => `Line ${range.start.line + 1}: ${problem}`);
  const shown = await show(session, connection, [text, ...lines.map((one) => `# ${one}\n`)].join(''));
  if (shown === undefined) say(status < 400 ? MessageType.Info : MessageType.Warning, [message, ...lines].join('\n'));
  return {
    ...{ status, duration, size },
    ...(shown !== undefined && { document: shown }),
    ...(problems.length > 0 && { problems }),
  };
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
  const actions = [{ title: action }, { title: 'Cancel' }];
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

async function createProgress({ client }: Session, connection: Connection) {
  return client.showsProgress ? connection.window.createWorkDoneProgress().catch(() => undefined) : undefined;
}

function signalOf(tokens: readonly CancellationToken[]): CancelSignal {
  return {
    get isCancelled() {
      return tokens.some((token) => token.isCancellationRequested);
    },
    onCancel: (listener) => {
      const subscriptions = tokens.map((token) => token.onCancellationRequested(listener));
      return () => {
        for (const one of subscriptions) one.dispose();
      };
    },
  };
}
