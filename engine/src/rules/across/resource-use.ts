import type { Binding, BoundParameter } from '../../binding/model';
import { directiveOf } from '../../binding/model';
import type { ResourceEffect } from '../../catalogue/resource-life';
import type { Block } from '../../syntax/model';
import { isUnfilled, stringOf } from '../support/bound-values';
import { membersOf, type ComparedMembers } from './compared-members';
import type { BlockGroup, BlockSummary, EndpointPlace, ResourceUse } from '../rule';

/** Returns the step of a resource's life that the request is; undefined when it names none that can be followed. */
export function resourceUseOf(block: Block, binding: Binding): ResourceUse | undefined {
  const { operation, path } = binding;
  const effect = operation?.effect;
  if (operation === undefined || effect === undefined || block.association !== undefined) return undefined;
  const owner = effect.owner.map((name) => path.find(({ field }) => field.name === name));
  if (!owner.every(isNamed)) return undefined;
  const named = effect.name === undefined ? undefined : path.find(({ field }) => field.name === effect.name);
  const isVague = effect.owner.length === 0 && named !== undefined && isSeveral(named);
  if (named !== undefined && (isUnfilled(named) || (isVague && !canChange(effect)))) return undefined;
  const [first, last] = [owner[0] ?? named, owner[owner.length - 1] ?? named];
  if (first === undefined || last === undefined) return undefined;
  const spelling = owner.map(({ text }) => text).join('/');
  const scopeSpan = { start: first.span.start, end: last.span.end };
  return {
    effect,
    operation: operation.id,
    provenance: operation.provenance,
    endpoint: placeOf(block, binding),
    scope: spelling.toLowerCase(),
    spelling,
    ...(named === undefined || !isSingle(named.text) ? {} : { id: named.text }),
    ...(isVague ? { isVague } : {}),
    ...(named !== undefined && hasNamesake(binding, named) ? { hasNamesake: true } : {}),
    span: named?.span ?? scopeSpan,
    scopeSpan,
    members: membersOf(block, operation, effect),
  };
}

/** Whether the body names another resource of the same name, which there can only be on another cluster. */
function hasNamesake({ body }: Binding, named: BoundParameter): boolean {
  return (body?.members ?? []).some(({ value }) =>
    value?.shape.constraints?.some(
      (constraint) =>
        constraint.rule === 'repeated-name' &&
        constraint.options.parameter === named.field.name &&
        stringOf(value) === named.text,
    ),
  );
}

/** Returns the group of a request on a resource: its owner, or the resource itself when it has no owner. */
export function resourceGroupOf({ resource }: BlockSummary): string | undefined {
  if (resource === undefined) return undefined;
  const { effect, scope, id, isVague } = resource;
  if (isVague) return undefined;
  return `${effect.life.kind} ${effect.owner.length > 0 ? scope : (id ?? '')}`;
}

/** Returns the family of groups on which a request acts without a certain name. */
export function vagueFamilyOf({ resource }: BlockSummary): string | undefined {
  return resource?.isVague === true ? resource.effect.life.kind : undefined;
}

/** Returns the group of a request whose resource has an owner that is compared without case. */
export function ownerGroupOf(summary: BlockSummary): string | undefined {
  return summary.resource !== undefined && summary.resource.effect.owner.length > 0
    ? resourceGroupOf(summary)
    : undefined;
}

/** Returns the group of the requests that add a resource at the same location. */
export function locationGroupOf({ resource }: BlockSummary): string | undefined {
  const location = resource?.effect.does === 'adds' ? memberIn(resource, 'location')?.texts?.[0] : undefined;
  return resource === undefined || location === undefined
    ? undefined
    : `location ${resource.effect.life.kind} ${location}`;
}

/** Returns what the body says by the member's meaning. */
export function memberIn(use: ResourceUse, meaning: keyof ComparedMembers) {
  return use.members[meaning];
}

/** Returns whether each of the endpoints can be told from each other one; else nothing is known about resources on them. */
export function areTold(
  endpoints: readonly EndpointPlace[],
  { definitions, hasSeveralClusters }: Pick<BlockGroup, 'definitions' | 'hasSeveralClusters'>,
): boolean {
  const [first] = endpoints;
  if (first === undefined) return true;
  if (hasSeveralClusters && endpoints.some(({ isCertain }) => !isCertain)) return false;
  if (endpoints.some(({ variables }) => variables.some((name) => (definitions.get(name) ?? 0) > 1))) return false;
  return endpoints.every(({ text }) => text === first.text) || endpoints.every(({ isCertain }) => isCertain);
}

function isNamed(parameter: BoundParameter | undefined): parameter is BoundParameter {
  return parameter !== undefined && !parameter.hasHole && parameter.text !== '';
}

/** The name stands for more than one resource, or for one that a variable names. */
function isSeveral({ text, hasHole }: BoundParameter): boolean {
  return hasHole || text === '' || text === '_all' || /[*,]/.test(text);
}

function canChange({ life, step }: ResourceEffect): boolean {
  return life.transitions.some((transition) => transition.step === step && transition.to !== undefined);
}

function isSingle(text: string): boolean {
  return text !== '' && (!text.includes('{{') || /^\{\{[^{}]+\}\}$/.test(text));
}

/** Returns where the request goes, as far as the file says it. */
export function placeOf(block: Block, { endpoint, destination }: Binding): EndpointPlace {
  if (endpoint !== undefined) return { text: endpoint.baseUrl.toLowerCase(), isCertain: true, variables: [] };
  const origin = destination.kind === 'path' ? directiveOf(block, 'endpoint') : destination.written;
  const text = origin?.text ?? '';
  const variables = [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name.trim());
  const isCertain = destination.kind !== 'path' && variables.length === 0;
  return { text: text.toLowerCase(), isCertain, variables };
}
