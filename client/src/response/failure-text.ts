import * as vscode from 'vscode';
import { describeOrigin, type ResponseOrigin } from '@rulebook/sender/response';

/** In characters: longer lines are cut by the edge of a narrow editor. */
const width = 90;

/** Returns what is shown in place of a response: which request had none, where it went, and why. */
export function failureText(label: string, origin: ResponseOrigin, message: string): string {
  const first = [vscode.l10n.t('{0} received no response', label), ...describeOrigin(origin)].join(' · ');
  return [first, ...wrapped(message)].map((line) => `# ${line}\n`).join('');
}

/** Returns a text in lines that end between its words. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
