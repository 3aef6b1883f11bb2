import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import type { ServiceId } from '@rulebook/catalogue/facts';
import { valueFor } from '@rulebook/checker/resource-model/make-value';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';
import type { DeliverEffect } from '../model';
import { overlaid } from './overlay';

/** What the expressions of a callback can name. */
export interface Exchanged {
  readonly query: ReadonlyMap<string, string>;
  readonly sent: unknown;
  readonly received: unknown;
}

/** More callbacks of one operation are not sent. */
const maxCallbacks = 10;

/** Returns the requests that a service sends after an operation, to URLs that the request named. One without a URL is not sent. */
export function callbackEffects(
  { callbacks = [] }: Operation,
  exchanged: Exchanged,
  { service, now }: { readonly service: ServiceId; readonly now: string },
): readonly DeliverEffect[] {
  return callbacks.slice(0, maxCallbacks).flatMap(({ url, method, shape }, index) => {
    const target = filledUrl(url, exchanged);
    // The sandbox delivers by POST.
    if (target === undefined || method !== 'POST') return [];
    const made = shape === undefined ? undefined : valueFor(shape, now);
    const value = isRecord(exchanged.received) ? overlaid(made, exchanged.received, shape) : made;
    const headers = [['Content-Type', 'application/json; charset=utf-8'] as const];
    const body = value === undefined ? '' : JSON.stringify(value);
    return [{ kind: 'deliver', service, hook: 0, delivery: index + 1, url: target, headers, body, verifyTls: true }];
  });
}

/** Fills in the runtime expressions of OpenAPI: `{$request.body#/url}`, `{$request.query.url}`, `{$response.body#/id}`. */
function filledUrl(url: string, { query, sent, received }: Exchanged): string | undefined {
  let isWhole = true;
  const filled = url.replace(/\{(\$[^{}]*)\}/g, (_, expression: string) => {
    const [, name] = /^\$request\.query\.(.+)$/.exec(expression) ?? [];
    const [, side, pointer = ''] = /^\$(request|response)\.body#(\/.*)$/.exec(expression) ?? [];
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const value = name === undefined ? valueAt(side === 'response' ? received : sent, steps) : query.get(name);
    if (typeof value !== 'string' || value === '') isWhole = false;
    return typeof value === 'string' ? value : '';
  });
  return isWhole && /^https?:\/\//.test(filled) ? filled : undefined;
}
