import type { Span } from '@rulebook/text/span';

/** A command of a script that sends a request. */
export interface ScriptCommand {
  /** From its program to its last word in front of a redirection. */
  readonly span: Span;
  /** The commands whose output is in its words, and the expressions of other languages; their values are unknown. */
  readonly unknown: readonly Span[];
}

/** Programs that send one request a call. */
const programs = /^(?:curl|gh|http|https|xh|xhs)$/;
/** Words in front of a command. */
const introductions = /^(?:if|then|elif|else|while|until|do|time|sudo|exec|command|env|!|\{|[A-Za-z_]\w*\+?=[^]*)$/;

/** Finds the commands of a script for a POSIX shell that send requests, also those whose output is taken. Nothing is run. */
export function commandsIn(script: string): readonly ScriptCommand[] {
  const scanner = new Scanner(script);
  scanner.scan(undefined);
  return scanner.found.sort((a, b) => a.span.start - b.span.start);
}

/** Reads a script once, from its start to its end. */
class Scanner {
  readonly found: ScriptCommand[] = [];
  readonly #text: string;
  #at = 0;
  /** The words that end the documents which begin below this line. */
  #documents: { readonly word: string; readonly isIndented: boolean }[] = [];
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads commands up to a sign, and takes the sign. */
  scan(close: ')' | '`' | undefined): void {
    if (++this.#depth > 40) this.#at = this.#text.length;
    const text = this.#text;
    let command: { start: number; end: number; unknown: Span[]; isSender: boolean; isCut: boolean } | undefined;
    const finish = (): void => {
      if (command?.isSender === true)
        this.found.push({ span: { start: command.start, end: command.end }, unknown: command.unknown });
      command = undefined;
    };
    while (this.#at < text.length) {
      const sign = text[this.#at] ?? '';
      if (sign === close) {
        this.#at++;
        break;
      }
      if (sign === '\n') {
        finish();
        this.#at++;
        this.#skipDocuments();
      } else if (sign === '\\' && /^\\\r?\n/.test(text.slice(this.#at, this.#at + 3)))
        this.#at = text.indexOf('\n', this.#at) + 1;
      else if (/\s/.test(sign)) this.#at++;
      else if (/[;&|)]/.test(sign)) {
        finish();
        this.#at++;
      } else if (sign === '(') {
        finish();
        this.#at++;
        this.scan(')');
      } else if (sign === '#') this.#at = this.#lineEnd();
      else if (sign === '<' || sign === '>') {
        if (command) command.isCut = true;
        this.#readRedirection();
      } else {
        const start = this.#at;
        const unknown = this.#readWord(close);
        const word = text.slice(start, this.#at);
        if (command === undefined) {
          const isPrompt = /^[$%]$/.test(word) && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 80), start));
          if (!introductions.test(word) && !isPrompt)
            command = { start, end: this.#at, unknown: [], isSender: programs.test(word), isCut: false };
        } else if (!command.isCut) {
          command.end = this.#at;
          command.unknown.push(...unknown);
        }
      }
    }
    finish();
    this.#depth--;
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #readRedirection(): void {
    const rest = this.#text.slice(this.#at, this.#at + 120);
    const [document, dash, , word] = /^<<(-?)[ \t]*(["']?)([\w.-]+)\2/.exec(rest) ?? [];
    if (document !== undefined && word !== undefined && !rest.startsWith('<<<')) {
      this.#documents.push({ word, isIndented: dash === '-' });
      this.#at += document.length;
      return;
    }
    this.#at += /^(?:<<<|[<>]\(|>>|[<>]&[\d-]?|[<>])/.exec(rest)?.[0].length ?? 1;
    if (this.#text[this.#at - 1] === '(') this.scan(')');
  }

  /** Skips the documents that begin here. */
  #skipDocuments(): void {
    for (const { word, isIndented } of this.#documents) {
      while (this.#at < this.#text.length) {
        const end = this.#lineEnd();
        const line = this.#text.slice(this.#at, end).replace(/\r$/, '');
        this.#at = Math.min(end + 1, this.#text.length);
        if ((isIndented ? line.trimStart() : line.trim()) === word) break;
      }
    }
    this.#documents = [];
  }

  /** Reads a word, and returns what of it is unknown. */
  #readWord(close: string | undefined): readonly Span[] {
    const text = this.#text;
    const unknown: Span[] = [];
    while (this.#at < text.length) {
      const sign = text[this.#at] ?? '';
      if (/[\s;&|()<>]/.test(sign) || sign === close) break;
      if (sign === "'") this.#skipTo("'");
      else if (sign === '"') this.#readDouble(unknown);
      else this.#readPiece(unknown);
    }
    return unknown;
  }

  #skipTo(sign: string): void {
    const end = this.#text.indexOf(sign, this.#at + 1);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #readDouble(unknown: Span[]): void {
    this.#at++;
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] === '"') {
        this.#at++;
        return;
      }
      this.#readPiece(unknown);
    }
  }

  /** Reads a sign that means the same with and without quotation marks around it. */
  #readPiece(unknown: Span[]): void {
    const text = this.#text;
    const start = this.#at;
    const rest = text.slice(start, start + 3);
    if (rest.startsWith('\\')) this.#at += 2;
    else if (rest === '${{') {
      const end = text.indexOf('}}', start);
      this.#at = end < 0 ? text.length : end + 2;
      unknown.push({ start, end: this.#at });
    } else if (rest.startsWith('${')) {
      const end = text.indexOf('}', start);
      this.#at = end < 0 ? text.length : end + 1;
      if (!/^\$\{\w+\}$/.test(text.slice(start, this.#at))) unknown.push({ start, end: this.#at });
    } else if (rest === '$((') {
      const end = text.indexOf('))', start);
      this.#at = end < 0 ? text.length : end + 2;
      unknown.push({ start, end: this.#at });
    } else if (rest.startsWith('$(')) {
      this.#at += 2;
      this.scan(')');
      unknown.push({ start, end: this.#at });
    } else if (rest.startsWith('`')) {
      this.#at++;
      this.scan('`');
      unknown.push({ start, end: this.#at });
    } else this.#at++;
  }
}
