import type { Operation } from '../model';
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
  message: 'A secret that was set before must be sent again with `config`, or it is removed.',
  provenance: fromHooks,
} as const;

/** The operations on webhooks and their configuration. */
export const hookOperations: readonly Operation[] = [
  {
    ...common,
    id: 'code-hosting.hooks.list',
    title: 'List repository webhooks',
    summary: 'Lists the webhooks of a repository, page by page.',
    methods: ['GET'],
    path: hooks,
    parameters: { path: repositoryPath, query: [perPage, page] },
    responses: [success(200, 'The webhooks of the page.', webhooks), ...errors(404)],
    notes: [needsRead, usesReadScope],
    misplacedQuery: [
      {
        name: 'cursor',
        use: 'page',
        severity: 'warning',
        message: '`cursor` is for deliveries; webhooks are paged with `page`.',
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
    // The public description: the body can be null.
    body: { shape: createHookBody, isNullable: true, provenance: fromHooks },
    responses: [success(201, 'The webhook was created.', webhook), ...errors(403, 404, 422)],
    notes: [
      needsWrite,
      usesWriteScope,
      hookLimit,
      {
        message:
          'Each webhook of a repository should have a `config` of its own; two may share one only when they have no event in common.',
        provenance: fromHooks,
      },
    ],
  },
  {
    ...common,
    id: 'code-hosting.hooks.get',
    title: 'Read a repository webhook',
    summary: 'Reads one webhook; its secret is masked.',
    methods: ['GET'],
    path: hook,
    parameters: onHook,
    responses: [success(200, 'The webhook.', webhook), ...errors(404)],
    notes: [needsRead, usesReadScope],
  },
  {
    ...common,
    id: 'code-hosting.hooks.update',
    title: 'Update a repository webhook',
    summary: 'Changes configuration, events or activity of a webhook.',
    methods: ['PATCH'],
    path: hook,
    parameters: onHook,
    body: { shape: updateHookBody, provenance: fromHooks },
    responses: [success(200, 'The changed webhook.', webhook), ...errors(404, 422)],
    notes: [
      needsWrite,
      usesWriteScope,
      keepSecret,
      {
        message: '`events` replaces the whole list; `add_events` and `remove_events` change it.',
        provenance: fromHooks,
      },
    ],
  },
  {
    ...common,
    id: 'code-hosting.hooks.delete',
    title: 'Delete a repository webhook',
    summary: 'Removes a webhook.',
    methods: ['DELETE'],
    path: hook,
    parameters: onHook,
    responses: [success(204, 'The webhook is gone.'), ...errors(404)],
    notes: [needsWrite, usesDeleteScope, needsOwner],
    reference: {
      text: 'The public description speaks of a webhook of an organization here; the webhook of the repository is meant.',
      source: openApi,
    },
  },
  {
    ...common,
    id: 'code-hosting.hooks.get-config',
    title: 'Read the configuration of a repository webhook',
    summary: 'Reads the configuration alone; its secret is masked.',
    methods: ['GET'],
    path: `${hook}/config`,
    parameters: onHook,
    responses: [success(200, 'The configuration.', configResponse)],
    notes: [needsRead, needsReadScope],
  },
  {
    ...common,
    id: 'code-hosting.hooks.update-config',
    title: 'Update the configuration of a repository webhook',
    summary: 'Changes the configuration alone; the body is the configuration itself.',
    methods: ['PATCH'],
    path: `${hook}/config`,
    parameters: onHook,
    body: { shape: configUpdateBody, provenance: fromHooks },
    responses: [success(200, 'The changed configuration.', configResponse)],
    notes: [needsWrite, needsWriteScope],
  },
  {
    ...common,
    id: 'code-hosting.hooks.ping',
    title: 'Ping a repository webhook',
    summary: 'Makes the webhook deliver a `ping` event.',
    methods: ['POST'],
    path: `${hook}/pings`,
    formerPaths: [
      {
        template: `${hook}/ping`,
        severity: 'warning',
        message: 'The path of a ping ends with `/pings`.',
        provenance: fromHooks,
      },
    ],
    parameters: onHook,
    responses: [success(204, 'The ping was triggered.'), ...errors(404)],
    notes: [needsRead, usesReadScope],
  },
  {
    ...common,
    id: 'code-hosting.hooks.test',
    title: 'Test a repository webhook with a push',
    summary: 'Makes the webhook deliver the latest push, if it is subscribed to `push`.',
    methods: ['POST'],
    path: `${hook}/tests`,
    formerPaths: [
      {
        template: `${hook}/test`,
        severity: 'error',
        message: 'This is the former path of the push test; it now ends with `/tests`.',
        provenance: fromVersioning,
      },
    ],
    parameters: onHook,
    responses: [success(204, 'The test was triggered, or there was nothing to send.'), ...errors(404)],
    notes: [
      needsRead,
      usesReadScope,
      {
        message: 'Without a subscription to `push` the answer is 204 too, and nothing is sent.',
        provenance: fromHooks,
      },
    ],
  },
];
