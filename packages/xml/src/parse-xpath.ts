import { axes, type Axis, type BinaryOperator, type Expression, type NodeTest, type Step } from './xpath-expression';
import { xpathFunctions } from './xpath-functions';

/** In UTF-16 code units. */
const longest = 2000;
/** How deeply parentheses and brackets may be nested. */
const deepest = 40;

interface Token {
  readonly kind: 'sign' | 'number' | 'text' | 'name' | 'end';
  readonly text: string;
}

/** Why an XPath cannot be read: what was expected, and what is there. */
export class XpathProblem {
  constructor(
    /** A sentence. */
    readonly message: string,
  ) {}
}

/** Reads an XPath 1.0; a problem where that is not possible. */
export function parseXpath(text: string): Expression | XpathProblem {
  if (text.length > longest) return new XpathProblem('The XPath is very long.');
  const tokens = tokensOf(text);
  if (tokens instanceof XpathProblem) return tokens;
  try {
    return new Parser(tokens).read();
  } catch (problem) {
    if (problem instanceof XpathProblem) return problem;
    throw problem;
  }
}

function tokensOf(text: string): readonly Token[] | XpathProblem {
  // Here, since classes of Unicode take V8 a long time to read.
  const token =
    /\s*(?:(\.\.|::|\/\/|!=|<=|>=|[()[\].@,/|+\-=<>*$])|(\d+(?:\.\d*)?|\.\d+)|("[^"]*"|'[^']*')|([\p{L}_][\p{L}\p{N}_.\-\u00b7]*(?::(?:\*|[\p{L}_][\p{L}\p{N}_.\-\u00b7]*)(?!:))?))/uy;
  const found: Token[] = [];
  for (let at = 0; text.slice(at).trim() !== ''; at = token.lastIndex) {
    // A dot in front of a digit begins a number.
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null)
      return new XpathProblem(`The XPath cannot be read from \`${text.slice(at).trim().slice(0, 20)}\` on.`);
    const [, sign, number, quoted, name] = match;
    if (sign === '.' && /^\d/.test(text.slice(token.lastIndex))) {
      const [digits = ''] = /^\d+/.exec(text.slice(token.lastIndex)) ?? [];
      token.lastIndex += digits.length;
      found.push({ kind: 'number', text: `.${digits}` });
    } else if (sign !== undefined) found.push({ kind: 'sign', text: sign });
    else if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (quoted !== undefined) found.push({ kind: 'text', text: quoted.slice(1, -1) });
    else found.push({ kind: 'name', text: name ?? '' });
  }
  return found;
}

