import type { RequestPlan } from '@rulebook/sender/plan/plan';
import type { ExportedRequest } from './write-arazzo';

/** The requests that become steps, with what of them cannot be one, as sentences without their ends. */
interface ExportedSteps {
  readonly steps: readonly ExportedRequest[];
  readonly notes: readonly string[];
}

/**
 * Returns the requests of the first file, or those that are wanted, with the requests whose responses they use before them, which may be of the
 * other files: what a workflow takes from a response, a step of it has sent.
 */
export function exportedSteps(
  files: readonly (readonly RequestPlan[])[],
  wanted: readonly string[] | undefined,
): ExportedSteps {
  const taken = new Set<string>();
  const named = new Map<string, ExportedRequest>();
  const [own = []] = files.map((plans) =>
    plans.map((plan, index) => {
      const usual = (plan.name ?? plan.label).replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || `step-${index + 1}`;
      let name = usual;
      for (let number = index + 1; taken.has(name); number++) name = `${usual}-${number}`;
      taken.add(name);
      const request = { name, plan };
      if (plan.name !== undefined && !named.has(plan.name)) named.set(plan.name, request);
      return request;
    }),
  );
  const steps = new Set<ExportedRequest>();
  const open = new Set<ExportedRequest>();
  const notes: string[] = [];
  const visit = (request: ExportedRequest): void => {
    if (steps.has(request) || open.has(request)) return;
    open.add(request);
    for (const needed of request.plan.dependsOn ?? []) {
      const found = named.get(needed);
      if (found !== undefined) visit(found);
      else
        notes.push(
          `what ${request.name} takes from ${needed} becomes an input, because neither the file nor those that it imports have a request of that name`,
        );
    }
    steps.add(request);
  };
  const members = wanted?.flatMap((name) => {
    const found = named.get(name);
    if (found === undefined)
      notes.push(
        `the request ${name} of the sequence is left out, because neither the file nor those that it imports have it`,
      );
    return found ?? [];
  });
  (members ?? own).forEach(visit);
  return { steps: [...steps], notes };
}
