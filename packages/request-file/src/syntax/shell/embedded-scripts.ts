/** Returns the scripts of the steps of a workflow of GitHub, each in a text as long as the whole with blanks everywhere else. */
export function scriptsOfWorkflow(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)/);
  const starts = startsOf(lines);
  const scripts: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [whole, indent = '', dash = '', rest = ''] =
      /^([ \t]*)((?:-[ \t]+)?)run:[ \t]*([^]*)$/.exec((lines[at] ?? '').trimEnd()) ?? [];
    if (whole === undefined || isOtherShell(lines, at, indent.length + dash.length)) continue;
    const [, style] = /^([|>])[+-]?\d?[ \t]*(?:#.*)?$/.exec(rest) ?? [];
    if (style === undefined) {
      // A text in quotation marks has escapes of its own.
      if (rest === '' || /^["'&*!{[]/.test(rest)) continue;
      const start = (starts[at] ?? 0) + (lines[at] ?? '').indexOf(rest, indent.length + dash.length + 4);
      scripts.push(within(text, start, start + rest.length));
      continue;
    }
    let end = at + 1;
    while (end < lines.length && isInside(lines[end] ?? '', indent.length + dash.length)) end++;
    const script = within(text, starts[at + 1] ?? text.length, starts[end] ?? text.length);
    // A folded text is one line.
    scripts.push(style === '>' ? script.replace(/\n(?=[ \t]*\S)/g, ' ') : script);
    at = end - 1;
  }
  return scripts;
}

/** Returns the scripts in the fenced blocks of a Markdown file whose language is that of a shell. */
export function scriptsOfMarkdown(text: string): readonly string[] {
  const scripts: string[] = [];
  const fence =
    /^[ \t]*(`{3,}|~{3,})[ \t]*(?:sh|bash|shell|zsh|console|shell-session|shellsession)\b[^\n`]*\n([^]*?)^[ \t]*\1[`~]*[ \t]*\r?$/gim;
  for (const found of text.matchAll(fence)) {
    const [whole, , content = ''] = found;
    const start = found.index + whole.indexOf('\n') + 1;
    scripts.push(within(text, start, start + content.length));
  }
  return scripts;
}

/** Returns whether the step around a line names a shell that is none of POSIX. */
function isOtherShell(lines: readonly string[], at: number, column: number): boolean {
  const isOther = (line: string): boolean =>
    /^[ \t]*(?:-[ \t]+)?shell:[ \t]*["']?(?:pwsh|powershell|python|cmd)\b/.test(line);
  for (let above = at; above >= 0; above--) {
    const line = lines[above] ?? '';
    if (isOther(line)) return true;
    if (/^[ \t]*-[ \t]/.test(line) || (above < at && line.trim() !== '' && indentOf(line) < column - 2)) break;
  }
  for (let below = at + 1; below < lines.length; below++) {
    const line = lines[below] ?? '';
    if (line.trim() !== '' && (indentOf(line) < column || /^[ \t]*-[ \t]/.test(line))) break;
    if (indentOf(line) === column && isOther(line)) return true;
  }
  return false;
}

function isInside(line: string, column: number): boolean {
  return line.trim() === '' || indentOf(line) > column;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function startsOf(lines: readonly string[]): readonly number[] {
  let start = 0;
  return lines.map((line) => {
    const own = start;
    start += line.length;
    return own;
  });
}

/** Returns the text with blanks in place of everything but a part; lines stay where they are. */
function within(text: string, start: number, end: number): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ');
  return blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
}
