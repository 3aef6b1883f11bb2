import type { LogOutputChannel } from 'vscode';

/**
 * Returns a channel for the trace of the language server's messages, which writes to a log which message came when, and never what is in
 * it: requests and documents hold credentials, and a key that is typed letter by letter cannot be recognised.
 */
export function createMessageTrace(log: LogOutputChannel): LogOutputChannel {
  return Object.create(log, {
    trace: {
      value: (message: string) => {
        log.trace(withoutContent(message));
      },
    },
  }) as LogOutputChannel;
}

/** vscode-languageclient 11.0.0 writes the content below the first line; in the format "json", the message is one line with everything. */
function withoutContent(message: string): string {
  if (!message.startsWith('{')) return message.split('\n', 1)[0] ?? '';
  const [, type = 'message'] = /^\{"isLSPMessage":true,"type":"([\w-]+)"/.exec(message) ?? [];
  return `${type} in the format "json", without its content`;
}
