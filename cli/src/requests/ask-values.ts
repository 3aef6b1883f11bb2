import { stderr, stdin } from 'node:process';
import { isSecretName, redact } from '@rulebook/catalogue/masking';
import { type PlannedPrompt, refused, type Refusal } from '@rulebook/sender/plan';
import type { Resolve } from '@rulebook/sender/variables';
import { visibleLine } from '@rulebook/text';

/** What asks for the values of a run's prompts, and keeps them until it ends. */
export interface PromptedValues {
  readonly values: ReadonlyMap<string, string>;
  /** Asks for what was not given or entered yet; returns why the request is not sent. */
  readonly ask: (prompts: readonly PlannedPrompt[], resolve: Resolve) => Promise<Refusal | undefined>;
}

/** Returns how values are given on the command line. Behind the name of a secret, the word `VALUE` would be masked. */
export function adviseVar(names: readonly string[]): string {
  return names.some(isSecretName)
    ? `add --var NAME=VALUE for ${names.length > 1 ? 'each of them' : 'it'}`
    : `add ${names.map((name) => `--var ${name}=VALUE`).join(' ')}`;
}

/** Creates what asks on the terminal. Each name is asked for once; the values of `given` are not asked for. */
export function createPromptedValues(given: ReadonlySet<string>): PromptedValues {
  const values = new Map<string, string>();
  let asking: Promise<unknown> = Promise.resolve();
  const askFor = async (prompts: readonly PlannedPrompt[], resolve: Resolve) => {
    for (const prompt of prompts) {
      if (given.has(prompt.name) || values.has(prompt.name)) continue;
      // Where no one can be asked, a value from elsewhere serves.
      if (!isTerminal() && resolve(prompt.name) !== undefined) continue;
      const value = await valueOf(prompt);
      if (value === undefined)
        return refused(
          prompt.name.startsWith('$')
            ? `{{${prompt.name}}} is entered on a terminal, and there is none`
            : `the request asks for ${prompt.name}, and there is no terminal; ${adviseVar([prompt.name])}`,
        );
      if (value === cancelled) return refused(`you entered nothing for ${prompt.name}`);
      values.set(prompt.name, value);
    }
    return undefined;
  };
  return {
    values,
    // Requests that are sent at a time do not ask at a time.
    ask: (prompts, resolve) => {
      const asked = asking.then(() => askFor(prompts, resolve));
      asking = asked;
      return asked;
    },
  };
}

const cancelled = Symbol('cancelled');
const isTerminal = (): boolean => stdin.isTTY && stderr.isTTY;

/** Returns what the user enters; without a terminal, what the prompt offers. */
async function valueOf(prompt: PlannedPrompt): Promise<string | typeof cancelled | undefined> {
  if (!isTerminal()) return prompt.default;
  const { name, description, default: offered, choices } = prompt;
  const list = choices?.map((choice, index) => `  ${index + 1} ${choice}\n`).join('') ?? '';
  const ending = offered === undefined ? '' : ` [${offered}]`;
  const subject = name.startsWith('$') ? [] : [name];
  const text = redact(
    visibleLine([...subject, ...(description === undefined ? [] : [description])].join(': ') || name),
  );
  stderr.write(visibleList(list));
  for (;;) {
    const question = `rulebook: ${text}${visibleLine(ending)}: `;
    const entered = prompt.isSecret ? await askHidden(question) : await askShown(question);
    if (entered === undefined) return cancelled;
    if (entered === '' && offered !== undefined) return offered;
    if (choices === undefined) return entered;
    const chosen = choices.includes(entered) ? entered : choices[Number(entered) - 1];
    if (chosen !== undefined) return chosen;
    if (entered === '') return cancelled;
  }
}

function visibleList(list: string): string {
  return list
    .split('\n')
    .map((line) => visibleLine(line))
    .join('\n');
}

async function askShown(question: string): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: stdin, output: stderr });
  // The interface takes the interrupt for itself, which ends the run like everywhere.
  terminal.once('SIGINT', () => {
    terminal.close();
    process.kill(process.pid, 'SIGINT');
  });
  // The end of the input leaves a question without an answer.
  const ended = new Promise<undefined>((done) => {
    terminal.once('close', () => {
      done(undefined);
    });
  });
  try {
    return await Promise.race([terminal.question(question), ended]);
  } catch {
    return undefined;
  } finally {
    terminal.close();
  }
}

/** Asks on the terminal without showing what is typed; undefined when the user cancels. */
export async function askHidden(question: string): Promise<string | undefined> {
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  try {
    return await new Promise((done) => {
      let typed = '';
      const end = (value: string | undefined) => {
        stdin.off('data', take).off('end', stop);
        done(value);
      };
      const stop = () => {
        end(undefined);
      };
      const take = (piece: string) => {
        for (const key of piece) {
          if (key === '\r' || key === '\n') {
            end(typed);
            return;
          }
          if (key === '\u0003' || key === '\u0004') {
            end(undefined);
            if (key === '\u0003') process.kill(process.pid, 'SIGINT');
            return;
          }
          typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key;
        }
      };
      stdin.on('data', take).on('end', stop);
    });
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}
