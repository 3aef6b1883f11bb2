import { createEngine } from '@rulebook/engine';
import type { RequestPlan } from '@rulebook/sender/plan';

/** Returns what plans the only request of a text. */
export function createPlanner(): (text: string) => RequestPlan | undefined {
  const engine = createEngine({ rules: [], checksOnce: true });
  const options = { context: { endpoints: [], defaults: {} }, severities: {} };
  return (text) => {
    const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
    return others.length === 0 ? first : undefined;
  };
}
