import { requestLineIn } from './request-line';
import type { OpenDocument } from './documents';
import type { FeatureContext } from './feature-context';

/** A request line that is being typed, and is not finished. */
export interface TypedLine {
  /** The index of its block. */
  readonly block: number;
  readonly line: number;
  /** Counts from the start of the block. */
  readonly end: number;
  /** It does not say yet where the request goes. */
  readonly isOpen: boolean;
}

/**
 * Returns the request line in which the cursor is since its newest change, as long as no operation is known by it. What can be said about it would
 * come and go with each key. Undefined for a client that does not say when the cursor leaves a line.
 */
export function typedLineOf(
  { engine, client, optionsOf }: Pick<FeatureContext, 'engine' | 'client' | 'optionsOf'>,
  document: OpenDocument,
): TypedLine | undefined {
  const { editedLine: line, kind, file } = document;
  if (line === undefined || !client.reportsCursor || kind !== 'requests' || file.association) return undefined;
  const block = file.blocks.indexAtLine(line);
  const { text = '' } = file.blocks.at(block) ?? {};
  if (requestLineIn(file, block) !== line) return undefined;
  const start = startOfLine(text, line - file.blocks.lineOf(block));
  const end = lineEndAt(text, start);
  const target = text
    .slice(start, end)
    .trim()
    .replace(/^[A-Za-z]+(?:\s+|$)/, '');
  // A method or a word, and the beginning of a URL.
  const isBegun = /^(?:[A-Za-z][\w+.-]*(?::\/{0,2})?)?$/.test(target);
  const binding = engine.bind(file, block, optionsOf(document).context);
  if (!isBegun && binding !== undefined && isKnownByWord(binding)) return undefined;
  const isOpen = isBegun || binding?.destination.kind === 'path';
  return { block, line, end, isOpen };
}

/** Returns whether a request is to an operation by more than chance: a path of parameters alone fits whatever is typed. */
export function isKnownByWord({ match, endpoint }: NonNullable<ReturnType<FeatureContext['engine']['bind']>>): boolean {
  if (match.kind !== 'operation') return false;
  return /\/[^{/]/.test(match.operation.path) || (endpoint !== undefined && endpoint.isBuiltIn !== true);
}

function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let count = 0; count < line; count++) start = text.indexOf('\n', start) + 1;
  return start;
}

function lineEndAt(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}
