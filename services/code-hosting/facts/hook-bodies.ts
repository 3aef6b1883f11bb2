import { field, warning } from '@rulebook/catalogue/makers';
import type { Field, ListShape, MisplacedField, ObjectShape } from '@rulebook/catalogue/shape';
import type { Remark } from '@rulebook/catalogue/facts';
import { webhookEvents } from './events';
import { configFieldNames, createConfig, updateConfig } from './hook-config';
import { refused } from '@rulebook/catalogue/provenance';
import { fromHooks, fromStates, fromWebhook, openApi } from './sources';
import { reference } from './source-document';

/** The public API description allows no other fields in this body. */
const othersRefused = refused(reference('Repository webhooks', openApi));

const eventList: ListShape = {
  type: 'array',
  items: { type: 'string', values: webhookEvents },
  constraints: [warning('duplicate-item', { noun: 'event' }, fromWebhook)],
};

const subscription: ListShape = {
  ...eventList,
  constraints: [
    ...(eventList.constraints ?? []),
    warning(
      'empty-list',
      { message: 'An empty list subscribes the webhook to no event. List at least one event.' },
      fromWebhook,
    ),
  ],
};

const active: Field = {
  name: 'active',
  summary: 'Whether the webhook sends notifications when an event occurs.',
  provenance: fromWebhook,
  default: 'true',
  shape: {
    type: 'boolean',
    constraints: [
      {
        rule: 'noted-value',
        options: { value: 'false', message: 'An inactive webhook sends no notifications.' },
        severity: 'information',
        provenance: fromStates,
      },
    ],
  },
};

const configExample = '{ "url": "https://example.com/webhook", "content_type": "json", "secret": "{{hook_secret}}" }';

const config: Omit<Field, 'shape'> = {
  name: 'config',
  summary: 'The configuration: where and how the webhook delivers payloads.',
  provenance: fromWebhook,
  example: configExample,
};

const belongsIntoConfig: MisplacedField = {
  names: configFieldNames,
  severity: 'warning',
  message: 'This field belongs inside `config`.',
  provenance: fromWebhook,
  fix: { kind: 'move-into', into: 'config' },
};

const givenByService: MisplacedField = {
  names: ['type', 'id', 'created_at', 'updated_at', 'test_url', 'ping_url', 'deliveries_url', 'last_response'],
  severity: 'warning',
  message: 'The service sets this field itself. Remove it from the request.',
  provenance: fromWebhook,
  fix: { kind: 'remove' },
};

const sentByClient: Remark = {
  text: 'The vendor’s own command-line tool sends `cli` for development webhooks, and the service accepts it.',
  source: 'cli/gh-webhook, source',
};

/** The body that creates a webhook. */
export const createHookBody: ObjectShape = {
  type: 'object',
  name: 'webhook create request',
  refusal: othersRefused,
  fields: [
    {
      name: 'name',
      summary: 'The kind of webhook. `web` is the only one.',
      provenance: fromWebhook,
      default: '"web"',
      shape: {
        type: 'string',
        values: {
          closed: true,
          provenance: fromWebhook,
          values: [{ value: 'web', summary: 'The only kind of webhook.' }],
          accepted: [{ value: 'cli', ...sentByClient }],
        },
      },
      reference: sentByClient,
      example: '"web"',
    },
    {
      ...config,
      shape: createConfig,
      absent: {
        severity: 'hint',
        message: 'Without `config`, the webhook has no URL to deliver to.',
        provenance: fromHooks,
      },
    },
    {
      name: 'events',
      summary: 'The events that trigger a delivery.',
      provenance: fromHooks,
      default: '["push"]',
      shape: subscription,
      absent: {
        severity: 'information',
        message: 'Without `events`, the webhook is subscribed to `push` only.',
        provenance: fromHooks,
      },
      example: '["push"]',
    },
    active,
  ],
  misplaced: [
    belongsIntoConfig,
    givenByService,
    {
      names: ['add_events'],
      severity: 'warning',
      message: '`add_events` only works when you update a webhook. Use `events` to create one.',
      provenance: fromHooks,
      fix: { kind: 'rename', to: 'events' },
    },
    {
      names: ['remove_events'],
      severity: 'warning',
      message: '`remove_events` only works when you update a webhook. Use `events` to create one.',
      provenance: fromHooks,
      fix: { kind: 'remove' },
    },
  ],
};

/** The body that updates a webhook. */
export const updateHookBody: ObjectShape = {
  type: 'object',
  name: 'webhook update request',
  // Other names are ignored, and a misspelt one changes nothing.
  unlisted: 'warning',
  refusal: othersRefused,
  fields: [
    {
      ...config,
      summary: 'The new configuration. If a secret was set, send the same or a new one again. Otherwise it is removed.',
      shape: updateConfig,
    },
    {
      name: 'events',
      summary: 'The events that trigger a delivery. This list replaces the earlier one completely.',
      provenance: fromHooks,
      shape: {
        ...subscription,
        constraints: [
          ...(subscription.constraints ?? []),
          {
            rule: 'noted-value',
            options: {
              message:
                '`events` replaces the whole list. To change the current list, use `add_events` or `remove_events`.',
              unlessNextTo: ['add_events', 'remove_events'],
            },
            severity: 'information',
            provenance: fromHooks,
          },
        ],
      },
      example: '["push"]',
    },
    field('add_events', eventList, 'Events to add to the current list.', fromHooks, { example: '["pull_request"]' }),
    field('remove_events', eventList, 'Events to remove from the current list.', fromHooks, { example: '["push"]' }),
    active,
  ],
  misplaced: [
    belongsIntoConfig,
    givenByService,
    {
      names: ['name'],
      severity: 'hint',
      message:
        '`name` is not documented for an update. Reference: Some clients send it, and the service accepts the request.',
      provenance: fromHooks,
      fix: { kind: 'remove' },
    },
  ],
  constraints: [
    warning('conflicting-fields', { fields: ['events', 'add_events', 'remove_events'] }, fromHooks),
    warning('contradicting-items', { lists: ['add_events', 'remove_events'] }, fromHooks),
    {
      rule: 'empty-object',
      options: { message: 'An empty update changes nothing. Add the fields to change.' },
      severity: 'hint',
      provenance: fromHooks,
    },
  ],
};
