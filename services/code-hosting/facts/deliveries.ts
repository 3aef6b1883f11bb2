import type { Operation } from '@rulebook/catalogue/operation';
import { deliveryDetail, deliverySummaries } from './delivery-shapes';
import { cursor, deliveryPath, deliveryStatus, hookPath, perPage } from './parameters';
import { needsRead, needsWrite, usesReadScope, usesWriteScope } from './permissions';
import { errors, success } from './responses';
import { fromEvents, fromHooks } from './sources';

const common = { service: 'code-hosting', provenance: fromHooks } as const;
const deliveries = '/repos/{owner}/{repo}/hooks/{hook_id}/deliveries';
const delivery = `${deliveries}/{delivery_id}`;

/** The operations on the deliveries of a webhook. */
export const deliveryOperations: readonly Operation[] = [
  {
    ...common,
    id: 'code-hosting.deliveries.list',
    title: 'List deliveries of a repository webhook',
    summary:
      'Lists the deliveries of a webhook, one page at a time. The `link` header contains the cursors of the next and previous pages.',
    methods: ['GET'],
    path: deliveries,
    parameters: { path: hookPath, query: [perPage, cursor, deliveryStatus] },
    responses: [success(200, 'The deliveries on this page.', deliverySummaries), ...errors(400, 422)],
    needs: [needsRead, usesReadScope],
    notes: [],
    misplacedQuery: [
      {
        name: 'page',
        use: 'cursor',
        severity: 'warning',
        message: '`page` does not work for deliveries. Use `cursor`.',
        provenance: fromHooks,
      },
    ],
  },
  {
    ...common,
    id: 'code-hosting.deliveries.get',
    title: 'Read a delivery of a repository webhook',
    summary: 'Reads one delivery, with its recorded request and response.',
    methods: ['GET'],
    path: delivery,
    parameters: { path: deliveryPath, query: [] },
    responses: [success(200, 'The delivery.', deliveryDetail), ...errors(400, 422)],
    needs: [needsRead, usesReadScope],
    notes: [],
  },
  {
    ...common,
    id: 'code-hosting.deliveries.redeliver',
    title: 'Redeliver a delivery of a repository webhook',
    summary: 'Sends a delivery again.',
    methods: ['POST'],
    path: `${delivery}/attempts`,
    parameters: { path: deliveryPath, query: [] },
    responses: [success(202, 'The delivery will be sent again.'), ...errors(400, 422)],
    needs: [needsWrite, usesWriteScope],
    notes: [{ message: 'The new delivery has `redelivery` set to `true`.', provenance: fromEvents }],
  },
];
