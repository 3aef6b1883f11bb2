import type { Span } from '@rulebook/text/span';

/** A value that a script takes from the response, or that is in it. */
export type ScriptValue =
  | { readonly kind: 'body'; readonly path: string }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'status' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null };

/** What a statement does, as far as Rulebook can do it without running the script. */
export type ScriptStep = (
  | { readonly kind: 'set'; readonly name: string; readonly value: ScriptValue }
  | { readonly kind: 'assert'; readonly text: string }
) & {
  readonly span: Span;
  /** It is in `client.test`, and goes only with all of it. */
  readonly isInTest?: true;
};

/** A script, of which nothing was run. */
export interface SimpleScript {
  readonly steps: readonly ScriptStep[];
  /** Every statement is among the steps, or only names what they take. */
  readonly isComplete: boolean;
}

/**
 * Reads the statements of a script after a response: `client.global.set`, names for parts of the response, `client.assert` of simple comparisons, and
 * `client.test` around these. Spans count from the start of the code.
 */
export function readSimpleScript(code: string): SimpleScript {
  const tokens = tokensOf(code);
  if (tokens === undefined) return { steps: [], isComplete: false };
  const reader = new ScriptReader(tokens);
  const steps = reader.statements(tokens.length);
  return { steps, isComplete: reader.isComplete };
}

interface ScriptToken extends Span {
  readonly kind: 'word' | 'string' | 'number' | 'sign';
  /** The word, the sign, or the value of the string. */
  readonly text: string;
  /** A line end is in front of it. */
  readonly isFirst: boolean;
}

