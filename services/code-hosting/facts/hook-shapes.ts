import { field } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { flag, nullable, text, textList, wholeNumber } from '@rulebook/catalogue/shapes';
import { configResponse } from './hook-config';
import { lastResponseDays } from './limits';
import { fromLimits, fromStates, fromWebhook, openApi } from './sources';

const provenance = fromWebhook;

const link = (name: string, summary: string): Field => field(name, text, summary, provenance);

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
    field('type', text, 'The kind of owner of the webhook.', provenance),
    field('id', wholeNumber, 'The id of the webhook. Paths use it as `hook_id`.', provenance),
    field('name', text, 'The kind of webhook.', provenance),
    field('active', flag, 'Whether the webhook sends notifications when an event occurs.', provenance),
    field('events', textList, 'The events that trigger a delivery.', provenance),
    field('config', configResponse, 'The configuration: where and how the webhook delivers payloads.', provenance),
    field('created_at', text, 'When the webhook was created.', provenance),
    field('updated_at', text, 'When the webhook was last changed.', provenance),
    link('url', 'The URL of the webhook.'),
    link('test_url', 'The URL of its push test operation.'),
    link('ping_url', 'The URL of its ping operation.'),
    link('deliveries_url', 'The URL of its deliveries.'),
    field('last_response', lastResponse, 'The outcome of the last delivery.', provenance),
  ],
};

/** A list of webhooks. */
export const webhooks: Shape = { type: 'array', items: webhook };
