import { parseExpression, type Expression } from './expressions';

/** The operators of a simple condition that compare two values. */
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** A simple condition: literals, runtime expressions and operators. */
export type Condition =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'value'; readonly expression: Expression; readonly text: string }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Condition; readonly right: Condition };

interface Token {
  readonly type: 'operator' | 'literal' | 'expression' | 'end';
  readonly text: string;
  readonly value?: string | number | boolean | null;
}

const deepest = 100;

const piece =
  /\s*(?:(&&|\|\||[=!<>]=|[<>!()])|'((?:[^']|'')*)'|"([^"]*)"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w$])|(true|false|null)\b|(\$(?:[^\s()=!<>&|,'"]|\{\$[^}]*\})+)|\{(\$[^{}]+)\})/y;

/** Reads a simple condition, or says in a sentence why it cannot be read. */
export function parseCondition(text: string): Condition | { readonly problem: string } {
  const tokens = tokensOf(text);
  if ('problem' in tokens) return tokens;
  try {
    const parser = new Parser(tokens);
    const condition = parser.either(0);
    const rest = parser.next;
    return rest.type === 'end' ? condition : { problem: `The condition ends before \`${rest.text}\`.` };
  } catch (error) {
    if (error instanceof ConditionProblem) return { problem: error.message };
    throw error;
  }
}

class ConditionProblem extends Error {}

function tokensOf(text: string): readonly Token[] | { readonly problem: string } {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (piece.lastIndex = 0; piece.lastIndex < end;) {
    const at = piece.lastIndex;
    const match = piece.exec(text);
    if (match === null)
      return { problem: `The condition cannot be read from \`${text.slice(at).trim().slice(0, 40)}\` on.` };
    const [, operator, single, double, number, word, expression, braced] = match;
    const written = match[0].trim();
    if (operator !== undefined) tokens.push({ type: 'operator', text: operator });
    else if (single !== undefined) tokens.push({ type: 'literal', text: written, value: single.replaceAll("''", "'") });
    else if (double !== undefined) tokens.push({ type: 'literal', text: written, value: double });
    else if (number !== undefined) tokens.push({ type: 'literal', text: written, value: Number(number) });
    else if (word !== undefined)
      tokens.push({ type: 'literal', text: word, value: word === 'null' ? null : word === 'true' });
    else tokens.push({ type: 'expression', text: expression ?? braced ?? '' });
  }
  return [...tokens, { type: 'end', text: 'the end' }];
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get next(): Token {
    return this.#tokens[this.#at] ?? { type: 'end', text: 'the end' };
  }

  either(depth: number): Condition {
    let left = this.#both(depth);
    while (this.#takes('||')) left = { kind: 'or', left, right: this.#both(depth) };
    return left;
  }

  #both(depth: number): Condition {
    let left = this.#compared(depth);
    while (this.#takes('&&')) left = { kind: 'and', left, right: this.#compared(depth) };
    return left;
  }

  #compared(depth: number): Condition {
    const left = this.#single(depth);
    for (const operator of ['==', '!=', '<=', '>=', '<', '>'] as const)
      if (this.#takes(operator)) return { kind: 'compare', operator, left, right: this.#single(depth) };
    return left;
  }

  #single(depth: number): Condition {
    if (depth > deepest) throw new ConditionProblem('The condition has too many brackets in each other.');
    if (this.#takes('!')) return { kind: 'not', of: this.#single(depth + 1) };
    if (this.#takes('(')) {
      const inner = this.either(depth + 1);
      if (!this.#takes(')')) throw new ConditionProblem('A bracket of the condition is not closed; add `)`.');
      return inner;
    }
    const token = this.next;
    this.#at++;
    if (token.type === 'literal' && token.value !== undefined) return { kind: 'literal', value: token.value };
    if (token.type === 'expression') {
      const expression = parseExpression(token.text);
      if ('problem' in expression) throw new ConditionProblem(expression.problem);
      return { kind: 'value', expression, text: token.text };
    }
    throw new ConditionProblem(
      `The condition needs a value in place of ${token.type === 'end' ? 'its end' : `\`${token.text}\``}.`,
    );
  }

  #takes(operator: string): boolean {
    if (this.next.type !== 'operator' || this.next.text !== operator) return false;
    this.#at++;
    return true;
  }
}

/** Returns the expressions of a condition. */
export function expressionsOf(condition: Condition): readonly { expression: Expression; text: string }[] {
  if (condition.kind === 'value') return [condition];
  if (condition.kind === 'literal') return [];
  if (condition.kind === 'not') return expressionsOf(condition.of);
  return [...expressionsOf(condition.left), ...expressionsOf(condition.right)];
}
