import type { PartView } from '@rulebook/sandbox/part';
import { groupItem, notesText, timeText, type ViewItem } from '@rulebook/sandbox/view';
import { deliveryOperations } from '../facts/deliveries';
import { webhookEvents } from '../facts/events';
import { codeHosting } from '../identity';
import type { DeliveryRecord, HookRecord } from './hook-record';
import type { HostState, RepositoryRecord } from './model';

/** The latest deliveries of a webhook that are shown. */
const deliveriesShown = 20;

/** What editors show of the code host. */
export const view: PartView<HostState> = {
  items: ({ hooks, repositories }) => [
    {
      id: 'host',
      label: 'Code host',
      icon: 'github-alt',
      endpoint,
      children: [
        groupItem(
          'host/hooks',
          'Webhooks',
          'rss',
          [...hooks.records.values()].sort((a, b) => a.id - b.id).map(hookItem),
        ),
        groupItem(
          'host/repositories',
          'Repositories',
          'repo',
          Object.values(repositories).map(repositoryItem),
          'repositories',
        ),
      ],
    },
  ],
  delivery: ({ hooks }, id) => {
    const [, hook, delivery] = /^host\/hooks\/(\d+)\/(\d+)$/.exec(id) ?? [];
    const found = hooks.get(Number(hook))?.deliveries.find((one) => String(one.id) === delivery);
    return found && deliveryText(found);
  },
  events: {
    choices: webhookEvents.values
      // A ping has an operation of its own.
      .filter(({ value }) => value !== 'ping')
      .map(({ value, summary = '' }) => ({ name: String(value), summary })),
    subjects: ({ repositories }) => Object.values(repositories).map(repositoryName),
  },
};

function repositoryItem(record: RepositoryRecord): ViewItem {
  const name = repositoryName(record);
  const resource = { group: 'repositories', names: { owner: record.owner, repo: record.name } };
  return { id: `host/repositories/${name}`, label: name, icon: 'repo', copies: name, resource };
}

function repositoryName({ owner, name }: RepositoryRecord): string {
  return `${owner}/${name}`;
}

function hookItem(hook: HookRecord): ViewItem {
  const id = `host/hooks/${hook.id}`;
  const deliveries = hook.deliveries.slice(0, deliveriesShown).map((delivery) => deliveryItem(id, hook, delivery));
  return {
    id,
    label: `${hook.owner}/${hook.repo} #${hook.id}`,
    description: notesText(withoutQuery(hook.url), hook.events.join(', '), hook.active ? undefined : 'inactive'),
    icon: hook.active ? 'rss' : 'circle-slash',
    copies: String(hook.id),
    resource: { group: 'hooks', names: { owner: hook.owner, repo: hook.repo, hook_id: String(hook.id) } },
    ...(deliveries.length > 0 && { children: deliveries }),
  };
}

function deliveryItem(at: string, hook: HookRecord, delivery: DeliveryRecord): ViewItem {
  const { outcome } = delivery;
  const isHeldBack = delivery.throttledAt !== undefined;
  const isGood = outcome !== undefined && outcome.status >= 200 && outcome.status < 300;
  const result = isHeldBack
    ? 'held back'
    : outcome === undefined
      ? 'pending'
      : [outcome.status === 0 ? '' : outcome.status, outcome.statusText].join(' ').trim();
  return {
    id: `${at}/${delivery.id}`,
    label: delivery.action === null ? delivery.event : `${delivery.event}.${delivery.action}`,
    description: notesText(result, delivery.redelivery ? 'redelivery' : undefined, timeText(delivery.deliveredAt)),
    icon: isHeldBack ? 'circle-slash' : outcome === undefined ? 'loading~spin' : isGood ? 'pass' : 'error',
    copies: String(delivery.id),
    delivery: { title: `Delivery ${delivery.id}`, endpoint, again: pathAgain(hook, delivery) },
  };
}

const endpoint = codeHosting.servers?.[0]?.endpoint ?? '';

/** Returns the path of the operation that repeats a delivery. */
function pathAgain({ owner, repo, id }: HookRecord, delivery: DeliveryRecord): string {
  const path = deliveryOperations.find((one) => one.id === 'code-hosting.deliveries.redeliver')?.path ?? '';
  const parts = [owner, repo, String(id), String(delivery.id)];
  let next = 0;
  return path.replace(/\{[^{}]+\}/g, () => encodeURIComponent(parts[next++] ?? ''));
}

/** Returns a delivery as people read it: what was sent, and what came back. */
function deliveryText({ event, action, redelivery, url, payload, outcome }: DeliveryRecord): unknown {
  return {
    event,
    action,
    redelivery,
    request: { url, headers: Object.fromEntries(outcome?.requestHeaders ?? []), payload },
    response:
      outcome === undefined
        ? null
        : {
            status: outcome.status,
            text: outcome.statusText,
            seconds: outcome.duration,
            headers: Object.fromEntries(outcome.responseHeaders),
            body: outcome.responseBody,
          },
  };
}

/** A query may carry a token. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
}