/** The operators, those that bind least first. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<=', '<', '>=', '>'],
  ['+', '-'],
  ['*', 'div', 'mod'],
];

const anyNode: Step = { axis: 'descendant-or-self', test: { of: 'kind', kind: 'node' }, predicates: [] };

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  read(): Expression {
    const found = this.#level(0);
    if (this.#next.kind !== 'end') this.#fail('an operator');
    return found;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #ahead(by: number): string {
    return this.#tokens[this.#at + by]?.text ?? '';
  }

  #fail(expected: string): never {
    const { kind, text } = this.#next;
    throw new XpathProblem(
      kind === 'end'
        ? `The XPath ends too early: expected ${expected}.`
        : `The XPath cannot be read at \`${text.slice(0, 20)}\`: expected ${expected}.`,
    );
  }

  #isSign(text: string): boolean {
    return this.#next.kind === 'sign' && this.#next.text === text;
  }

  #takes(text: string): boolean {
    const isThere = this.#isSign(text);
    if (isThere) this.#at++;
    return isThere;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) this.#fail(`\`${text}\``);
  }

  #level(level: number): Expression {
    const operators = levels[level];
    if (operators === undefined) return this.#negative();
    if (level === 0 && ++this.#depth > deepest) throw new XpathProblem('The XPath is nested too deeply.');
    let left = this.#level(level + 1);
    for (;;) {
      const { kind, text } = this.#next;
      const operator = kind === 'sign' || kind === 'name' ? operators.find((one) => one === text) : undefined;
      if (operator === undefined) break;
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#level(level + 1) };
    }
    if (level === 0) this.#depth--;
    return left;
  }

  #negative(): Expression {
    let count = 0;
    while (this.#takes('-')) count++;
    let found = this.#path();
    while (this.#takes('|')) found = { kind: 'binary', operator: '|', left: found, right: this.#path() };
    return count === 0
      ? found
      : count % 2 === 1
        ? { kind: 'negative', of: found }
        : { kind: 'negative', of: { kind: 'negative', of: found } };
  }

  #path(): Expression {
    if (this.#takes('//'))
      return { kind: 'path', from: 'document', predicates: [], steps: [anyNode, ...this.#steps()] };
    if (this.#takes('/')) {
      const steps = this.#beginsStep() ? this.#steps() : [];
      return { kind: 'path', from: 'document', predicates: [], steps };
    }
    const from = this.#primary();
    if (from === undefined) return { kind: 'path', from: 'node', predicates: [], steps: this.#steps() };
    const predicates = this.#predicates();
    const steps: Step[] = [];
    if (this.#takes('//')) steps.push(anyNode, ...this.#steps());
    else if (this.#takes('/')) steps.push(...this.#steps());
    return predicates.length === 0 && steps.length === 0 ? from : { kind: 'path', from, predicates, steps };
  }

  /** Reads what a path may begin with besides a step; undefined for a step. */
  #primary(): Expression | undefined {
    const { kind, text } = this.#next;
    if (kind === 'number' || kind === 'text') {
      this.#at++;
      return { kind: 'literal', value: kind === 'number' ? Number(text) : text };
    }
    if (this.#takes('(')) {
      const found = this.#level(0);
      this.#expect(')');
      return found;
    }
    if (this.#isSign('$'))
      throw new XpathProblem('An XPath has no variables of its own. Write `{{name}}` in place of `$name`.');
    if (kind !== 'name' || this.#ahead(1) !== '(' || isKind(text)) return undefined;
    this.#at += 2;
    return this.#call(text);
  }

  #call(name: string): Expression {
    const known = xpathFunctions.get(name);
    if (known === undefined) throw new XpathProblem(`XPath 1.0 has no function \`${name.slice(0, 40)}\`.`);
    const given: Expression[] = [];
    if (!this.#takes(')')) {
      do given.push(this.#level(0));
      while (this.#takes(','));
      this.#expect(')');
    }
    const { least, most } = known;
    if (given.length < least || given.length > most)
      throw new XpathProblem(`The function \`${name}\` of XPath has another number of arguments.`);
    return { kind: 'call', name, given };
  }

  #beginsStep(): boolean {
    const { kind, text } = this.#next;
    return kind === 'name' || (kind === 'sign' && ['.', '..', '@', '*'].includes(text));
  }

  #steps(): readonly Step[] {
    const steps: Step[] = [];
    for (;;) {
      steps.push(this.#step());
      if (this.#takes('//')) steps.push(anyNode);
      else if (!this.#takes('/')) return steps;
    }
  }

  #step(): Step {
    if (this.#takes('..')) return { axis: 'parent', test: { of: 'kind', kind: 'node' }, predicates: [] };
    if (this.#takes('.')) return { axis: 'self', test: { of: 'kind', kind: 'node' }, predicates: [] };
    const axis = this.#axis();
    return { axis, test: this.#test(), predicates: this.#predicates() };
  }

  #axis(): Axis {
    if (this.#takes('@')) return 'attribute';
    const { kind, text } = this.#next;
    if (kind !== 'name' || this.#ahead(1) !== '::') return 'child';
    const axis = axes.find((one) => one === text);
    if (axis === undefined) this.#fail('an axis such as `child` or `ancestor`');
    this.#at += 2;
    return axis;
  }

  #test(): NodeTest {
    if (this.#takes('*')) return { of: 'name', name: '*' };
    const { kind, text } = this.#next;
    if (kind !== 'name') this.#fail('the name of an element');
    this.#at++;
    if (!isKind(text) || !this.#takes('(')) return { of: 'name', name: text };
    const name = text === 'processing-instruction' && this.#next.kind === 'text' ? this.#next.text : undefined;
    if (name !== undefined) this.#at++;
    this.#expect(')');
    return { of: 'kind', kind: text, ...(name !== undefined && { name }) };
  }

  #predicates(): readonly Expression[] {
    const found: Expression[] = [];
    while (this.#takes('[')) {
      found.push(this.#level(0));
      this.#expect(']');
    }
    return found;
  }
}

function isKind(name: string): name is Extract<NodeTest, { of: 'kind' }>['kind'] {
  return name === 'node' || name === 'text' || name === 'comment' || name === 'processing-instruction';
}
