import { isRecord } from '@rulebook/json/is-record';
import { createHookBody } from '../facts/hook-bodies';
import { createConfig } from '../facts/hook-config';
import { hooksPerEvent } from '../facts/limits';
import { page as pageField, perPage } from '../facts/parameters';
import type { ObjectShape } from '@rulebook/catalogue/shape';
import { invalid, type HostStep } from './responses';
import { pinged } from './events';
import { linkHeader, pageNumber, pageSize } from './paging';
import { configView, hookView } from './views';
import type { HookConfig } from './hook-table';
import type { HostState } from './model';
import { answer, result } from '@rulebook/sandbox/wire';
import type { HookRecord } from './hook-record';
import type { HostCall } from './host-call';

/** Lists a page of the repository's hooks, oldest first. */
export function listHooks(state: HostState, call: HostCall): HostStep {
  const { input, query, owner, repo } = call;
  const all = state.hooks.idsOf(call);
  const size = pageSize(query);
  const page = pageNumber(query);
  const last = Math.max(1, Math.ceil(all.length / size));
  const to = (rel: string, number: number) => ({ rel, query: { [perPage.name]: size, [pageField.name]: number } });
  const links = [
    ...(page > 1 ? [to('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1), to('last', last)] : []),
    ...(page > 1 ? [to('first', 1)] : []),
  ];
  const shown = all.slice((page - 1) * size, page * size).flatMap((id) => state.hooks.get(id) ?? []);
  const hooks = shown.map((hook) => hookView(hook, input.baseUrl, input.now));
  return result(state, answer(200, hooks, linkHeader(`${input.baseUrl}/repos/${owner}/${repo}/hooks`, links)));
}

/** Creates a hook and pings it. */
export function createHook(state: HostState, call: HostCall): HostStep {
  const { body, input, owner, repo } = call;
  const hook: HookRecord = {
    id: state.nextId,
    owner,
    repo,
    active: booleanOr(body.active, defaultOf(createHookBody, 'active') === true),
    events: unique(textsOr(body.events, textsOr(defaultOf(createHookBody, 'events'), []))),
    ...configFrom(body.config, defaultConfig()),
    createdAt: input.now,
    updatedAt: input.now,
    deliveries: [],
  };
  const refusal = refuseHook(state, hook);
  if (refusal) return refusal;
  const next = withHook({ ...state, nextId: state.nextId + 1 }, hook);
  return pinged(next, hook, call, answer(201, hookView(hook, input.baseUrl, input.now)));
}

/** Reads a hook. */
export function getHook(state: HostState, { input }: HostCall, hook: HookRecord): HostStep {
  return result(state, answer(200, hookView(hook, input.baseUrl, input.now)));
}

/** Changes a hook; `config` without `secret` removes the secret. */
export function updateHook(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  const { body, input } = call;
  const removed = textsOr(body.remove_events, []);
  const events = [...textsOr(body.events, hook.events), ...textsOr(body.add_events, [])];
  const hasConfig = isRecord(body.config);
  const { secret: _forgotten, ...rest } = hook;
  const changed: HookRecord = {
    ...(hasConfig ? rest : hook),
    ...(hasConfig && configFrom(body.config, { ...configOf(hook), secret: undefined })),
    active: booleanOr(body.active, hook.active),
    events: unique(events).filter((event) => !removed.includes(event)),
    updatedAt: input.now,
  };
  const refusal = refuseHook(state, changed);
  if (refusal) return refusal;
  return result(withHook(state, changed), answer(200, hookView(changed, input.baseUrl, input.now)));
}

/** Removes a hook. */
export function deleteHook(state: HostState, _call: HostCall, hook: HookRecord): HostStep {
  return result({ ...state, hooks: state.hooks.without(hook) }, answer(204));
}

/** Reads a hook's configuration, with the secret masked. */
export function getConfig(state: HostState, _call: HostCall, hook: HookRecord): HostStep {
  return result(state, answer(200, configView(hook)));
}

/** Changes a hook's configuration. Members that are missing in the body stay, the secret included. */
export function updateConfig(state: HostState, call: HostCall, hook: HookRecord): HostStep {
  const changed: HookRecord = { ...hook, ...configFrom(call.body, configOf(hook)), updatedAt: call.input.now };
  const refusal = refuseHook(state, changed);
  if (refusal) return refusal;
  return result(withHook(state, changed), answer(200, configView(changed)));
}

function withHook(state: HostState, hook: HookRecord): HostState {
  return { ...state, hooks: state.hooks.with(hook) };
}

/** Returns the refusal of a hook with an unusable URL, or of one that conflicts with other hooks of the repository. */
function refuseHook(state: HostState, hook: HookRecord): HostStep | undefined {
  if (hook.url !== '' && !isDeliverable(hook.url)) {
    const message =
      'The URL of a webhook must begin with http:// or https://, have a host, and a port of at most 65535.';
    return invalid(state, [{ message, rule: 'relative-url' }]);
  }
  const message = conflict(state, hook);
  return message === undefined ? undefined : invalid(state, [{ message }]);
}

function isDeliverable(url: string): boolean {
  const [, host, port = ''] =
    /^https?:\/\/(?:[^\s/?#@]*@)?(\[[\da-f:.]+\]|[^\s/?#:@]+)(?::(\d*))?(?:[/?#]|$)/i.exec(url) ?? [];
  return host !== undefined && Number(port) <= 65_535;
}

function conflict({ hooks }: HostState, hook: HookRecord): string | undefined {
  const isOther = ({ id }: HookRecord): boolean => id !== hook.id;
  if (hooks.alike(hook).some((other) => isOther(other) && hasCommonEvent(other.events, hook.events))) {
    return 'Hook already exists on this repository';
  }
  const full = hook.events.find((event) => hooks.subscribed(hook, event).filter(isOther).length >= hooksPerEvent);
  return full && `The "${full}" event cannot have more than ${hooksPerEvent} hooks`;
}

function hasCommonEvent(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  return a.includes('*') || b.includes('*') || a.some((event) => b.includes(event));
}

function configOf({ url, contentType, insecureSsl, secret }: HookRecord): HookConfig {
  return { url, contentType, insecureSsl, ...(secret !== undefined && { secret }) };
}

function configFrom(value: unknown, base: Omit<HookConfig, 'secret'> & { secret?: string | undefined }): HookConfig {
  const config = isRecord(value) ? value : {};
  const { insecure_ssl: insecureSsl } = config;
  const secret = typeof config.secret === 'string' && config.secret !== '' ? config.secret : base.secret;
  return {
    url: textOr(config.url, base.url),
    contentType: textOr(config.content_type, base.contentType),
    insecureSsl: typeof insecureSsl === 'number' ? String(insecureSsl) : textOr(insecureSsl, base.insecureSsl),
    ...(secret !== undefined && { secret }),
  };
}

function defaultConfig(): HookConfig {
  return {
    url: '',
    contentType: textOr(defaultOf(createConfig, 'content_type'), ''),
    insecureSsl: textOr(defaultOf(createConfig, 'insecure_ssl'), ''),
  };
}

function defaultOf(shape: ObjectShape, name: string): unknown {
  const text = shape.fields.find((field) => field.name === name)?.default;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function booleanOr(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

function textsOr(value: unknown, otherwise: readonly string[]): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : otherwise;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
