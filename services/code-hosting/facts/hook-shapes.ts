import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { flag, nullable, text, textList, wholeNumber } from '@rulebook/catalogue/shapes';
import { configResponse } from './hook-config';
import { lastResponseDays } from './limits';
import { fromLimits, fromStates, fromWebhook, openApi } from './sources';

const provenance = fromWebhook;

const link = (name: string, summary: string): Field => ({ name, summary, provenance, shape: text });

const lastResponse: ObjectShape = {
  type: 'object',
  name: 'last response',
  isOpen: true,
  fields: [
    {
      name: 'code',
      summary: `The status code of the response to the last delivery. Null if there was no delivery in the last ${lastResponseDays} days.`,
      provenance,
      shape: {
        type: 'choice',
        options: [
          wholeNumber,
          {
            type: 'null',
            constraints: [
              {
                rule: 'noted-value',
                options: { value: 'null', message: `There was no delivery in the last ${lastResponseDays} days.` },
                severity: 'hint',
                provenance: fromLimits,
              },
            ],
          },
        ],
      },
    },
    {
      name: 'status',
      summary: 'The outcome in a word. `unused` if nothing was ever delivered.',
      provenance: fromStates,
      shape: nullable(text),
      reference: { text: 'It can be null.', source: openApi },
    },
    {
      name: 'message',
      summary: `A description of the outcome. Null if there was no delivery in the last ${lastResponseDays} days.`,
      provenance,
      shape: nullable(text),
    },
  ],
};

/** A webhook in a response. */
export const webhook: ObjectShape = {
  type: 'object',
  name: 'webhook',
  isOpen: true,
  fields: [
    { name: 'type', summary: 'The kind of owner of the webhook.', provenance, shape: text },
    { name: 'id', summary: 'The id of the webhook. Paths use it as `hook_id`.', provenance, shape: wholeNumber },
    { name: 'name', summary: 'The kind of webhook.', provenance, shape: text },
    {
      name: 'active',
      summary: 'Whether the webhook sends notifications when an event occurs.',
      provenance,
      shape: flag,
    },
    { name: 'events', summary: 'The events that trigger a delivery.', provenance, shape: textList },
    {
      name: 'config',
      summary: 'The configuration: where and how the webhook delivers payloads.',
      provenance,
      shape: configResponse,
    },
    { name: 'created_at', summary: 'When the webhook was created.', provenance, shape: text },
    { name: 'updated_at', summary: 'When the webhook was last changed.', provenance, shape: text },
    link('url', 'The URL of the webhook.'),
    link('test_url', 'The URL of its push test operation.'),
    link('ping_url', 'The URL of its ping operation.'),
    link('deliveries_url', 'The URL of its deliveries.'),
    {
      name: 'last_response',
      summary: 'The outcome of the last delivery.',
      provenance,
      shape: lastResponse,
    },
  ],
};

/** A list of webhooks. */
export const webhooks: Shape = { type: 'array', items: webhook };
