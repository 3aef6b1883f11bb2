import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../packages/services/src/registry';
import { hookEffects } from '../../../services/code-hosting/facts/hook-life';
import type { Shape } from '../../../packages/catalogue/src/shape';
import type { ComparedMember, ResourceLife } from '../../../packages/catalogue/src/resource-life';
import { replicationEffects } from '../../../services/search-cluster/facts/replication/follower-life';
import { repositoryEffects } from '../../../services/search-cluster/facts/snapshots/repository-life';
import { strictEngine } from '../../rules/check-text';

const operations = catalogue.services.flatMap((service) => [...service.operations]);
const effective = operations.flatMap((operation) =>
  operation.effect ? [{ operation, effect: operation.effect }] : [],
);
const lives: readonly ResourceLife[] = [...new Set(effective.map(({ effect }) => effect.life))];

/** Returns whether a body of this shape can have the member. */
function hasMember(shape: Shape, [name, ...deeper]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (shape.type === 'choice') return shape.options.some((option) => hasMember(option, [name, ...deeper]));
  if (shape.type === 'switch') {
    const cases: Shape[] = [...Object.values(shape.cases), ...(shape.absent ? [shape.absent] : []), shape.otherwise];
    return cases.some((option) => hasMember(option, [name, ...deeper]));
  }
  const field = shape.type === 'object' ? shape.fields.find((candidate) => candidate.name === name) : undefined;
  return field !== undefined && hasMember(field.shape, deeper);
}

describe('what operations do to resources', () => {
  it('is said about operations that exist', () => {
    const ids = operations.map(({ id }) => id);
    const named = [hookEffects, replicationEffects, repositoryEffects].flatMap((effects) => Object.keys(effects));
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    expect(effective.length).toBe(named.length);
  });

  it('names path parameters of the operation', () => {
    const unknown = effective.flatMap(({ operation, effect }) =>
      [...effect.owner, ...(effect.name === undefined ? [] : [effect.name])]
        .filter((name) => operation.parameters.path.every((field) => field.name !== name))
        .map((name) => `${operation.id} ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('compares members that the body can have', () => {
    const unknown = effective.flatMap(({ operation, effect }) =>
      (effect.members ?? [])
        .filter(({ path }: ComparedMember) => !operation.body || !hasMember(operation.body.shape, path))
        .map(({ path }) => `${operation.id} ${path.join('/')}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the life of a resource', () => {
  it.each(lives.map((life) => [life.kind, life] as const))(
    '%s has states that are reached, once for each step',
    (_, life) => {
      const reached = new Set([life.start, ...life.transitions.flatMap(({ to }) => (to === undefined ? [] : [to]))]);
      const left = life.transitions.flatMap(({ step, from }) => from.map((state) => `${step} ${state}`));
      expect(life.transitions.flatMap(({ from }) => from).filter((state) => !reached.has(state))).toEqual([]);
      expect(new Set(left).size).toBe(left.length);
    },
  );

  it.each(lives.map((life) => [life.kind, life] as const))('%s has steps that operations take', (_, life) => {
    const taken = effective.filter(({ effect }) => effect.life === life).map(({ effect }) => effect.step);
    const steps = life.transitions.flatMap(({ step, note }) => [step, ...(note?.earlier.steps ?? [])]);
    expect(steps.filter((step) => !taken.includes(step))).toEqual([]);
  });

  it('has notes that rules report, below error when they are from the reference layer', () => {
    const notes = lives.flatMap(({ transitions }) => transitions.flatMap(({ note }) => note ?? []));
    const rules = strictEngine().rules.map(({ id }) => id);
    const ids = operations.map(({ id }) => id);
    expect(notes.length).toBeGreaterThan(10);
    expect(notes.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
    expect(notes.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(notes.flatMap(({ missing }) => missing ?? []).filter((id) => !ids.includes(id))).toEqual([]);
    expect(
      notes.flatMap(({ message, earlier }) => [message, earlier.message]).filter((text) => !/^[A-Z].*\.$/.test(text)),
    ).toEqual([]);
  });
});
