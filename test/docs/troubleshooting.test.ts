import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/command-line';
import { messagesIn, normalised, textsIn, type SourceMessage } from './messages';

// docs/troubleshooting.md quotes messages. Each of them must be in the sources, and each message that stops a user must be there, unless it
// says itself what to do.

/** What to do, as a message says it behind what is wrong. */
const advice = new RegExp(
  '(?:^|[.;:] |, or |, and )(?:add|begin|call|change|check|choose|close|copy|correct|create|define|end|enter|fix|give|install|keep|leave out|look|move|' +
    'name|open|press|put|remove|rename|run|save|send|set|split|start|stop|switch|take|trust|try|update|use|wait|write)\\b',
  'i',
);

/** The files whose messages stop a user. */
const stopping = [
  'packages/node/src/files/body-folders.ts',
  'cli/src/check/check.ts',
  'cli/src/check/check-inputs.ts',
  'cli/src/check/check-session.ts',
  'cli/src/requests/choose-blocks.ts',
  'packages/node/src/files/configuration-finder.ts',
  'cli/src/configuration/credentials.ts',
  'cli/src/sandbox/event.ts',
  'cli/src/run/finish-run.ts',
  'cli/src/run/prepare-file.ts',
  'cli/src/run/run-choice.ts',
  'cli/src/requests/find-inputs.ts',
  'cli/src/run/run-report.ts',
  'cli/src/run/decide.ts',
  'cli/src/run/request-result.ts',
  'cli/src/run/run.ts',
  'cli/src/requests/choose-blocks.ts',
  'packages/node/src/playing/sandbox-start.ts',
  'cli/src/sandbox/sandbox.ts',
  'cli/src/requests/variable-layers.ts',
  'client/src/editing/body-file.ts',
  'client/src/extension.ts',
  'client/src/history/history-actions.ts',
  'client/src/history/history-store.ts',
  'client/src/sending/rerun-last.ts',
  'client/src/credentials/secrets.ts',
  'client/src/sending/decide.ts',
  'client/src/sending/execute.ts',
  'client/src/sending/request-values.ts',
  'client/src/sending/send-request.ts',
  'client/src/sending/send-several.ts',
  'client/src/sending/show-outcome.ts',
  'client/src/credentials/trust.ts',
  'packages/request-file/src/environments/known-environments.ts',
  'packages/sender/src/variables/named-responses.ts',
  'packages/sender/src/configuration/configuration.ts',
  'packages/sender/src/configuration/read-value.ts',
  'packages/sender/src/private/environment-overrides.ts',
  'packages/sender/src/variables/materialise.ts',
  'packages/sender/src/plan/plan-body.ts',
  'packages/sender/src/plan/plan-request.ts',
  'packages/sender/src/outcome/outcome.ts',
  'packages/sender/src/send/refusals.ts',
  'packages/sender/src/variables/resolve-variables.ts',
  'packages/node/src/http/failure.ts',
  'packages/node/src/files/file-lock.ts',
  'packages/node/src/sandbox/foreign-request.ts',
  'packages/node/src/sandbox/request-body.ts',
  'packages/node/src/sandbox/sandbox-listener.ts',
  'packages/node/src/sandbox/sandbox-process.ts',
  'packages/node/src/sending/sender.ts',
  'packages/node/src/sandbox/state-file.ts',
];

