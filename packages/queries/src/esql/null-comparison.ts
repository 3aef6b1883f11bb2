import { hasSince, isOtherProduct } from './functions';
import type { Expression } from './model';
import type { Place } from './place';

/** A comparison. */
export interface Sides {
  readonly left: Expression;
  readonly right: Expression;
  readonly operator: string;
}

/** The version that refuses to compare with `NULL`, and the next that was asked, which does not. */
const refusingNull = [8, 19] as const;
const takingNull = [9, 5] as const;

/** Reports a comparison with `NULL`, which finds nothing; 8.19 refuses it when it runs the query, unless both sides are `NULL`. */
export function reportNull({ left, right, operator }: Sides, isBoth: boolean, { context, report, text }: Place): void {
  const { version } = context;
  const isRefusing = !isOtherProduct(context) && !isBoth;
  const isRefused = isRefusing && version?.[0] === refusingNull[0] && version[1] >= refusingNull[1];
  const isTaken = !isRefusing || hasSince(takingNull, version) === true;
  if (operator === 'IN' && !isRefused) return;
  const value = right.kind === 'literal' && right.type === 'null' ? left : right;
  const asked = operator === '!=' ? 'IS NOT NULL' : 'IS NULL';
  const isEquality = operator === '==' || operator === '!=';
  const advice = isEquality || operator === 'IN' ? ` Write \`${asked}\`.` : ' Leave it out.';
  const meant = `${text.slice(value.span.start, value.span.end)} ${asked}`;
  report({
    kind: isRefused ? 'type' : 'ineffective',
    message: isRefused
      ? `Version 8.19 refuses to compare with \`NULL\` when it runs the query.${advice}`
      : `A comparison with \`NULL\` is never true${isTaken ? '' : ', and version 8.19 refuses it'}.${advice}`,
    span: { start: left.span.start, end: right.span.end },
    isRefused,
    ...(isEquality && { meant }),
  });
}
