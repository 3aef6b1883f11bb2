import {
  createMarkupReader,
  endsElement,
  isStart,
  isText,
  nameInTag,
  type MarkupKind,
} from '@rulebook/xml/markup-tokens';

/** What is printed of a text, and what stays as it came because it is not markup. */
interface PrintedMarkup {
  readonly text: string;
  readonly rest?: string;
}

/** Prints markup part by part. */
export interface MarkupParts {
  readonly add: (part: string, isLast: boolean) => PrintedMarkup;
}

/**
 * Returns XML with an element a line; elements with text, and everything in them, stay as they came. Undefined for what is not
 * well-formed; of a part, the end may be missing. Takes time in proportion to the text.
 */
export function printXml(text: string, isPart = false): string | undefined {
  const printer = new MarkupPrinter('xml', { held: Infinity, element: Infinity, lines: Infinity });
  const { rest } = createMarkupReader('xml')(text, true, (token) => printer.take(token));
  if (rest !== undefined && !(isPart && printer.hasBegun && rest.isToken === false)) return undefined;
  if (printer.isOpen && !isPart) return undefined;
  if (rest !== undefined) printer.takeRest(rest.text);
  return printer.given(true);
}

/** Returns HTML as `printXml` does XML: end tags may be missing, and scripts, style sheets and the like stay as they came, as does all from where it cannot be read. */
export function printHtml(text: string): string {
  const { text: printed, rest = '' } = createMarkupParts('html').add(text, true);
  return printed + rest;
}

/** In UTF-16 code units: so much is held back to see whether an element has text; and so many lines are made at most. */
const usual = { held: 64 * 1024, element: 1024 * 1024, lines: 2_000_000 };

/** Returns what prints XML or HTML part by part. Only a very long element with text and elements in it is not kept as it came. */
export function createMarkupParts(kind: MarkupKind, bounds: Partial<typeof usual> = {}): MarkupParts {
  const printer = new MarkupPrinter(kind, { ...usual, ...bounds });
  const read = createMarkupReader(kind);
  return {
    add: (part, isLast) => {
      const { rest } = read(part, isLast, (token) => printer.take(token));
      const text = printer.given(isLast || rest !== undefined);
      if (rest === undefined) return { text };
      return { text: text === '' ? text : `${text}\n`, rest: rest.text };
    },
  };
}

/** A token that is held back; the start of an element that stays as it came knows how many tokens it has. */
interface Token {
  readonly text: string;
  readonly kind: 'start' | 'end' | 'other';
  length?: number;
}

/** An element that has not ended: where its start is among the held tokens, if it is there. */
interface Open {
  at: number;
  readonly name: string;
  isKept: boolean;
}

class MarkupPrinter {
  readonly #kind: MarkupKind;
  readonly #bounds: typeof usual;
  readonly #open: Open[] = [];
  /** So many of them are written: the outermost ones. */
  #written = 0;
  /** How many of each name are open. */
  readonly #names = new Map<string, number>();
  #tokens: Token[] = [];
  /** In UTF-16 code units, of the held tokens. */
  #size = 0;
  #depth = 0;
  #lines: string[] = [];
  #count = 0;
  hasBegun = false;

  constructor(kind: MarkupKind, bounds: typeof usual) {
    this.#kind = kind;
    this.#bounds = bounds;
  }

