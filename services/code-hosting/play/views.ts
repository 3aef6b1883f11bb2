import { lastResponseDays } from '../facts/limits';
import type { HostState } from './model';
import { repositoryId } from './repositories';
import type { DeliveryRecord, HookRecord } from './hook-record';

/** What replaces a secret in responses. */
const maskedSecret = '********';

const lastResponseLifetime = lastResponseDays * 86_400_000;

/** Returns the URL of the hook, as answers give it. */
export function hookUrl(hook: HookRecord, baseUrl: string): string {
  return `${baseUrl}/repos/${hook.owner}/${hook.repo}/hooks/${hook.id}`;
}

/** Returns the hook as answers show it. */
export function hookView(hook: HookRecord, baseUrl: string, now: number): Readonly<Record<string, unknown>> {
  const url = hookUrl(hook, baseUrl);
  return {
    type: 'Repository',
    id: hook.id,
    name: 'web',
    active: hook.active,
    events: hook.events,
    config: configView(hook),
    updated_at: timestamp(hook.updatedAt),
    created_at: timestamp(hook.createdAt),
    url,
    test_url: `${url}/tests`,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
    last_response: lastResponse(hook, now),
  };
}

/** Returns the hook's configuration as answers show it, with the secret masked. */
export function configView(hook: HookRecord): Readonly<Record<string, unknown>> {
  return {
    content_type: hook.contentType,
    insecure_ssl: hook.insecureSsl,
    ...(hook.secret !== undefined && { secret: maskedSecret }),
    ...(hook.url !== '' && { url: hook.url }),
  };
}

/** Returns a delivery as the list of deliveries shows it. */
export function deliverySummary(
  delivery: DeliveryRecord,
  hook: HookRecord,
  state: HostState,
): Readonly<Record<string, unknown>> {
  const { outcome, throttledAt } = delivery;
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: timestamp(delivery.deliveredAt),
    redelivery: delivery.redelivery,
    duration: outcome?.duration ?? 0,
    status: outcome?.statusText ?? (delivery.isHeldBack ? 'throttled' : 'pending'),
    status_code: outcome?.status ?? 0,
    event: delivery.event,
    action: delivery.action,
    installation_id: null,
    repository_id: repositoryId(hook, state),
    throttled_at: throttledAt === undefined ? null : timestamp(throttledAt),
  };
}

/** Returns a delivery with its request and response. */
export function deliveryDetail(
  delivery: DeliveryRecord,
  hook: HookRecord,
  state: HostState,
): Readonly<Record<string, unknown>> {
  const { outcome } = delivery;
  return {
    ...deliverySummary(delivery, hook, state),
    url: delivery.url,
    request: { headers: outcome ? headerRecord(outcome.requestHeaders) : null, payload: delivery.payload },
    response: {
      headers: outcome ? headerRecord(outcome.responseHeaders) : null,
      payload: outcome ? outcome.responseBody : null,
    },
  };
}

/** Returns a point in time as ISO 8601 in whole seconds. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -'.000Z'.length)}Z`;
}

function lastResponse(hook: HookRecord, now: number): Readonly<Record<string, unknown>> {
  const last = hook.deliveries.find(({ outcome }) => outcome);
  if (!last?.outcome) return { code: null, status: 'unused', message: null };
  if (now - last.deliveredAt > lastResponseLifetime) return { code: null, status: null, message: null };
  const { status, statusText } = last.outcome;
  if (status === 0) return { code: null, status: 'connection_error', message: statusText };
  return {
    code: status,
    status: status >= 200 && status < 300 ? 'active' : 'invalid_http_response',
    message: statusText,
  };
}

function headerRecord(headers: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(headers);
}
