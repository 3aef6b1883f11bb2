import { itemsOfLoop, maxIterations, type Repetition } from '../../syntax/sending-directives';
import type { NamedResponses } from './named-responses';
import { valueAtPath } from '../../json/select-nodes';
import { createFiller } from './resolve-variables';
import { usesOf, type PrivateUse } from '../private/private-sources';
import type { Resolve, SystemPorts } from './system-variables';
import type { LoopTurn, RequestPlan } from '../plan/plan';

/** What gives the list of a repetition its value. */
export interface IterationPorts {
  readonly resolve: Resolve;
  readonly system: SystemPorts;
  readonly answers: NamedResponses;
}

/**
 * Returns a plan for each time that a request is sent; the same plan for a request without a repetition. Where it cannot be said how often,
 * that is the one plan's problem.
 */
export function iterationsOf(plan: RequestPlan, ports: IterationPorts): readonly RequestPlan[] {
  const { repetition } = plan;
  // A request that is not sent anyhow says why by itself.
  if (repetition === undefined || plan.turn !== undefined || plan.omission !== undefined) return [plan];
  const items = itemsOfRepetition(repetition, ports);
  if ('problem' in items) {
    const problem = { reason: items.problem, line: plan.line ?? 0, allowsSending: false };
    return [{ ...plan, problems: [...(plan.problems ?? []), problem] }];
  }
  const { values, isSecret, uses = [] } = items;
  const name = repetition.kind === 'count' ? undefined : repetition.name;
  return values.map((value, index) => {
    const turn: LoopTurn = {
      index,
      count: values.length,
      ...(name !== undefined && { variable: { name, value, isSecret, ...(uses.length > 0 && { uses }) } }),
    };
    return { ...plan, turn, label: `${plan.label} (${index + 1} of ${values.length})` };
  });
}

interface Items {
  readonly values: readonly string[];
  readonly isSecret: boolean;
  readonly uses?: readonly PrivateUse[];
}

function itemsOfRepetition(repetition: Repetition, ports: IterationPorts): Items | { readonly problem: string } {
  const items = allItemsOf(repetition, ports);
  if ('problem' in items || items.values.length <= maxIterations) return items;
  return { problem: `\`@loop\` sends a request at most ${maxIterations} times` };
}

function allItemsOf(repetition: Repetition, ports: IterationPorts): Items | { readonly problem: string } {
  switch (repetition.kind) {
    case 'count':
      return { values: new Array<string>(Math.min(repetition.count, maxIterations + 1)).fill(''), isSecret: false };
    case 'list':
      return { values: repetition.items, isSecret: false };
    case 'variable': {
      const filler = createFiller(ports.resolve, ports.system, ports.answers.resolve);
      const value = filler.fill([{ variable: repetition.variable }]).trim();
      if (filler.problem !== undefined) return { problem: filler.problem };
      if (filler.unresolved.length > 0)
        return { problem: `the list of \`@loop\`, the variable ${filler.unresolved.join(', ')}, has no value` };
      const values = itemsOfLoop(value) ?? value.split(',').map((item) => item.trim());
      return {
        values: value === '' ? [] : values,
        isSecret: filler.secrets.length > 0,
        uses: usesOf(filler, ports.answers),
      };
    }
  }
}

/** Returns the value of a variable in one time of a repetition: its item, a member of its item, or the number of the time. */
export function valueInIteration(turn: LoopTurn | undefined, name: string): string | undefined {
  if (turn === undefined) return undefined;
  if (name === '$index') return String(turn.index);
  const { variable } = turn;
  if (variable === undefined) return undefined;
  if (name === variable.name) return variable.value;
  if (!name.startsWith(`${variable.name}.`)) return undefined;
  return valueAtPath(variable.value, `$${name.slice(variable.name.length)}`);
}
