import { nodeAt } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { cursorMark } from '@rulebook/description/text-place';
import { requestTextOf } from '../arazzo/check-steps';
import { createInstance } from '../arazzo/references';
import type { KnownSource, StepOperation } from '../arazzo/sources';
import { targetOf, type ExpressionPlace } from './expression-offers';

/** What can be written into a request. */
export interface RequestOffer {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly says?: string | undefined;
  /** As it is written in the request; of a member, with its name. */
  readonly newText: string;
  /** How many characters in front of the position and behind it the text replaces. */
  readonly replaces: { readonly before: number; readonly behind: number };
  readonly isDeprecated?: boolean | undefined;
}

/** The language of requests: what a request file has at a position. */
export interface RequestLanguage {
  /** Returns what can be written into a request to the service of a source description. */
  readonly complete: (text: string, offset: number, source: KnownSource) => readonly RequestOffer[];
  /** Returns what is at a position, as Markdown. */
  readonly hover: (text: string, offset: number, source: KnownSource) => string | undefined;
}

/** A step of a document as the text of a request. */
interface WrittenStep {
  readonly text: string;
  readonly bodyAt: number;
  readonly operation: StepOperation;
  readonly source: KnownSource;
}

/** Returns the step of a place as a request; undefined where it calls no operation that is known. */
export function writtenStep(place: ExpressionPlace): WrittenStep | undefined {
  const { document, sources, workflow, step } = place;
  const found = step && targetOf(step, place);
  if (workflow === undefined || step === undefined || found?.kind !== 'operation') return undefined;
  const { operation, source } = found;
  const scope = { instance: createInstance(workflow, document, sources), step };
  return { ...requestTextOf(step, operation, scope), operation, source };
}

/** Returns what can be written at the mark in the parameters or the body of a step; `isText`: the body is written as it is sent. */
export function offersInRequest(
  place: ExpressionPlace,
  language: RequestLanguage,
  isText = false,
): readonly RequestOffer[] {
  const written = writtenStep(place);
  if (written === undefined) return [];
  const { text, source } = written;
  const mark = text.includes(cursorMark) ? cursorMark : encodeURIComponent(cursorMark);
  const at = text.indexOf(mark);
  if (at === -1 || isInPath(text, at)) return [];
  // An empty string counts as no value: then numbers are offered, too.
  const isEmpty = !isText && text.slice(at - 1, at) === '"' && text.slice(at + mark.length).startsWith('"');
  const isValue = isEmpty && !/^"\s*:/.test(text.slice(at + mark.length));
  const [start, end] = isValue ? [at - 1, at + mark.length + 1] : [at, at + mark.length];
  return language.complete(text.slice(0, start) + text.slice(end), start, source);
}

/** A step of a path is offered with the path, which the operation says. */
function isInPath(text: string, at: number): boolean {
  const line = text.indexOf('\n') + 1;
  return at < text.indexOf('\n', line) && !text.slice(line, at).includes('?');
}

/** Returns what the operation of a step is, as a request's hover says it. */
export function hoverOfOperation(place: ExpressionPlace, language: RequestLanguage): string | undefined {
  const written = writtenStep(place);
  if (written === undefined) return undefined;
  const line = written.text.indexOf('\n') + 1;
  return language.hover(written.text, line, written.source);
}

/** Returns what a parameter of a step is, as a request's hover says it. */
export function hoverOfParameter(
  place: ExpressionPlace,
  name: string,
  where: string | undefined,
  language: RequestLanguage,
): string | undefined {
  const written = writtenStep(place);
  if (written === undefined) return undefined;
  const { text, operation, source } = written;
  const at = offsetOfParameter(text, operation, name, where);
  return at === -1 ? undefined : language.hover(text, at, source);
}

function offsetOfParameter(text: string, { path }: StepOperation, name: string, where: string | undefined): number {
  const line = text.indexOf('\n') + 1;
  const end = text.indexOf('\n', line);
  const target = text.slice(line, end);
  if (where === 'query') {
    const found = ['?', '&']
      .map((sign) => target.indexOf(`${sign}${encodeURIComponent(name)}=`))
      .find((at) => at !== -1);
    return found === undefined ? -1 : line + found + 1;
  }
  if (where === 'header') {
    const found = text.slice(end).toLowerCase().indexOf(`\n${name.toLowerCase()}:`);
    return found === -1 ? -1 : end + found + 1;
  }
  const index = path.split('/').findIndex((step) => step.includes(`{${name}}`));
  if (where !== 'path' || index === -1) return -1;
  const begin = target.indexOf('/');
  const steps = target.slice(begin).split('/');
  return line + begin + steps.slice(0, index).join('/').length + 1;
}

/** Returns what a member of the body of a step is, as a request's hover says it. */
export function hoverInBody(
  place: ExpressionPlace,
  path: readonly string[],
  language: RequestLanguage,
): string | undefined {
  const written = writtenStep(place);
  if (written === undefined) return undefined;
  const { text, bodyAt, source } = written;
  // As long as what it stands for, so that positions stay.
  const plain = text.slice(bodyAt).replace(/\{\{[^{}]*\}\}/g, (found) => '1'.repeat(found.length));
  let node = readJsonTree(plain).root;
  for (const step of path) node = nodeAt(node, [node?.type === 'array' ? Number(step) : step]);
  if (node === undefined) return undefined;
  const { offset } = node.parent?.type === 'property' ? (node.parent.children?.[0] ?? node) : node;
  return language.hover(text, bodyAt + offset + 1, source);
}
