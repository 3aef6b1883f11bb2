import type { RequestPlan } from './plan';

/** Returns why a plan is not sent as it is written, one entry per problem, with the line in the file. */
export function problemsOf({ problems = [] }: RequestPlan): readonly string[] {
  return problems.map(({ reason, line }) => `${withoutEnd(reason)} (line ${line + 1})`);
}

/** Returns whether a plan can be sent in spite of its problems when the user confirms it. */
export function allowsSending({ problems = [] }: RequestPlan): boolean {
  return problems.every((problem) => problem.allowsSending);
}

/** Returns which constructs of other tools are not carried out; undefined when there are none. A sender that writes the files of `>>` takes them out of the plan. */
export function leftOutOf({ leftOut = [], outputs = [] }: RequestPlan): string | undefined {
  const files = outputs.map(({ line }) => ({ what: 'the file for the response (`>>`)', line }));
  const all = [...leftOut, ...files].sort((a, b) => a.line - b.line);
  if (all.length === 0) return undefined;
  return `left out: ${all.map(({ what, line }) => `${what} (line ${line + 1})`).join(', ')}`;
}

function withoutEnd(sentence: string): string {
  return sentence.replace(/\.\s*$/, '');
}
