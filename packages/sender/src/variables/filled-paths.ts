import { refused, type Refusal } from '../refusal';
import type { RequestPlan } from '../plan/plan';
import { segmentsOf } from '../plan/segments';
import { valueInIteration } from './iterations';
import { filesOf } from './materialise-body';
import type { RequestValues } from './request-values';
import { createFiller } from './resolve-variables';

/** A plan without variables in the paths of its body files; or the variables that have no value; or why there is none. */
type FilledPaths = { readonly plan: RequestPlan } | { readonly unresolved: readonly string[] } | Refusal;

/**
 * Fills in the paths of the files that a body includes: `< {{file}}`. What a service has answered does not choose a file that is sent, and
 * neither does a private value, which would be in messages about the file.
 */
export function fillPaths(plan: RequestPlan, { resolve, system, answers }: RequestValues): FilledPaths {
  const written = filesOf(plan).filter((path) => path.includes('{{'));
  if (written.length === 0) return { plan };
  const ofResponses = new Set<string>();
  let isPrivate = false;
  const filler = createFiller(resolve, system, (name) => {
    const ofTurn = valueInIteration(plan.turn, name);
    isPrivate ||= ofTurn !== undefined && name !== '$index' && plan.turn?.variable?.isSecret === true;
    if (ofTurn !== undefined || answers.resolve(name) === undefined) return ofTurn;
    ofResponses.add(name);
    return '';
  });
  const filled = new Map(written.map((path) => [path, filler.fill(segmentsOf(path)).trim()]));
  const [answered] = ofResponses;
  if (filler.problem !== undefined) return refused(filler.problem);
  if (answered !== undefined)
    return refused(
      `the path of its body file has the variable ${answered}, which comes from a response or a script; define it in the file or an environment`,
    );
  if (isPrivate || filler.uses.length > 0)
    return refused('the path of its body file has a private value; write the path, or a variable that is not private');
  if (filler.unresolved.length > 0) return { unresolved: filler.unresolved };
  return { plan: withPaths(plan, (path) => filled.get(path) ?? path) };
}

function withPaths(plan: RequestPlan, pathOf: (path: string) => string): RequestPlan {
  const { body } = plan;
  if (body?.kind === 'file') return { ...plan, body: { ...body, path: pathOf(body.path) } };
  if (body?.kind !== 'pieces') return plan;
  const pieces = body.pieces.map((piece) => (piece.kind === 'file' ? { ...piece, path: pathOf(piece.path) } : piece));
  return { ...plan, body: { ...body, pieces } };
}