  /** Elements have not ended. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Takes the next token; returns false when it does not belong there. */
  take(text: string): boolean {
    this.hasBegun = true;
    if (text.startsWith('</')) {
      if (!this.#end(text)) return false;
    } else if (isStart(text, this.#kind)) {
      const isKept = /\sxml:space\s*=\s*["']preserve["']/.test(text);
      const name = nameInTag(text, this.#kind);
      if (this.#kind === 'html') while (endsElement(name, this.#open.at(-1)?.name ?? '')) this.#close('');
      this.#open.push({ at: this.#tokens.length, name, isKept });
      this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
      this.#hold(text, 'start');
    } else {
      const inner = this.#open.at(-1);
      if (inner !== undefined && (text.startsWith('<![') || (isText(text, this.#kind) && text.trim() !== '')))
        inner.isKept = true;
      this.#hold(text, 'other');
    }
    this.#writeDecided();
    return true;
  }

  /** Takes the beginning of a token that does not end. */
  takeRest(text: string): void {
    this.#hold(text, 'other');
  }

  /** Returns what is printed since. */
  given(isLast: boolean): string {
    if (isLast) this.#write(this.#tokens.length);
    const lines = this.#lines;
    this.#lines = [];
    return lines.join('');
  }

  #end(text: string): boolean {
    const name = nameInTag(text, this.#kind);
    if (this.#open.at(-1)?.name !== name) {
      if (this.#kind === 'xml') return false;
      if ((this.#names.get(name) ?? 0) === 0) {
        this.#hold(text, 'other');
        return true;
      }
      // Browsers end what is in between, such as the items of a list.
      while (this.#open.at(-1)?.name !== name) this.#close('');
    }
    this.#close(text);
    return true;
  }

  #close(text: string): void {
    const inner = this.#open.pop();
    this.#hold(text, 'end');
    if (inner === undefined) return;
    this.#names.set(inner.name, (this.#names.get(inner.name) ?? 1) - 1);
    this.#written = Math.min(this.#written, this.#open.length);
    if (inner.at < 0) return;
    const length = this.#tokens.length - inner.at;
    // Between its tags may be nothing, or blanks that are its text.
    const isShort = length === 2 || (length === 3 && isText(this.#tokens.at(-2)?.text ?? '', this.#kind));
    const start = this.#tokens[inner.at];
    if (start !== undefined && (inner.isKept || isShort)) start.length = length;
  }

  #hold(text: string, kind: Token['kind']): void {
    this.#tokens.push({ text, kind });
    this.#size += text.length;
  }

  /** Writes the tokens of which is known how they are written. */
  #writeDecided(): void {
    if (this.#written === this.#open.length) this.#write(this.#tokens.length);
    else if (this.#size > this.#bounds.held) {
      const kept = this.#open.slice(this.#written).find(({ isKept }) => isKept) ?? this.#open.at(-1);
      const count = kept?.at ?? 0;
      if (count > 0) this.#write(count);
      else if (this.#size > this.#bounds.element) this.#write(this.#tokens.length);
    }
  }

  #write(count: number): void {
    for (let at = 0; at < count; at++) {
      const { text, kind, length } = this.#tokens[at] ?? { text: '', kind: 'other' };
      if (length !== undefined) {
        const all = this.#tokens.slice(at, at + length).map((one) => one.text);
        this.#writeLine(all.join(''));
        at += length - 1;
      } else if (kind === 'end') {
        this.#depth--;
        if (text !== '') this.#writeLine(text);
      } else if (kind === 'start') {
        this.#writeLine(text);
        this.#depth++;
      } else if (text.trim() !== '') this.#writeLine(isText(text, this.#kind) ? text.trim() : text);
    }
    this.#tokens = this.#tokens.slice(count);
    this.#size = this.#tokens.reduce((size, { text }) => size + text.length, 0);
    for (let index = this.#written; index < this.#open.length; index++) {
      const one = this.#open[index];
      if (one === undefined) break;
      one.at = Math.max(-1, one.at - count);
      if (one.at < 0) this.#written = index + 1;
    }
  }

  #writeLine(text: string): void {
    const isOnOwn = this.#count++ < this.#bounds.lines;
    const indent = isOnOwn ? '  '.repeat(Math.max(0, Math.min(this.#depth, 100))) : '';
    this.#lines.push(this.#count > 1 && isOnOwn ? `\n${indent}${text}` : `${indent}${text}`);
  }
}
