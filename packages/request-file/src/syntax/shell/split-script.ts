import type { BlockText } from '../model';
import { blockText } from '../split-blocks';
import { readCommand } from './read-command';
import { commandsIn } from './script-commands';
import { scriptsOfMarkdown, scriptsOfWorkflow } from './embedded-scripts';

/** What a script is in: a file of its own, the steps of a GitHub workflow, or fenced blocks of a Markdown file. */
export type ScriptForm = 'shell' | 'workflow' | 'markdown';

/** The longest text that is searched for commands, in UTF-16 code units. Longer ones are data. */
export const longestScript = 2_000_000;

/** Returns the form of the script that a file holds, by its path; undefined for other files. Workflows of GitHub are in one folder. */
export function scriptFormOf(path: string): Exclude<ScriptForm, 'markdown'> | undefined {
  if (/\.(?:sh|bash|zsh)$/i.test(path)) return 'shell';
  return /(?:^|[/\\])\.github[/\\]workflows[/\\][^/\\]+\.ya?ml$/i.test(path) || /(?:^|[/\\])action\.ya?ml$/i.test(path)
    ? 'workflow'
    : undefined;
}

/** Returns whether a text can hold commands that send requests; cheaper than splitting it. */
export function mayHoldCommands(text: string): boolean {
  return text.length <= longestScript && /\b(?:curl|gh\s+api|https?|xhs?)[\s\\]/.test(text);
}

/**
 * Splits a text into blocks that cover it: one for the lines of each command that is wholly understood, and prose. Of several commands on the
 * same lines, the first one counts. Comments right above a command belong to its block.
 */
export function splitScript(text: string, form: ScriptForm): readonly BlockText[] {
  if (!mayHoldCommands(text)) return [prose(text)];
  const blocks: BlockText[] = [];
  let end = 0;
  for (const script of scriptsIn(text, form)) {
    for (const found of commandsIn(script)) {
      const start = startWithComments(text, lineStart(text, found.span.start), end);
      const command = lineStart(text, found.span.start) < end ? undefined : readCommand(script, found);
      if (command === undefined) continue;
      const lineFeed = text.indexOf('\n', found.span.end);
      const next = lineFeed < 0 ? text.length : lineFeed + 1;
      if (start > end) blocks.push(prose(text.slice(end, start)));
      const span = { start: found.span.start - start, end: found.span.end - start };
      blocks.push({ ...blockText(text.slice(start, next)), command: { span, request: command } });
      end = next;
    }
  }
  if (end < text.length || blocks.length === 0) blocks.push(prose(text.slice(end)));
  return blocks;
}

/** Returns texts as long as the file, each with a script at its place and blanks everywhere else. */
function scriptsIn(text: string, form: ScriptForm): readonly string[] {
  if (form === 'shell') return [text];
  return form === 'workflow' ? scriptsOfWorkflow(text) : scriptsOfMarkdown(text);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function startWithComments(text: string, start: number, least: number): number {
  let first = start;
  while (first > least) {
    const above = lineStart(text, first - 1);
    if (above < least || !/^[ \t]*#(?!!)/.test(text.slice(above, first))) break;
    first = above;
  }
  return first;
}

function prose(text: string): BlockText {
  return { ...blockText(text), isProse: true };
}
