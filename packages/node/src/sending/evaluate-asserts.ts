import { createHash } from 'node:crypto';
import { evaluateAsserts as evaluate, type AssertContext } from '@rulebook/sender/asserts';

/** Evaluates the asserts of a request, with digests by Node. */
export function evaluateAsserts(
  asserts: Parameters<typeof evaluate>[0],
  context: AssertContext,
): ReturnType<typeof evaluate> {
  const digest: AssertContext['digest'] = (name, content) => createHash(name).update(content).digest('hex');
  return evaluate(asserts, { ...context, digest });
}
