import { redact } from '@rulebook/catalogue/masking/masker';
import { conditionHolds } from '../asserts/evaluate-condition';
import type { PlannedCondition } from '../plan/plan';
import { segmentsOf } from '../plan/segments';
import { usesOf } from '../private/private-sources';
import { explainMissing } from '../send/send-plan';
import { valueInIteration } from '../variables/iterations';
import { fillerPartsOf } from '../variables/request-values';
import { createFiller } from '../variables/resolve-variables';
import type { Preparing } from '../send/sending';

/** A request, and what gives the variables of its conditions their values. */
type Conditional = Pick<Preparing, 'plan' | 'values'>;

/** Why a request is not sent. `isOmitted`: its condition does not hold, which is not a failure. */
interface Unmet {
  /** A part of a sentence. */
  readonly problem: string;
  readonly isOmitted: boolean;
}

/** Returns why the conditions of a request keep it from being sent; also, which variable of `# @until` has no value. */
export function unmetCondition(request: Conditional): Unmet | undefined {
  const { conditions = [], until } = request.plan;
  for (const condition of conditions) {
    const unmet = unmetBy(condition, request);
    if (unmet !== undefined) return unmet;
  }
  if (until === undefined) return undefined;
  const filler = fillerFor(request);
  filler.fill(segmentsOf(until.assert));
  const name = `\`# @until\` (line ${until.line + 1})`;
  return missingIn(filler, name, request) ?? (isPrivate(filler, request) ? privateIn(name) : undefined);
}

function unmetBy(condition: PlannedCondition, request: Conditional): Unmet | undefined {
  const { directive, line, text, variable, expected = '', mayBeAbsent } = condition;
  const name = `\`# @${directive}\` (line ${line + 1})`;
  const own = fillerFor(request);
  const value = own.fill([{ variable }]);
  const isAbsent = own.unresolved.length > 0;
  const missing = mayBeAbsent && own.problem === undefined ? undefined : missingIn(own, name, request);
  if (missing !== undefined) return missing;
  const isCompared = condition.operator !== 'exists';
  if (isCompared && isPrivate(own, request)) return privateIn(name);
  const others = fillerFor(request);
  const wanted = others.fill(segmentsOf(expected));
  const other = missingIn(others, name, request);
  if (other !== undefined) return other;
  if (isPrivate(others, request)) return privateIn(name);
  const holds = conditionHolds(condition, isAbsent ? undefined : value, wanted);
  if (holds === true) return undefined;
  const shown = redact(text);
  if (typeof holds === 'string')
    return { problem: `the condition \`${shown}\` of ${name} cannot be compared: ${holds}`, isOmitted: false };
  const problem =
    directive === 'if'
      ? `its condition \`${shown}\` does not hold (line ${line + 1})`
      : `it is switched off by \`# @disabled ${shown}\` (line ${line + 1})`;
  return { problem, isOmitted: true };
}

function fillerFor({ plan, values }: Conditional) {
  return createFiller(...fillerPartsOf(plan, values));
}

/** Returns whether a private value was filled in. Which requests are sent would show their receiver what it is, a character at a time. */
function isPrivate(filler: ReturnType<typeof createFiller>, { plan, values: { answers } }: Conditional): boolean {
  const item = plan.turn?.variable;
  const ofItem = item?.uses !== undefined && filler.used.some((one) => valueInIteration(plan.turn, one) !== undefined);
  return ofItem || usesOf(filler, answers).length > 0;
}

function privateIn(directive: string): Unmet {
  const problem = `${directive} would let a private value decide what is sent; compare a variable that is not private`;
  return { problem, isOmitted: false };
}

function missingIn(
  { unresolved, problem }: ReturnType<typeof createFiller>,
  directive: string,
  { plan, values: { answers } }: Conditional,
): Unmet | undefined {
  if (problem !== undefined) return { problem, isOmitted: false };
  if (unresolved.length === 0) return undefined;
  return { problem: `${explainMissing(unresolved, { ...plan, answers })}; ${directive} needs it`, isOmitted: false };
}
