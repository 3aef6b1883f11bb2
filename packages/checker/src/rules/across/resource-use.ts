import { childCount, scalarAt } from '@rulebook/json/placed-node';
import { decodePart } from '@rulebook/text/decode';
import { valueAt } from '../../binding/bind-value';
import type { Binding, BoundParameter, Endpoint } from '../../binding/model';
import type { Service } from '@rulebook/catalogue/service';
import type { ResourceEffect } from '@rulebook/catalogue/resource-life';
import type { Shape } from '@rulebook/catalogue/shape';
import type { Block } from '@rulebook/request-file/syntax/model';
import { isUnfilled, stringOf } from '../support/bound-values';
import { comparedMembersOf } from './compared-members';
import type { BlockGroup, MemberFact, BlockSummary, RequestDestination, ResourceUse } from './summary';
import { perObject } from '@rulebook/text/structures/memo';
import { expressionOf } from '@rulebook/text/expressions';

/** Returns the step of the request in the life of a resource; undefined if it names no resource that can be followed. */
export function resourceUseOf(block: Block, binding: Binding): ResourceUse | undefined {
  const { operation } = binding;
  const effect = operation?.effect;
  if (operation === undefined || effect === undefined || block.association !== undefined) return undefined;
  const named = effect.name === undefined ? undefined : parameterNamed(binding, effect.name);
  const namesSeveral = effect.owner.length === 0 && named !== undefined && isSeveral(named, binding.service);
  if (named !== undefined && (isUnfilled(named) || (namesSeveral && !canChange(effect)))) return undefined;
  let spelling = '';
  let first: BoundParameter | undefined;
  let last: BoundParameter | undefined;
  for (const name of effect.owner) {
    const owner = parameterNamed(binding, name);
    if (owner === undefined || owner.hasPlaceholder || owner.text === '') return undefined;
    spelling += first === undefined ? decodePart(owner.text) : `/${decodePart(owner.text)}`;
    first ??= owner;
    last = owner;
  }
  first ??= named;
  last ??= named;
  if (first === undefined || last === undefined) return undefined;
  const scopeSpan = { start: first.span.start, end: last.span.end };
  const use: Mutable<ResourceUse> = {
    effect,
    operation: operation.id,
    provenance: operation.provenance,
    endpoint: requestDestinationOf(binding),
    scope: spelling.toLowerCase(),
    spelling,
    span: named?.span ?? scopeSpan,
    scopeSpan,
    members: comparedMembersOf(block, operation, effect),
  };
  if (named === undefined) return use;
  if (isSingle(named.text)) use.id = decodePart(named.text);
  if (namesSeveral) use.namesSeveral = true;
  if (hasNamesake(binding, named)) use.hasNamesake = true;
  return use;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function parameterNamed({ path }: Binding, name: string): BoundParameter | undefined {
  for (const parameter of path) if (parameter.field.name === name) return parameter;
  return undefined;
}

/** Returns whether a value of this shape names another resource that may have the name of a parameter. */
function isNamedLike({ constraints }: Shape, parameter: string): boolean {
  return constraints?.some(({ rule, options }) => rule === 'repeated-name' && options.parameter === parameter) === true;
}

/** Returns whether the body names another resource of the same name, which must be on another instance of the service. */
function hasNamesake({ body }: Binding, named: BoundParameter): boolean {
  if (body?.node.type !== 'object') return false;
  const name = decodePart(named.text);
  for (let index = 0; index < childCount(body.node); index++) {
    // A member is bound only where it is the name: nearly none is.
    const value = scalarAt(body.node, index) === name ? valueAt(body, index) : undefined;
    if (value !== undefined && stringOf(value) === name && isNamedLike(value.shape, named.field.name)) return true;
  }
  return false;
}

/** Returns the group of a request on a resource: its owner, or the resource itself when it has no owner. */
export function resourceGroupOf({ resource }: BlockSummary): string | undefined {
  if (resource === undefined) return undefined;
  const { effect, scope, id, namesSeveral } = resource;
  if (namesSeveral) return undefined;
  return `${effect.life.kind} ${effect.owner.length > 0 ? scope : (id ?? '')}`;
}

/** Returns the kind of resource on which a request acts without a certain name. */
export function unnamedFamilyOf({ resource }: BlockSummary): string | undefined {
  return resource?.namesSeveral === true ? resource.effect.life.kind : undefined;
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

/** Returns the member of the body with a meaning. */
export function memberIn(use: ResourceUse, meaning: string): MemberFact | undefined {
  return use.members[meaning];
}

/** Returns whether the endpoints can be distinguished from each other; if not, nothing is known about resources on them. */
export function areDistinct(
  endpoints: readonly RequestDestination[],
  { definitions, hasSeveralInstances }: Pick<BlockGroup, 'definitions' | 'hasSeveralInstances'>,
): boolean {
  const [first] = endpoints;
  if (first === undefined) return true;
  if (hasSeveralInstances && endpoints.some(({ isCertain }) => !isCertain)) return false;
  if (endpoints.some(({ variables }) => variables.some((name) => (definitions.get(name) ?? 0) > 1))) return false;
  return endpoints.every(({ text }) => text === first.text) || endpoints.every(({ isCertain }) => isCertain);
}

/** Returns whether the name stands for more than one resource, or contains a placeholder. */
function isSeveral({ text, hasPlaceholder }: BoundParameter, service: Service | undefined): boolean {
  const several = service?.severalNames;
  return hasPlaceholder || text === '' || (several !== undefined && expressionOf(several).test(decodePart(text)));
}

function canChange({ life, step }: ResourceEffect): boolean {
  return life.transitions.some((transition) => transition.step === step && transition.to !== undefined);
}

function isSingle(text: string): boolean {
  return text !== '' && (!text.includes('{{') || /^\{\{[^{}]+\}\}$/.test(text));
}

/** Returns where the request goes, as far as the file specifies it. */
export function requestDestinationOf({ endpoint, namedEndpoint, destination }: Binding): RequestDestination {
  if (endpoint !== undefined) return destinationOfEndpoint(endpoint);
  const text = (destination.kind === 'path' ? namedEndpoint : destination.written.text) ?? '';
  if (text === '' && destination.kind === 'path') return unspecified;
  const variables = text.includes('{{')
    ? [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => name.trim())
    : none;
  const isCertain = destination.kind !== 'path' && variables.length === 0;
  return { text: text.toLowerCase(), isCertain, variables };
}

const none: readonly string[] = [];
/** One for all requests of a file, which keeps them. */
const unspecified: RequestDestination = { text: '', isCertain: false, variables: none };
const destinationOfEndpoint = perObject(({ baseUrl }: Endpoint): RequestDestination => ({
  text: baseUrl.toLowerCase(),
  isCertain: true,
  variables: none,
}));
