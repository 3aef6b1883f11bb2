// A process that sends file after file with one tool: to start a program for each takes longer than to send.
import { fork } from 'node:child_process';

/** After this many milliseconds, a file times out. */
const longest = 20_000;

/**
 * Starts a process of a module that answers each message by one.
 * @param {string} module
 * @param {readonly string[]} args
 */
export function startHost(module, args) {
  let child;
  const start = () => fork(module, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  return {
    /**
     * Resolves with the answer; the process that gives none is replaced.
     * @param {Record<string, unknown>} message
     * @returns {Promise<Record<string, any>>}
     */
    ask: (message) =>
      new Promise((resolve) => {
        child ??= start();
        const asked = child;
        let said = '';
        const note = (chunk) => (said += chunk);
        const end = (answer) => {
          clearTimeout(timer);
          asked.removeAllListeners('message').removeAllListeners('close');
          asked.stderr?.off('data', note);
          if (answer === undefined || answer.isOver) {
            asked.kill();
            child = undefined;
          }
          resolve(answer ?? { lost: said });
        };
        const timer = setTimeout(() => end(undefined), longest);
        asked.stderr?.on('data', note);
        asked.on('message', end).on('close', () => end(undefined));
        asked.send(message);
      }),
    stop: () => child?.kill(),
  };
}
