import type { Span } from '@rulebook/text/span';

/** A step of a path into a body: the name of a member, or any item of a list. */
export type PathStep =
  | { readonly kind: 'item' }
  | { readonly kind: 'member'; readonly name: string; readonly span: Span };

/** A path into a body as it is written: `$.items[0].id` or `.items[0]?.id`. */
export interface ReadPath {
  readonly steps: readonly PathStep[];
  /** Where it ends in its text. */
  readonly end: number;
}

const step =
  /\s?\??\.?(?:([A-Za-z_\u0080-\uffff][\w$\u0080-\uffff-]*)|\[(?:\s*(-?\d+|\*)\s*|\s*'([^'\\]*)'\s*|\s*"([^"\\]*)"\s*|\s*\?[^\]]*)\])/y;
const scriptStep =
  /\s*(?:\??\.([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)|(?:\?\.)?\[\s*(?:(\d+|[A-Za-z_$][\w$]*)|'([^'\\]*)'|"([^"\\]*)")\s*\])/y;

/** Reads the steps of a JSONPath, behind its `$`, from an offset on; undefined where it goes anywhere (`..`, `*`). */
export function readJsonPath(text: string, from: number): ReadPath | undefined {
  if (text.charAt(from) !== '$') return undefined;
  const read = readSteps(text, from + 1, step);
  return /^\s*(?:\.\.|\.\*|\[)/.test(text.slice(read.end)) ? undefined : read;
}

/** Reads the steps behind an expression of JavaScript. What is called is not a member. */
export function readScriptPath(text: string, from: number): ReadPath {
  const { steps, end } = readSteps(text, from, scriptStep);
  const isCalled = /^\s*(?:\?\.)?\(/.test(text.slice(end));
  return { steps: isCalled || lengthOf(steps) ? steps.slice(0, -1) : steps, end };
}

/** Returns the elements on the way of a path, the last one for the whole path: `$`, `$.items`, `$.items[]`, `$.items[].id`. */
export function elementsOn(steps: readonly PathStep[]): readonly string[] {
  let at = '$';
  return [at, ...steps.map((one) => (at += one.kind === 'item' ? '[]' : `.${one.name}`))];
}

function lengthOf(steps: readonly PathStep[]): boolean {
  const last = steps.at(-1);
  return last?.kind === 'member' && last.name === 'length';
}

function readSteps(text: string, from: number, expression: RegExp): ReadPath {
  const steps: PathStep[] = [];
  let end = from;
  for (;;) {
    expression.lastIndex = end;
    const found = expression.exec(text);
    if (found === null) return { steps, end };
    end = expression.lastIndex;
    const [written, plain, index, single, double] = found;
    const name = plain ?? single ?? double;
    if (name === undefined || index !== undefined) {
      steps.push({ kind: 'item' });
      continue;
    }
    const start = found.index + written.lastIndexOf(name);
    steps.push({ kind: 'member', name, span: { start, end: start + name.length } });
  }
}
