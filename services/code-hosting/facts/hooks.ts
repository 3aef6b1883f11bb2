import type { Operation } from '@rulebook/catalogue/operation';
import { createHookBody, updateHookBody } from './hook-bodies';
import { configResponse, configUpdateBody } from './hook-config';
import { webhook, webhooks } from './hook-shapes';
import { hookPath, page, perPage, repositoryPath } from './parameters';
import {
  hookLimit,
  needsOwner,
  needsRead,
  needsReadScope,
  needsWrite,
  needsWriteScope,
  usesDeleteScope,
  usesReadScope,
  usesWriteScope,
} from './permissions';
import { errors, success } from './responses';
import { fromHooks, fromVersioning, openApi } from './sources';

const common = { service: 'code-hosting', provenance: fromHooks } as const;
const hooks = '/repos/{owner}/{repo}/hooks';
const hook = `${hooks}/{hook_id}`;
const onRepository = { path: repositoryPath, query: [] } as const;
const onHook = { path: hookPath, query: [] } as const;

const keepSecret = {
  message: 'An update with `config` removes the secret unless you send the same or a new one again.',
  provenance: fromHooks,
} as const;

/** The operations on webhooks and their configuration. */
export const hookOperations: readonly Operation[] = [
  {
    ...common,
    id: 'code-hosting.hooks.list',
    title: 'List repository webhooks',
    summary: 'Lists the webhooks of a repository, one page at a time.',
    methods: ['GET'],
    path: hooks,
    parameters: { path: repositoryPath, query: [perPage, page] },
    responses: [success(200, 'The webhooks on this page.', webhooks), ...errors(404)],
    needs: [needsRead, usesReadScope],
    notes: [],
    misplacedQuery: [
      {
        name: 'cursor',
        use: 'page',
        severity: 'warning',
        message: '`cursor` pages through deliveries. Use `page` for webhooks.',
        provenance: fromHooks,
      },
    ],
  },
  {
    ...common,
    id: 'code-hosting.hooks.create',
    title: 'Create a repository webhook',
    summary: 'Adds a webhook to a repository.',
    methods: ['POST'],
    path: hooks,
    parameters: onRepository,
    // In the public API description the body can be null.
    body: { shape: createHookBody, isNullable: true, provenance: fromHooks },
    responses: [success(201, 'The webhook was created.', webhook), ...errors(403, 404, 422)],
    needs: [needsWrite, usesWriteScope],
    notes: [
      hookLimit,
      {
        message:
          'Give each webhook of a repository its own `config`. Two webhooks may share one only if they have no event in common.',
        provenance: fromHooks,
      },
    ],
  },
  {
    ...common,
    id: 'code-hosting.hooks.get',
    title: 'Read a repository webhook',
    summary: 'Reads one webhook. Its secret is masked.',
    methods: ['GET'],
    path: hook,
    parameters: onHook,
    responses: [success(200, 'The webhook.', webhook), ...errors(404)],
    needs: [needsRead, usesReadScope],
    notes: [],
  },
  {
    ...common,
    id: 'code-hosting.hooks.update',
    title: 'Update a repository webhook',
    summary: 'Changes the configuration or the events of a webhook, or switches it on or off.',
    methods: ['PATCH'],
    path: hook,
    parameters: onHook,
    body: { shape: updateHookBody, provenance: fromHooks },
    responses: [success(200, 'The webhook after the change.', webhook), ...errors(404, 422)],
    needs: [needsWrite, usesWriteScope],
    notes: [
      keepSecret,
      {
        message:
          '`events` replaces the whole list. `add_events` adds to the list, and `remove_events` removes from it.',
        provenance: fromHooks,
      },
    ],
  },
  {
    ...common,
    id: 'code-hosting.hooks.delete',
    title: 'Delete a repository webhook',
    summary: 'Deletes a webhook.',
    methods: ['DELETE'],
    path: hook,
    parameters: onHook,
    responses: [success(204, 'The webhook was deleted.'), ...errors(404)],
    needs: [needsWrite, usesDeleteScope, needsOwner],
    losses: [
      {
        message: 'Deletes {what} of the repository `{owner}/{repo}`.',
        what: { one: 'the webhook', several: 'webhooks', parameter: 'hook_id' },
        provenance: fromHooks,
      },
    ],
    notes: [],
    reference: {
      text: 'The public API description calls this an organization webhook. It means the repository webhook.',
      source: openApi,
    },
  },
  {
    ...common,
    id: 'code-hosting.hooks.get-config',
    title: 'Read the configuration of a repository webhook',
    summary: 'Reads only the configuration of a webhook. Its secret is masked.',
    methods: ['GET'],
    path: `${hook}/config`,
    parameters: onHook,
    responses: [success(200, 'The configuration.', configResponse)],
    needs: [needsRead, needsReadScope],
    notes: [],
  },
  {
    ...common,
    id: 'code-hosting.hooks.update-config',
    title: 'Update the configuration of a repository webhook',
    summary:
      'Changes only the configuration of a webhook. The body is the configuration itself, without `config` around it.',
    methods: ['PATCH'],
    path: `${hook}/config`,
    parameters: onHook,
    body: { shape: configUpdateBody, provenance: fromHooks },
    responses: [success(200, 'The configuration after the change.', configResponse)],
    needs: [needsWrite, needsWriteScope],
    notes: [],
  },
  {
    ...common,
    id: 'code-hosting.hooks.ping',
    title: 'Ping a repository webhook',
    summary: 'Triggers a `ping` event, which the webhook delivers.',
    methods: ['POST'],
    path: `${hook}/pings`,
    formerPaths: [
      {
        template: `${hook}/ping`,
        severity: 'warning',
        message: 'The path of the ping operation ends with `/pings`. Add the `s`.',
        provenance: fromHooks,
      },
    ],
    parameters: onHook,
    responses: [success(204, 'The ping was triggered.'), ...errors(404)],
    needs: [needsRead, usesReadScope],
    notes: [],
  },
  {
    ...common,
    id: 'code-hosting.hooks.test',
    title: 'Test a repository webhook with a push',
    summary: 'Triggers a delivery of the latest push, if the webhook is subscribed to `push`.',
    methods: ['POST'],
    path: `${hook}/tests`,
    formerPaths: [
      {
        template: `${hook}/test`,
        severity: 'error',
        message: 'This is the earlier path of the push test. Use the current path, which ends with `/tests`.',
        provenance: fromVersioning,
      },
    ],
    parameters: onHook,
    responses: [
      success(204, 'The test was triggered. Nothing was sent if the webhook is not subscribed to `push`.'),
      ...errors(404),
    ],
    needs: [needsRead, usesReadScope],
    notes: [
      {
        message: 'If the webhook is not subscribed to `push`, the response is also 204, but nothing is sent.',
        provenance: fromHooks,
      },
    ],
  },
];