const tokenForm =
  /(?<blank>\s+|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)|(?<word>[A-Za-z_$][\w$]*)|(?<number>\d+(?:\.\d+)?)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\\$]*`)|(?<sign>===|!==|==|!=|<=|>=|=>|&&|\|\||\?\.|[-+*/%&|^!~<>=?:.,;()[\]{}])/y;

/** Returns the tokens; undefined for what is none, as a regular expression. */
function tokensOf(code: string): ScriptToken[] | undefined {
  const tokens: ScriptToken[] = [];
  let isFirst = true;
  for (let at = 0; at < code.length;) {
    tokenForm.lastIndex = at;
    const match = tokenForm.exec(code);
    if (match?.groups === undefined) return undefined;
    const { blank, word, number, string, sign } = match.groups;
    const [found] = match;
    const end = at + found.length;
    if (blank !== undefined) isFirst ||= found.includes('\n');
    else {
      const kind =
        word !== undefined ? 'word' : number !== undefined ? 'number' : string !== undefined ? 'string' : 'sign';
      const text = string === undefined ? (word ?? number ?? sign ?? '') : textOfLiteral(string);
      if (text === undefined) return undefined;
      tokens.push({ kind, text, isFirst, start: at, end });
      isFirst = false;
    }
    at = end;
  }
  return tokens;
}

/** Returns the value of a string without unusual escapes. */
function textOfLiteral(source: string): string | undefined {
  const inner = source.slice(1, -1);
  return /\\(?!["'\\])/.test(inner) ? undefined : inner.replace(/\\(.)/g, '$1');
}

const operators: Readonly<Record<string, string>> = {
  '===': '==',
  '==': '==',
  '!==': '!=',
  '!=': '!=',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
};

class ScriptReader {
  isComplete = true;
  readonly #tokens: readonly ScriptToken[];
  readonly #known = new Map<string, ScriptValue>();
  #at = 0;

  constructor(tokens: readonly ScriptToken[]) {
    this.#tokens = tokens;
  }

  /** Reads the statements up to a token; what is not understood is left out, and then the script is not complete. */
  statements(end: number): ScriptStep[] {
    const steps: ScriptStep[] = [];
    while (this.#at < end) {
      const start = this.#at;
      const found = this.#statement(end);
      if (found !== undefined && this.#endsStatement(end)) {
        steps.push(...found);
        continue;
      }
      this.isComplete = false;
      this.#at = start;
      this.#skipStatement(end);
    }
    return steps;
  }

  #statement(end: number): readonly ScriptStep[] | undefined {
    if (this.#take(';')) return [];
    const first = this.#tokens[this.#at];
    if (first === undefined) return undefined;
    if (['const', 'let', 'var'].includes(first.text)) return this.#definition();
    if (first.text !== 'client') return undefined;
    this.#at++;
    if (this.#takeAll('.', 'global', '.', 'set', '(')) return this.#set(first.start);
    if (this.#takeAll('.', 'assert', '(')) return this.#assert(first.start);
    if (this.#takeAll('.', 'test', '(')) return this.#test(end);
    return undefined;
  }

  #definition(): readonly ScriptStep[] | undefined {
    this.#at++;
    if (this.#take('{')) {
      const names: string[] = [];
      for (let name = this.#word(); name !== undefined; name = this.#take(',') ? this.#word() : undefined)
        names.push(name);
      if (!this.#takeAll('}', '=')) return undefined;
      const value = this.#value();
      if (value?.kind !== 'body') return undefined;
      for (const name of names) this.#known.set(name, { kind: 'body', path: value.path + member(name) });
      return [];
    }
    const name = this.#word();
    if (name === undefined || !this.#take('=')) return undefined;
    const value = this.#value();
    if (value === undefined) return undefined;
    this.#known.set(name, value);
    return [];
  }

  #set(start: number): readonly ScriptStep[] | undefined {
    const name = this.#string();
    if (name === undefined || !this.#take(',')) return undefined;
    const value = this.#value();
    const end = this.#take(')');
    return value === undefined || end === undefined || value.kind === 'status'
      ? undefined
      : [{ kind: 'set', name, value, span: { start, end: end.end } }];
  }

  #assert(start: number): readonly ScriptStep[] | undefined {
    const left = this.#value();
    const sign = this.#tokens[this.#at];
    const operator = sign?.kind === 'sign' ? operators[sign.text] : undefined;
    if (left === undefined || left.kind === 'literal' || operator === undefined) return undefined;
    this.#at++;
    const right = this.#value();
    if (right?.kind !== 'literal') return undefined;
    if (this.#take(',') && this.#string() === undefined) return undefined;
    const end = this.#take(')');
    const subject = subjectOf(left);
    return end === undefined || subject === undefined
      ? undefined
      : [
          {
            kind: 'assert',
            text: `${subject} ${operator} ${JSON.stringify(right.value)}`,
            span: { start, end: end.end },
          },
        ];
  }

  /** Reads `client.test("…", function () { … })`; what is in it counts by itself only if all of it is understood. */
  #test(end: number): readonly ScriptStep[] | undefined {
    if (this.#string() === undefined || !this.#take(',')) return undefined;
    const isArrow = this.#take('function') === undefined;
    if (!this.#takeAll('(', ')') || (isArrow && !this.#take('=>')) || !this.#take('{')) return undefined;
    const close = this.#closing(end);
    if (close === undefined) return undefined;
    const wasComplete = this.isComplete;
    this.isComplete = true;
    const steps = this.statements(close);
    const isUnderstood = this.isComplete;
    this.isComplete = wasComplete;
    if (!isUnderstood || !this.#take('}')) return undefined;
    return this.#take(')') && steps.map((step) => ({ ...step, isInTest: true as const }));
  }

  /** Returns the index of the bracket that closes the one before the current token. */
  #closing(end: number): number | undefined {
    let depth = 1;
    for (let at = this.#at; at < end; at++) {
      const token = this.#tokens[at];
      if (token?.kind !== 'sign') continue;
      if (/^[({[]$/.test(token.text)) depth++;
      else if (/^[)}\]]$/.test(token.text) && --depth === 0) return at;
    }
    return undefined;
  }

  #value(): ScriptValue | undefined {
    const first = this.#tokens[this.#at];
    if (first === undefined) return undefined;
    this.#at++;
    const value = this.#valueFrom(first);
    // A longer expression would have to be computed.
    const next = this.#tokens[this.#at];
    const isOver = next === undefined || /^(?:[,;)]|[=!]==?|[<>]=?)$/.test(next.text) || next.isFirst;
    return isOver ? value : undefined;
  }

  #valueFrom(first: ScriptToken): ScriptValue | undefined {
    if (first.kind === 'string') return { kind: 'literal', value: first.text };
    if (first.kind === 'number') return { kind: 'literal', value: Number(first.text) };
    if (first.kind !== 'word') return undefined;
    if (first.text === 'true' || first.text === 'false') return { kind: 'literal', value: first.text === 'true' };
    if (first.text === 'null') return { kind: 'literal', value: null };
    if (first.text === 'response') return this.#response();
    const known = this.#known.get(first.text);
    return known?.kind === 'body' ? { kind: 'body', path: known.path + this.#members() } : known;
  }

  #response(): ScriptValue | undefined {
    if (!this.#take('.')) return undefined;
    const part = this.#word();
    if (part === 'status' || part === 'statusCode') return { kind: 'status' };
    if (part === 'body' || part === 'parsedBody') return { kind: 'body', path: `$${this.#members()}` };
    if (part !== 'headers' || !this.#take('.')) return undefined;
    const which = this.#word();
    if ((which !== 'valueOf' && which !== 'valuesOf') || !this.#take('(')) return undefined;
    const name = this.#string();
    if (name === undefined || !/^[\w-]+$/.test(name) || !this.#take(')')) return undefined;
    if (which === 'valuesOf' && !this.#takeAll('[', '0', ']')) return undefined;
    return { kind: 'header', name };
  }

  /** Reads members and items as a part of a JSONPath; stops in front of anything else. */
  #members(): string {
    let path = '';
    for (;;) {
      const start = this.#at;
      let part: string | undefined;
      if (this.#take('.') ?? this.#take('?.')) {
        const name = this.#word();
        part = name === undefined ? undefined : member(name);
      } else if (this.#take('[')) {
        const key = this.#tokens[this.#at++];
        const isClosed = this.#take(']') !== undefined;
        if (isClosed && key?.kind === 'number' && /^\d+$/.test(key.text)) part = `[${key.text}]`;
        else if (isClosed && key?.kind === 'string' && !/['"\\{}]/.test(key.text)) part = member(key.text);
      }
      // A call computes something else.
      if (part === undefined || this.#tokens[this.#at]?.text === '(') {
        this.#at = start;
        return path;
      }
      path += part;
    }
  }

  #word(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word') return undefined;
    this.#at++;
    return token.text;
  }

  #string(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'string') return undefined;
    this.#at++;
    return token.text;
  }

  #take(text: string): ScriptToken | undefined {
    const token = this.#tokens[this.#at];
    if (token?.text !== text || token.kind === 'string') return undefined;
    this.#at++;
    return token;
  }

  #takeAll(...texts: readonly string[]): boolean {
    const start = this.#at;
    if (texts.every((text) => this.#take(text) !== undefined)) return true;
    this.#at = start;
    return false;
  }

  #endsStatement(end: number): boolean {
    if (this.#at >= end || this.#take(';') !== undefined) return true;
    return this.#tokens[this.#at]?.isFirst === true;
  }

  #skipStatement(end: number): void {
    let depth = 0;
    for (; this.#at < end; this.#at++) {
      const token = this.#tokens[this.#at];
      if (token?.kind !== 'sign') continue;
      if (/^[({[]$/.test(token.text)) depth++;
      else if (/^[)}\]]$/.test(token.text)) depth--;
      else if (token.text === ';' && depth <= 0) break;
      if (depth <= 0 && this.#tokens[this.#at + 1]?.isFirst === true) break;
    }
    this.#at++;
  }
}

function member(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;
}

/** Returns what an assert calls the value. */
function subjectOf(value: ScriptValue): string | undefined {
  switch (value.kind) {
    case 'status':
      return 'status';
    case 'body':
      return value.path === '$' ? undefined : value.path;
    case 'header':
      return `header ${value.name}`;
    case 'literal':
      return undefined;
  }
}
