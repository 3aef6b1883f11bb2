/** Deeper texts are left to the library. */
const deepest = 200;

/** Longer keys are left to the library. */
const longestKey = 500;

/** What this reader does not read. */
class NotPlain extends Error {}

/**
 * Reads the part of YAML that descriptions are written in: objects and lists by indentation, plain and quoted texts, block texts, and objects
 * and lists on one line. It is ten times as fast as the library. Returns undefined for everything else, also for what is wrong: the library
 * then reads it, with anchors, tags, merges and messages. What it reads, it reads as the library does, which a test compares.
 */
export function readPlainYaml(text: string): { readonly tree: unknown } | undefined {
  // Tabs, other line ends and control characters have rules of their own.
  // eslint-disable-next-line no-control-regex
  if (/[\0-\t\v-\x1f\x7f\uFEFF]/.test(text)) return undefined;
  // So have the marks of documents.
  if (/^(?:\.\.\.|---.)/m.test(text)) return undefined;
  try {
    return { tree: new PlainYaml(text).read() };
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

class PlainYaml {
  readonly #lines: readonly string[];
  /** The line that is read next. */
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  read(): unknown {
    if (this.#toContent() && this.#line === '---') this.#at++;
    if (!this.#toContent() || indentOf(this.#line) !== 0) throw new NotPlain();
    if (!isItem(this.#line, 0) && keyAt(this.#line, 0) === undefined) throw new NotPlain();
    const tree = this.#block(-1);
    if (this.#toContent()) throw new NotPlain();
    return tree;
  }

  get #line(): string {
    return this.#lines[this.#at] ?? '';
  }

  /** Goes to the next line that has more than a comment; returns false at the end. */
  #toContent(): boolean {
    for (; this.#at < this.#lines.length; this.#at++) {
      const start = indentOf(this.#line);
      if (start < this.#line.length && this.#line[start] !== '#') return true;
    }
    return false;
  }

  /** Reads what begins at the current line, and belongs to something with a smaller indentation. */
  #block(parent: number): unknown {
    if (++this.#depth > deepest) throw new NotPlain();
    const column = indentOf(this.#line);
    if (/[|>]/.test(this.#line[column] ?? '')) throw new NotPlain();
    const read = isItem(this.#line, column)
      ? this.#sequence(column)
      : keyAt(this.#line, column) === undefined
        ? this.#value(column, parent)
        : this.#mapping(column);
    this.#depth--;
    return read;
  }

  #sequence(indent: number): readonly unknown[] {
    const items: unknown[] = [];
    while (this.#isAt(indent) && isItem(this.#line, indent)) {
      const start = afterSpaces(this.#line, indent + 1);
      if (isEnd(this.#line, start)) items.push(this.#below(indent));
      else if (isItem(this.#line, start)) throw new NotPlain();
      else if (keyAt(this.#line, start) === undefined) items.push(this.#value(start, indent));
      else {
        if (++this.#depth > deepest) throw new NotPlain();
        items.push(this.#mapping(start));
        this.#depth--;
      }
    }
    return items;
  }

  /** Reads an object, whose first key may stand behind the mark of an item. */
  #mapping(indent: number): Readonly<Record<string, unknown>> {
    const members: Record<string, unknown> = {};
    do {
      const key = keyAt(this.#line, indent);
      if (key === undefined || key.name === '__proto__' || Object.hasOwn(members, key.name)) throw new NotPlain();
      const start = afterSpaces(this.#line, key.end);
      members[key.name] = isEnd(this.#line, start) ? this.#below(indent, true) : this.#value(start, indent);
    } while (this.#isAt(indent) && !isItem(this.#line, indent));
    return members;
  }

  /** Returns whether a further part follows at an indentation; what is deeper belongs to nothing. */
  #isAt(indent: number): boolean {
    if (!this.#toContent()) return false;
    const column = indentOf(this.#line);
    if (column > indent) throw new NotPlain();
    return column === indent;
  }

  /** Reads a value that stands on the lines below; null if there is none. */
  #below(indent: number, isMember = false): unknown {
    this.#at++;
    if (!this.#toContent()) return null;
    const column = indentOf(this.#line);
    // The list of a member may stand below its key.
    if (column > indent || (isMember && column === indent && isItem(this.#line, column))) return this.#block(indent);
    return null;
  }

  /** Reads a value that begins in the current line. */
  #value(start: number, parent: number): unknown {
    const line = this.#line;
    switch (line[start]) {
      case '|':
      case '>':
        return this.#blockText(line.slice(start).trimEnd(), parent);
      case '"':
      case "'": {
        if (!isClosed(line, start)) return this.#foldedQuote(start, parent);
        const quoted = quotedAt(line, start);
        if (!isEnd(line, quoted.end)) throw new NotPlain();
        this.#at++;
        return quoted.value;
      }
      case '[':
      case '{': {
        const flow = new FlowReader(line, start);
        const value = flow.value();
        if (!isEnd(line, flow.at)) throw new NotPlain();
        this.#at++;
        return value;
      }
      default:
        return this.#plainText(start, parent);
    }
  }

  /** Reads a text without quotation marks, which may go on over lines that are indented more. */
  #plainText(start: number, parent: number): unknown {
    const first = this.#line.slice(start);
    if (!plainStart.test(first)) throw new NotPlain();
    const comment = first.indexOf(' #');
    let text = (comment === -1 ? first : first.slice(0, comment)).trimEnd();
    if (isKeyLike(text)) throw new NotPlain();
    let blanks = 0;
    for (this.#at++; this.#at < this.#lines.length; this.#at++) {
      const column = indentOf(this.#line);
      if (column === this.#line.length) {
        blanks++;
        continue;
      }
      if (column <= parent) break;
      const further = this.#line.slice(column).trimEnd();
      if (
        comment !== -1 ||
        further.startsWith('#') ||
        further.includes(' #') ||
        isKeyLike(further) ||
        isItem(further, 0)
      )
        throw new NotPlain();
      text += `${blanks > 0 ? '\n'.repeat(blanks) : ' '}${further}`;
      blanks = 0;
    }
    return resolved(text);
  }

  /** Reads a quoted text of several lines. */
  #foldedQuote(start: number, parent: number): string {
    const mark = this.#line[start] ?? '';
    let text = this.#line.slice(start).trimEnd();
    let breaks = 0;
    for (;;) {
      this.#at++;
      const column = indentOf(this.#line);
      if (this.#at >= this.#lines.length || (mark === '"' && text.includes('\\'))) throw new NotPlain();
      if (column === this.#line.length) {
        breaks++;
        continue;
      }
      if (column <= parent) throw new NotPlain();
      const further = this.#line.slice(column);
      const blank = breaks > 0 ? '\n'.repeat(breaks) : ' ';
      breaks = 0;
      const [, last] = (mark === '"' ? doubleEnd : singleEnd).exec(further) ?? [];
      if (last === undefined) {
        text += `${blank}${further.trimEnd()}`;
        continue;
      }
      if ((mark === '"' && last.includes('\\')) || !isEnd(further, last.length + 1)) throw new NotPlain();
      this.#at++;
      const content = `${text.slice(1)}${blank}${last}`;
      return mark === "'" ? content.replaceAll("''", "'") : content;
    }
  }

  #blockText(header: string, parent: number): string {
    if (!/^[|>]-?$/.test(header)) throw new NotPlain();
    const content: string[] = [];
    let indent = -1;
    for (this.#at++; this.#at < this.#lines.length; this.#at++) {
      const column = indentOf(this.#line);
      if (column === this.#line.length) {
        if (column > Math.max(indent, 0)) throw new NotPlain();
        content.push('');
        continue;
      }
      if (column <= parent) break;
      if (indent === -1) indent = column;
      if (column < indent || (column > indent && header.startsWith('>'))) throw new NotPlain();
      content.push(this.#line.slice(indent));
    }
    while (content.at(-1) === '') content.pop();
    if (indent === -1) throw new NotPlain();
    const text = header.startsWith('|') ? content.join('\n') : folded(content);
    return header.endsWith('-') ? text : `${text}\n`;
  }
}

/** Reads an object or list that stands on one line. */
class FlowReader {
  readonly #line: string;
  #depth = 0;
  at: number;

  constructor(line: string, start: number) {
    this.#line = line;
    this.at = start;
  }

  value(): unknown {
    const mark = this.#next();
    if (mark === '"' || mark === "'") return this.#quoted();
    if (mark !== '[' && mark !== '{') return resolved(this.#plain());
    if (++this.#depth > deepest) throw new NotPlain();
    this.at++;
    const read = mark === '[' ? this.#list() : this.#object();
    this.#depth--;
    return read;
  }

  #list(): readonly unknown[] {
    const items: unknown[] = [];
    if (this.#take(']')) return items;
    do items.push(this.value());
    while (this.#take(','));
    if (!this.#take(']')) throw new NotPlain();
    return items;
  }

  #object(): Readonly<Record<string, unknown>> {
    const members: Record<string, unknown> = {};
    if (this.#take('}')) return members;
    do {
      const mark = this.#next();
      const name = mark === '"' || mark === "'" ? this.#quoted() : keyName(this.#plain());
      if (this.#line[this.at] !== ':' || this.#line[this.at + 1] !== ' ') throw new NotPlain();
      this.at++;
      if (name === '__proto__' || Object.hasOwn(members, name)) throw new NotPlain();
      members[name] = this.value();
    } while (this.#take(','));
    if (!this.#take('}')) throw new NotPlain();
    return members;
  }

  #quoted(): string {
    const { value, end } = quotedAt(this.#line, this.at);
    this.at = end;
    return value;
  }

  #plain(): string {
    flowText.lastIndex = this.at;
    const [text = ''] = flowText.exec(this.#line) ?? [];
    if (text === '') throw new NotPlain();
    this.at += text.length;
    return text.trimEnd();
  }

  #next(): string | undefined {
    this.at = afterSpaces(this.#line, this.at);
    return this.#line[this.at];
  }

  #take(mark: string): boolean {
    if (this.#next() !== mark) return false;
    this.at++;
    return true;
  }
}

const flowText = /-?[\w$/.](?:[^,[\]{}:#]|:(?=[^\s,[\]{}:#]))*/y;
const doubleQuoted = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const singleQuoted = /'(?:[^']|'')*'(?!')/y;
const doubleEnd = /^([^"]*)"/;
const singleEnd = /^((?:[^']|'')*)'(?!')/;
const plainStart = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-[^\s-])/;

/** What is a number, a boolean or null in one of its less usual forms. */
const special =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[\da-fA-F]+|[-+]?\d+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)?$/;
const plainNumber = /^-?(?:0|[1-9]\d{0,18})(?:\.\d{1,18})?(?:[eE][-+]?\d{1,3})?$/;

/** Returns the value of a text without quotation marks. */
function resolved(text: string): unknown {
  if (!special.test(text)) return text;
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  if (plainNumber.test(text)) return Number(text);
  throw new NotPlain();
}

/** Returns the key that stands at a position, and where its value may begin; undefined if there is none. */
function keyAt(line: string, start: number): { readonly name: string; readonly end: number } | undefined {
  const mark = line[start];
  if (mark === '"' || mark === "'") {
    if (!isClosed(line, start)) return undefined;
    const { value, end } = quotedAt(line, start);
    if (line[end] !== ':' || (end + 1 < line.length && line[end + 1] !== ' ')) return undefined;
    if (value.length > longestKey) throw new NotPlain();
    return { name: value, end: end + 1 };
  }
  if (mark === '[' || mark === '{') return undefined;
  const colon = line.indexOf(': ', start);
  const end = colon === -1 ? line.trimEnd().length - 1 : colon;
  if (colon === -1 && line[end] !== ':') return undefined;
  const name = line.slice(start, end);
  if (!plainStart.test(name) || name.includes(' #') || name.endsWith(' ')) throw new NotPlain();
  return { name: keyName(name), end: end + 1 };
}

function keyName(text: string): string {
  if (text === '<<' || text.length > longestKey || (special.test(text) && !/^(?:0|[1-9]\d{0,14})$/.test(text)))
    throw new NotPlain();
  return text;
}

function quotedAt(line: string, start: number): { readonly value: string; readonly end: number } {
  const isDouble = line[start] === '"';
  const pattern = isDouble ? doubleQuoted : singleQuoted;
  pattern.lastIndex = start;
  const [quoted] = pattern.exec(line) ?? [];
  if (quoted === undefined) throw new NotPlain();
  const value = isDouble ? (JSON.parse(quoted) as string) : quoted.slice(1, -1).replaceAll("''", "'");
  return { value, end: start + quoted.length };
}

/** Returns whether a quoted text ends in the line where it begins. */
function isClosed(line: string, start: number): boolean {
  const pattern = line[start] === '"' ? doubleQuoted : singleQuoted;
  pattern.lastIndex = start;
  return pattern.test(line);
}

function folded(lines: readonly string[]): string {
  let text = '';
  let breaks = 0;
  for (const [index, line] of lines.entries()) {
    if (line === '') breaks++;
    else {
      // Of the breaks before the first line, all stay; a single one between lines is a blank.
      text += `${breaks > 0 || index === 0 ? '\n'.repeat(breaks) : ' '}${line}`;
      breaks = 0;
    }
  }
  return text;
}

function isKeyLike(text: string): boolean {
  return text.includes(': ') || text.endsWith(':');
}

/** Returns whether the mark of an item of a list stands at a position. */
function isItem(line: string, start: number): boolean {
  return line[start] === '-' && (start + 1 >= line.length || line[start + 1] === ' ');
}

/** Returns whether nothing but a comment follows. */
function isEnd(line: string, start: number): boolean {
  const next = afterSpaces(line, start);
  return next >= line.length || (line[next] === '#' && line[next - 1] === ' ');
}

function indentOf(line: string): number {
  return afterSpaces(line, 0);
}

function afterSpaces(line: string, start: number): number {
  let position = start;
  while (line.charCodeAt(position) === 32) position++;
  return position;
}
