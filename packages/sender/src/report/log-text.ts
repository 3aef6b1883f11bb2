import { visibleLine } from '@rulebook/text/visible';

// The log of a CI job is read by a program, too: GitHub Actions takes a line that begins with `::` behind blanks, and `##[` anywhere, for a
// command. What comes from a file is never one.

/** Returns a path for the beginning of a line. */
export function pathText(path: string): string {
  const text = withoutLogCommands(visibleLine(path));
  return /^\s*::/.test(text) ? `./${text}` : text;
}

/** Returns the text of a part of a line, without the sign that is a command wherever it is. */
export function withoutLogCommands(text: string): string {
  return text.replaceAll('##[', '##\\[');
}
