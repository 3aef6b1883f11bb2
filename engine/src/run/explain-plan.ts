import type { RequestPlan } from './plan';

/** Says in one sentence for each why a plan is not sent as it is written, with the line in the file. */
export function problemsOf({ problems = [] }: RequestPlan): readonly string[] {
  return problems.map(({ reason, line }) => `${withoutEnd(reason)} (line ${line + 1})`);
}

/** Returns whether the rest of a plan with problems can be sent when the user insists. */
export function allowsSending({ problems = [] }: RequestPlan): boolean {
  return problems.every((problem) => problem.allowsSending);
}

/** Says what other tools do with the request and Rulebook does not; undefined when there is nothing. */
export function leftOutOf({ leftOut = [] }: RequestPlan): string | undefined {
  if (leftOut.length === 0) return undefined;
  return `left out: ${leftOut.map(({ what, line }) => `${what} (line ${line + 1})`).join(', ')}`;
}

function withoutEnd(sentence: string): string {
  return sentence.replace(/\.\s*$/, '');
}
