import type { PlanExpression } from '@rulebook/catalogue/query-plan';
import type { Span } from '@rulebook/text/span';
import { QueryFailure } from './values';

/** How often values are computed at most; a query that needs more is refused. */
const mostSteps = 5_000_000;
/** The failures that a warning lists for one expression. */
const mostFailures = 20;

/** What all commands of a query share. */
export class Evaluation {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly version: readonly [major: number, minor: number];
  readonly parameters: Parameters;
  readonly #failures = new Map<string, Set<string>>();
  readonly #notes: string[] = [];
  /** Nothing is computed yet: only names and types are looked at. */
  isTrial = true;
  #steps = 0;
  #next = 0;

  constructor(given: Pick<Evaluation, 'text' | 'now' | 'version' | 'parameters'>) {
    this.text = given.text;
    this.now = given.now;
    this.version = given.version;
    this.parameters = given.parameters;
  }

  /** Begins to compute, behind the trial. */
  begin(): void {
    this.isTrial = false;
    this.#next = 0;
    this.#failures.clear();
    this.#notes.length = 0;
  }

  /** Counts work, and ends a query that takes too much. */
  spend(count: number): void {
    this.#steps += count;
    if (this.#steps <= mostSteps) return;
    throw new QueryFailure(
      `The query computes more than ${String(mostSteps)} values, which the sandbox does not do. Filter rows first.`,
      'circuit_breaking_exception',
      429,
    );
  }

  /** Returns a part of the query as it is written. */
  written({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  /** Returns where a part of the query is, as servers say it. */
  place({ start }: Span): string {
    const lines = this.text.slice(0, start).split('\n');
    return `${String(lines.length)}:${String((lines.at(-1) ?? '').length + 1)}`;
  }

  /** Notes that an expression had no result in a row. */
  failed(span: Span, reason: string): null {
    const key = `Line ${this.place(span)}: evaluation of [${this.written(span)}] failed, treating result as null. Only first ${String(mostFailures)} failures recorded.`;
    const known = this.#failures.get(key) ?? new Set<string>();
    if (known.size < mostFailures) known.add(`Line ${this.place(span)}: ${reason}`);
    this.#failures.set(key, known);
    return null;
  }

  /** Notes something about the whole query. */
  note(text: string): void {
    this.#notes.push(text);
  }

  /** Returns what responses say in their warnings. */
  warnings(): readonly string[] {
    return [...this.#notes, ...[...this.#failures].flatMap(([key, reasons]) => [key, ...reasons])];
  }

  /** Returns the value that was handed in for a parameter. */
  parameter(name: string, span: Span): PlanExpression {
    const { byName, list } = this.parameters;
    if (name === '') {
      const found = list[this.#next++];
      if (found === undefined)
        throw this.refusal(span, `Not enough actual parameters ${String(list.length)}`, 'parsing_exception');
      return found(span);
    }
    const found = /^\d+$/.test(name) ? list[Number(name) - 1] : byName.get(name);
    if (found === undefined) throw this.refusal(span, `Unknown query parameter [${name}]`, 'parsing_exception');
    return found(span);
  }

  /** Returns the failure of a part of the query. */
  refusal(span: Span, message: string, type = 'verification_exception', rule?: string): QueryFailure {
    const line = `line ${this.place(span)}: ${message}`;
    return new QueryFailure(type === 'verification_exception' ? `Found 1 problem\n${line}` : line, type, 400, rule);
  }
}

/** The values of parameters, each of which is put where it is asked for. */
export interface Parameters {
  readonly list: readonly ((span: Span) => PlanExpression)[];
  readonly byName: ReadonlyMap<string, (span: Span) => PlanExpression>;
}

/** Why several things fail always in the same words. */
export const severalValues = 'java.lang.IllegalArgumentException: single-value function encountered multi-value';
