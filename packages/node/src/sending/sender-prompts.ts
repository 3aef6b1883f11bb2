import { redact } from '@rulebook/catalogue/masking';
import type { PlannedPrompt } from '@rulebook/sender/plan';
import { refused, type Refusal } from '@rulebook/sender/refusal';
import type { SendOrder } from '@rulebook/sender/outcome';
import type { Resolve } from '@rulebook/sender/variables';
import { visibleLine } from '@rulebook/text';

/** So many choices are offered as the buttons of a message at most. */
const maxButtons = 5;

/** What the user has entered for the prompts of a run. */
export interface EnteredValues {
  readonly values: ReadonlyMap<string, string>;
  /** Gives the prompts of a request their values; returns why the request is not sent instead. `notes` takes which values were not asked for. */
  readonly ask: (prompts: readonly PlannedPrompt[], resolve: Resolve, notes: string[]) => Promise<Refusal | undefined>;
}

/**
 * Creates what gives prompts their values over a protocol that has no input: a value that was given with the command, one of a few choices
 * by a question, or what the prompt offers.
 */
export function createEnteredValues({ values: given, choose }: Pick<SendOrder, 'values' | 'choose'>): EnteredValues {
  const entered = new Map<string, string>();
  return {
    values: entered,
    ask: async (prompts, resolve, notes) => {
      for (const prompt of prompts) {
        const { name, default: offered, choices, isSecret } = prompt;
        if (given.has(name) && isSecret)
          return refused(
            `the request asks for the secret ${name}, which is not taken from a command; ${elsewhere(name)}`,
          );
        if (given.has(name) || entered.has(name) || resolve(name) !== undefined) continue;
        if (!isSecret && choices !== undefined && choices.length <= maxButtons) {
          const chosen = await choose(questionOf(prompt), choices);
          if (chosen === undefined) return refused(`you chose nothing for ${shown(name)}`);
          entered.set(name, chosen);
        } else if (offered !== undefined && !isSecret) {
          entered.set(name, offered);
          notes.push(`${shown(name)} has the value that the request offers.`);
        } else return refused(explainPrompt(prompt));
      }
      return undefined;
    },
  };
}

function questionOf({ name, description }: PlannedPrompt): string {
  return redact(visibleLine(description === undefined ? `Value of ${name}` : `${description} (${name})`));
}

function explainPrompt({ name, isSecret }: PlannedPrompt): string {
  if (isSecret) return `the request asks for the secret ${name}, which cannot be entered here; ${elsewhere(name)}`;
  // A prompt that is in the request itself has no name that a value could be given to.
  if (name.startsWith('$'))
    return `the request asks for ${shown(name)}, which cannot be entered here; ${elsewhere(name)}`;
  return `the request asks for ${name}, which cannot be entered here; give it with the command, as \`{ "values": { "${name}": "…" } }\` behind the line, or send it with \`rulebook run --var ${name}=VALUE\``;
}

function elsewhere(name: string): string {
  return name.startsWith('$')
    ? 'send it with `rulebook run` on a terminal'
    : `send it with \`rulebook run\` on a terminal, or keep it as a secret: \`@${name} = {{$secret ${name}}}\``;
}

function shown(name: string): string {
  return name.startsWith('$') ? redact(visibleLine(`{{${name}}}`)) : name;
}
