import type { Binding, BoundValue } from '../binding/model';
import { objectShapeOf } from '../binding/model';
import type { Provenance } from '../catalogue/model';
import type { Block } from '../syntax/model';
import type { Span } from '../text/span';
import { isUnknown, scalarTextOf } from './bound-values';
import { memberNamed, textsOf } from './constrained';
import type { BlockSummary, ResourceUse } from './rule';

/** What a request does to a webhook. */
export type HookStep = 'create' | 'read' | 'update' | 'delete' | 'ping' | 'test';

/** What the file rules know of a request on webhooks; no secret is among it. */
export interface HookFacts {
  readonly step: HookStep;
  readonly provenance: Provenance;
  /** The words of the body's configuration that can be compared; absent when one holds a variable. */
  readonly config?: string;
  readonly configSpan?: Span;
  readonly hasConfig: boolean;
  readonly hasSecret: boolean;
  /** The events that the body names, or the default on creation; absent when they are not known. */
  readonly events?: readonly string[];
  readonly hasEvents: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly active?: boolean;
  readonly hasActive: boolean;
  /** The event that a test delivers. */
  readonly tested: string;
}

/** The steps by the end of the operation's id. Operations of other steps only use the webhook. */
const steps: Readonly<Record<string, HookStep>> = {
  'hooks.create': 'create',
  'hooks.update': 'update',
  'hooks.delete': 'delete',
  'hooks.ping': 'ping',
  'hooks.test': 'test',
};

/** Returns the step of a resource's life that the request is, when its path names the resource without variables. */
export function resourceUseOf(block: Block, binding: Binding): ResourceUse | undefined {
  const { operation, path, body } = binding;
  if (operation?.path.startsWith('/repos/{owner}/{repo}/hooks') !== true || block.association !== undefined)
    return undefined;
  const [owner, repo, id] = path;
  if (owner === undefined || repo === undefined || owner.hasHole || repo.hasHole) return undefined;
  const spelling = `${owner.text}/${repo.text}`;
  return {
    operation: operation.id,
    scope: spelling.toLowerCase(),
    spelling,
    ...(id === undefined || !isSingle(id.text) ? {} : { id: id.text }),
    span: id?.span ?? { start: owner.span.start, end: repo.span.end },
    scopeSpan: { start: owner.span.start, end: repo.span.end },
    facts: { ...factsOf(operation.id, operation.provenance, body) },
  };
}

/** Returns the group of a request on webhooks: the repository. */
export function repositoryOf({ resource }: BlockSummary): string | undefined {
  return resource === undefined ? undefined : `repository ${resource.scope}`;
}

/** Returns the facts of a use of a webhook. */
export function hookFactsOf(use: ResourceUse): HookFacts {
  return use.facts as unknown as HookFacts;
}

function isSingle(text: string): boolean {
  return text !== '' && (!text.includes('{{') || /^\{\{[^{}]+\}\}$/.test(text));
}

function factsOf(operation: string, provenance: Provenance, body: BoundValue | undefined): HookFacts {
  const step = steps[operation.slice(operation.indexOf('.') + 1)] ?? 'read';
  const config = body === undefined ? undefined : memberNamed(body, 'config');
  const active = body === undefined ? undefined : memberNamed(body, 'active')?.value;
  const events = body === undefined ? undefined : memberNamed(body, 'events')?.value;
  const known = events === undefined ? defaultEvents(step, body) : textsOf(events);
  // Only new webhooks are compared; an update need not be looked at again for each letter of its URL.
  const fingerprint = step !== 'create' || config?.value === undefined ? undefined : fingerprintOf(config.value);
  const secret = config?.value === undefined ? undefined : memberNamed(config.value, 'secret')?.value;
  return {
    step,
    provenance,
    hasConfig: config?.value?.node.type === 'object',
    hasSecret: secret !== undefined && secret.node.value !== '',
    ...(config === undefined ? {} : { configSpan: config.keySpan }),
    ...(fingerprint === undefined ? {} : { config: fingerprint }),
    hasEvents: events !== undefined,
    ...(known === undefined ? {} : { events: known }),
    added: textsAt(body, 'add_events'),
    removed: textsAt(body, 'remove_events'),
    hasActive: active !== undefined,
    ...(active !== undefined && typeof active.node.value === 'boolean' && !active.isOpaque
      ? { active: active.node.value }
      : {}),
    tested: 'push',
  };
}

function defaultEvents(step: HookStep, body: BoundValue | undefined): readonly string[] | undefined {
  if (step !== 'create' || body === undefined || body.members.some(({ isOpaque }) => isOpaque)) return undefined;
  const text = objectShapeOf(body)?.fields.find(({ name }) => name === 'events')?.default;
  const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map(String) : undefined;
}

function textsAt(body: BoundValue | undefined, name: string): readonly string[] {
  const value = body === undefined ? undefined : memberNamed(body, name)?.value;
  return value === undefined ? [] : (textsOf(value) ?? []);
}

function fingerprintOf(config: BoundValue): string | undefined {
  const words: string[] = [];
  for (const member of config.members) {
    if (member.isOpaque || member.value === undefined) return undefined;
    if (member.key === 'secret') continue;
    const text = isUnknown(member.value) ? undefined : scalarTextOf(member.value);
    if (text === undefined) return undefined;
    words.push(`${member.key}=${text}`);
  }
  return words.length === 0 ? undefined : words.sort().join('\n');
}
