import { objectsFor } from '@rulebook/request-file/scripts/script-members';
import type { ScriptObject } from '@rulebook/request-file/scripts/script-objects';
import { textIn } from '@rulebook/text/span';
import type { ScriptCursor } from '../cursor/script-cursor';

/** Describes an object of scripts as Markdown. */
export function describeScriptObject({
  path,
  call = '',
  summary,
}: Pick<ScriptObject, 'path' | 'call' | 'summary'>): string {
  return `**\`${path}${call}\`** · script\n\n${summary}`;
}

/** Returns what a word of a script means, as Markdown; undefined for values, and for what the script defines itself. */
export function describeScriptWord(cursor: ScriptCursor, text: string): string | undefined {
  const word = textIn(text, cursor.span);
  const path = cursor.object === '' ? word : `${cursor.object}.${word}`;
  const objects = objectsFor(cursor);
  const found = objects.find((one) => one.path === path);
  if (found) return describeScriptObject(found);
  const members = objects.filter((one) => one.path.startsWith(`${path}.`));
  if (members.length === 0) return undefined;
  const listed = members.map((one) => `- \`${one.path}${one.call ?? ''}\`: ${one.summary}`);
  return `**\`${path}\`** · script\n\n${listed.join('\n')}`;
}
