import { count } from '@rulebook/text/count';
import type { Effect, LosingAction, RequestPlan } from './plan';

/** Returns whether something of a body is known only when it is sent. */
export function isOpenBody(body: RequestPlan['body']): boolean {
  if (body === undefined) return false;
  return body.kind !== 'text' || body.segments.some((segment) => typeof segment !== 'string');
}

/** Returns what lines destroy of which nothing but their text is known: those that consist of such an action. */
export function lossesOfLines(text: string, losing: readonly LosingAction[]): readonly Effect[] {
  const names = [...text.matchAll(/^[ \t]*\{[ \t]*"(\w+)"[ \t]*:[ \t]*\{[^{}\n]*\}[ \t]*\}[ \t\r]*$/gm)].map(
    ([, name]) => name,
  );
  return losing.flatMap((one) => lossOfActions(one, names.filter((name) => name === one.name).length));
}

/** Returns what a number of such actions destroys. */
export function lossOfActions({ noun, provenance }: LosingAction, number: number): readonly Effect[] {
  return number === 0 ? [] : [{ kind: 'loss', message: `Deletes ${count(number, noun)}.`, provenance }];
}
