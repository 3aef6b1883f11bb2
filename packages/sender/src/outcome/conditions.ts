import { redact } from '@rulebook/catalogue/masking/masker';
import { conditionHolds } from '../asserts/evaluate-condition';
import type { PlannedCondition, Segment } from '../plan/plan';
import { refused, type Refusal } from '../refusal';
import { segmentsOf } from '../plan/segments';
import { usesOf } from '../private/private-sources';
import { explainMissing } from '../variables/explain-missing';
import { valueInIteration } from '../variables/iterations';
import { fillerPartsOf } from '../variables/request-values';
import { createFiller } from '../variables/resolve-variables';
import type { Preparing } from '../send/sending';

/** A request, and what gives the variables of its conditions their values. */
type Conditional = Pick<Preparing, 'plan' | 'values'>;

/** Returns why the conditions of a request keep it from being sent; also, which variable of `# @until` has no value. */
export function unmetCondition(request: Conditional): Refusal | undefined {
  const { conditions = [], until } = request.plan;
  for (const condition of conditions) {
    const unmet = unmetBy(condition, request);
    if (unmet !== undefined) return unmet;
  }
  if (until === undefined) return undefined;
  const filled = fillIn(segmentsOf(until.assert), `\`# @until\` (line ${until.line + 1})`, request);
  return 'cause' in filled ? filled : filled.ifPrivate;
}

function unmetBy(condition: PlannedCondition, request: Conditional): Refusal | undefined {
  const { directive, line, text, variable, expected = '', mayBeAbsent } = condition;
  const name = `\`# @${directive}\` (line ${line + 1})`;
  const own = fillIn([{ variable }], name, request, mayBeAbsent);
  if ('cause' in own) return own;
  if (condition.operator !== 'exists' && own.ifPrivate !== undefined) return own.ifPrivate;
  const wanted = fillIn(segmentsOf(expected), name, request);
  if ('cause' in wanted) return wanted;
  if (wanted.ifPrivate !== undefined) return wanted.ifPrivate;
  const holds = conditionHolds(condition, own.value, wanted.value ?? '');
  if (holds === true) return undefined;
  const shown = redact(text);
  if (typeof holds === 'string') return refused(`the condition \`${shown}\` of ${name} cannot be compared: ${holds}`);
  const cause =
    directive === 'if'
      ? `its condition \`${shown}\` does not hold (line ${line + 1})`
      : `it is switched off by \`# @disabled ${shown}\` (line ${line + 1})`;
  return { kind: 'omitted', cause };
}

/** A text with its values. */
interface FilledText {
  /** Absent where its variable has none. */
  readonly value?: string;
  /** Present with a private value. Which requests are sent would show their receiver what it is, a character at a time. */
  readonly ifPrivate?: Refusal;
}

/** Fills in a text of a directive; returns why that is not possible instead. */
function fillIn(
  segments: readonly Segment[],
  directive: string,
  { plan, values }: Conditional,
  mayBeAbsent = false,
): FilledText | Refusal {
  const filler = createFiller(...fillerPartsOf(plan, values));
  const value = filler.fill(segments);
  const { unresolved, problem, used } = filler;
  if (problem !== undefined) return refused(problem);
  if (unresolved.length > 0 && !mayBeAbsent)
    return refused(`${explainMissing(unresolved, { ...plan, answers: values.answers })}; ${directive} needs it`);
  const isOfItem =
    plan.turn?.variable?.uses !== undefined && used.some((one) => valueInIteration(plan.turn, one) !== undefined);
  const isPrivate = isOfItem || usesOf(filler, values.answers).length > 0;
  return {
    ...(unresolved.length === 0 && { value }),
    ...(isPrivate && {
      ifPrivate: refused(
        `${directive} would let a private value decide what is sent`,
        'compare a variable that is not private',
      ),
    }),
  };
}
