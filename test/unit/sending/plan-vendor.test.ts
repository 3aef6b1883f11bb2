import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';

const engine = createEngine();

/** Returns the vendor of a request's plan, and the header fields that are added to it. */
function plannedFor(target: string) {
  const file = engine.openFile(`GET ${target}\nAuthorization: Bearer a\n`);
  const options = { context: { endpoints: [], defaults: {} }, severities: {} };
  const [plan] = [...engine.planAll(file, options)];
  return { vendor: plan?.vendor, recommended: (plan?.recommended ?? []).map(({ name }) => name) };
}

describe('a request without an endpoint', () => {
  it('has the names of the vendor whose public host it names', () => {
    const { vendor, recommended } = plannedFor('https://api.github.com/repos/o/r/hooks');
    expect(vendor).toBe('github');
    expect(recommended).not.toEqual([]);
  });

  it('has no neutral names for a host of which the vendor is unknown', () => {
    expect(plannedFor('https://git.example.org/repos/o/r/hooks')).toEqual({ vendor: undefined, recommended: [] });
  });
});
