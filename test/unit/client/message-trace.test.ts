import { expect, it } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { createMessageTrace } from '../../../client/src/server/message-trace';

function traced(message: string): readonly string[] {
  const lines: string[] = [];
  const log = Object.freeze({ logLevel: 1, trace: (line: string) => lines.push(line) });
  const trace = createMessageTrace(log as unknown as LogOutputChannel);
  expect(trace.logLevel).toBe(1);
  trace.trace(message);
  return lines;
}

it.each([
  [
    'Sending notification \'textDocument/didOpen\'.\nParams: {\n  "text": "canary"\n}',
    "Sending notification 'textDocument/didOpen'.",
  ],
  ['Received response \'x - (3)\' in 5ms.\nResult: "canary"\n\n', "Received response 'x - (3)' in 5ms."],
  [
    '{"isLSPMessage":true,"type":"send-notification","message":{"method":"a","params":"canary"},"timestamp":1}',
    'send-notification in the format "json", without its content',
  ],
  ['{"text":"canary"}', 'message in the format "json", without its content'],
])('a traced message is written without its content: %j', (message, line) => {
  expect(traced(message)).toEqual([line]);
});
