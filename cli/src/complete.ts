import { loadMarkdown } from '@rulebook/engine';
import { visible, visibleJson } from '@rulebook/text';
import { readText } from '@rulebook/node/files/files';
import { createCommandEngine } from './command-engine';
import { complain, exitCodes } from './exit-codes';
import { offersAt, type OfferedText } from './offers-at';
import { readInput } from './requests/read-input';

/** The options of `rulebook complete`. */
export interface CompleteOptions {
  /** Standard input holds the text of the file. */
  readonly stdin?: boolean;
  readonly env?: string;
  readonly format: string;
}

/** Prints what can be written at a position such as `keys.http:4:7`, and returns the exit code. */
export async function complete(argument: string, { stdin = false, env, format }: CompleteOptions): Promise<number> {
  await loadMarkdown();
  const [, path, line, column] = /^(.+):([1-9]\d{0,8}):([1-9]\d{0,8})$/.exec(argument) ?? [];
  if (path === undefined) {
    complain(`${argument}: write the file, the line and the column, such as keys.http:4:7; both count from 1`);
    return exitCodes.usage;
  }
  const content = stdin ? await readInput() : readText(path);
  const engine = createCommandEngine();
  const offers =
    'cause' in content
      ? `${path}: cannot be read: ${content.cause}`
      : await offersAt(engine, { path, text: content.text, line: Number(line), column: Number(column), env });
  if (typeof offers === 'string') {
    complain(offers);
    return exitCodes.usage;
  }
  process.stdout.write(format === 'json' ? jsonOf(offers) : offers.map(lineOf).join(''));
  return exitCodes.success;
}

function jsonOf(offers: readonly OfferedText[]): string {
  return `${visibleJson(JSON.stringify({ version: 1, items: offers }, null, 2))}\n`;
}

function lineOf({ label, kind, detail }: OfferedText): string {
  return `${[label, kind, ...(detail === undefined ? [] : [detail])].map((text) => visible(text)).join('\t')}\n`;
}
