import { isAllowed } from './requests';
import type { Place } from '@rulebook/checker/resource-model/misfit';
import { placesIn, withoutPart } from './variations';
import { idsInBody } from './write-steps';
import type { Finding, Step, TestCase, Violation } from './model';

/** Sends steps, and returns whether the last one still breaks the assert, and the others end as they did. */
export type Shows = (steps: readonly Step[], violation: Violation) => Promise<boolean>;

/** Returns the fewest steps, members and parameters that still show a violation in the last step, as far as that is found. */
export async function shrink(
  steps: readonly Step[],
  violation: Violation,
  isAlike: TestCase['isAlike'],
  shows: Shows,
): Promise<Finding['steps']> {
  let best = steps;
  const tryThis = async (candidate: readonly Step[]): Promise<boolean> => {
    if (!(await shows(candidate, violation))) return false;
    best = candidate;
    return true;
  };
  const dropSteps = async (): Promise<void> => {
    for (const { name } of best.slice(0, -1).reverse()) {
      const without = best.filter((step) => step.name !== name);
      if (!refersTo(without, name)) await tryThis(without);
    }
  };
  await dropSteps();
  for (const { name } of best) {
    const at = (): number => best.findIndex((step) => step.name === name);
    const isLast = at() === best.length - 1;
    for (const smaller of smallerSteps(best[at()], violation.member)) {
      const current = best[at()];
      const candidate = current && smaller(current);
      if (current === undefined || candidate === undefined) continue;
      if (isLast ? isAlike(candidate) : isAllowed(candidate)) await tryThis(best.with(at(), candidate));
    }
  }
  // What only a removed member needed goes, too.
  await dropSteps();
  return best;
}

/** Without a step, no other one may need its response, or be about its item. */
function refersTo(steps: readonly Step[], name: string): boolean {
  return steps.some(
    (step) =>
      step.removes === name ||
      step.follows === name ||
      JSON.stringify([step.path, step.query, step.checks, idsInBody(step)]).includes(`{{${name}.response`),
  );
}

/** Returns what makes a step smaller, each in one way. */
function smallerSteps(
  step: Step | undefined,
  member: string | undefined,
): readonly ((step: Step) => Step | undefined)[] {
  if (step === undefined) return [];
  // The inner ones go with the outer one. Without the member that an assert is about, it would fail for another reason.
  const all = placesIn(step.body);
  const isKept = (place: Place): boolean =>
    member !== undefined &&
    all.some((one) => one.includes(member) && [...place.keys()].every((index) => one[index] === place[index]));
  const places = all.filter((place) => !isKept(place));
  return [
    ...places.map((place) => (current: Step) => {
      const body = withoutPart(current.body, place);
      return JSON.stringify(body) === JSON.stringify(current.body) ? undefined : { ...current, body };
    }),
    ...step.query.map(([name]) => (current: Step) => ({
      ...current,
      query: current.query.filter(([key]) => key !== name),
    })),
  ];
}