/** Parts of messages, and messages that stop no one. */
const explained: readonly string[] = [
  // What became of a run
  '1 request, none failed.',
  '… requests, none failed.',
  '1 request, 1 failed.',
  '1 request, none failed, … not begun.',
  '… requests, none failed, … not begun.',
  '1 request, 1 failed, … not begun.',
  '… requests, … failed, … not begun.',
  // Questions
  'The file and the selected environment do not define this variable.',
  'Not defined by the file, but by environments that are not selected: ….',
  'Delete the whole history of this workspace?',
  // Behind a cause
  '--name or --line',
  '--name, --line or --all',
  'add --allow-outside-files to send it anyway',
  'add --send-anyway to change something there',
  'correct it, or add --send-anyway to send the rest',
  'correct it, or send it with',
  'add --yes to do it',
  'It changes data there.',
  '--name or --line',
  '--name, --line or --all',
  'add --var NAME=VALUE for …',
  'run `rulebook check` for details',
  'Did you mean',
  'Your choice is remembered',
  'add … to the file .env',
  'check how it is written',
  'define … in the file or an environment',
  'set the environment variable',
  'the system refused it',
  // In front of one
  '… received no response…: …',
  '… was answered…, and the response is lost: …',
  '… was not sent: …',
  '… was left out: …',
  '"…" was not sent: ….',
  // Behind a response
  'This is a failure. …',
  // The name of an assert or of a test of a script.
  '… (line …): …',
  'the user did not confirm it',
  'Say for which bodies this schema is',
  'agree in your browser that the endpoint … gives a token',
  'Access Key and Secret',
  'Line … of the response differs: …',
  'The body was written to …: ….',
  // In explanations
  'of the running sandbox',
  'secret storage of the editor',
  'none, as you chose for this endpoint',
  'none, since no sandbox is running there',
  'if you confirm that it may go to',
  'you are asked for it when the request is sent',
  'you are asked for it if the service wants one',
  // For information
  'Sandbox ready',
  'The response contains a secret',
  'The cookies of this window',
  'The request was not sent: ….',
  'it was cancelled',
  'The run ended before this request.',
  'open … and enter the code',
  // What is entered
  'User and Password',
  'The password of',
  'The secret of the client',
  'The key by itself',
  'The token by itself',
  'A key or token, or a whole header value',
];

const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');

/** The messages that are in the first columns of the tables, with their lines. */
const lines = page.slice(0, page.indexOf('\n## Nothing happens')).split('\n');
const quoted = lines.flatMap((line, index) => {
  const [, first] = /^\| (.*?) \|/.exec(line) ?? [];
  if (first === undefined || /^(Message|-+)$/.test(first.trim())) return [];
  return [...first.matchAll(/(`+)(.+?)\1(?!`)/g)].map(([, , text = '']) => ({
    at: `docs/troubleshooting.md:${index + 1}`,
    text: normalised(text),
  }));
});

/** Returns what is of a message in the page: the message, or a part that says enough. */
function holds({ text }: SourceMessage, quotation: string): boolean {
  // A step is said behind its cause.
  const part = quotation.replace(/^…;?\s?|\s?…$/g, '');
  return text.includes(part);
}

const sources = execFileSync('git', ['ls-files', 'cli/src', 'client/src', 'packages', 'services', 'server/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts'));

/** The files of the server that say why a request cannot be planned. */
const planning = sources.filter(
  (path) => path.startsWith('server/src/') && readFileSync(join(root, path), 'utf8').includes('PlanResult'),
);

describe('the messages of docs/troubleshooting.md', () => {
  it('are in the sources', () => {
    const texts = sources.flatMap(textsIn);
    const unknown = quoted.filter(({ text }) => !texts.some((one) => holds(one, text)));
    expect(unknown.map(({ at, text }) => `${at}: no message says: ${text}`)).toEqual([]);
  });

  it('are explained once', () => {
    const texts = sources.flatMap(textsIn);
    expect(explained.filter((part) => !texts.some(({ text }) => text.includes(part)))).toEqual([]);
    expect(quoted.filter(({ text }) => text.replaceAll('…', '').trim().split(/\s+/).length < 2)).toEqual([]);
  });

  it.each([...stopping, ...planning])('hold those of %s', (path) => {
    const unexplained = messagesIn(path).filter(
      (message) =>
        !advice.test(message.text) &&
        !quoted.some(({ text }) => holds(message, text)) &&
        !explained.some((text) => message.text.includes(text)),
    );
    // Let each say what to do, or give it a row in docs/troubleshooting.md, or list it above.
    expect(unexplained.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
  });
});
