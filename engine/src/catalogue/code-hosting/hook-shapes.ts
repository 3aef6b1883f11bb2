import type { Field, ObjectShape, Shape } from '../model';
import { flag, nullable, text, textList, wholeNumber } from '../shapes';
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
      summary: `The status that the last delivery was answered with; null without a delivery in the last ${lastResponseDays} days.`,
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
                options: { value: 'null', message: `Nothing was delivered in the last ${lastResponseDays} days.` },
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
      summary: 'A word for the outcome; `unused` while nothing was ever delivered.',
      provenance: fromStates,
      shape: nullable(text),
      reference: { text: 'It can be null.', source: openApi },
    },
    {
      name: 'message',
      summary: `What the outcome was; null without a delivery in the last ${lastResponseDays} days.`,
      provenance,
      shape: nullable(text),
    },
  ],
};

/** A webhook in an answer. */
export const webhook: ObjectShape = {
  type: 'object',
  name: 'webhook',
  isOpen: true,
  fields: [
    { name: 'type', summary: 'What kind of owner the webhook has.', provenance, shape: text },
    { name: 'id', summary: 'Identifies the webhook in paths, as `hook_id`.', provenance, shape: wholeNumber },
    { name: 'name', summary: 'The kind of the webhook.', provenance, shape: text },
    { name: 'active', summary: 'Whether the webhook sends notifications.', provenance, shape: flag },
    { name: 'events', summary: 'The events that the webhook is told about.', provenance, shape: textList },
    {
      name: 'config',
      summary: 'Where and how payloads are delivered.',
      provenance,
      shape: configResponse,
    },
    { name: 'created_at', summary: 'When the webhook was created.', provenance, shape: text },
    { name: 'updated_at', summary: 'When the webhook was last changed.', provenance, shape: text },
    link('url', 'Leads to the webhook itself.'),
    link('test_url', 'Leads to its push test.'),
    link('ping_url', 'Leads to its ping.'),
    link('deliveries_url', 'Leads to its deliveries.'),
    {
      name: 'last_response',
      summary: 'How the last delivery went.',
      provenance,
      shape: lastResponse,
    },
  ],
};

/** A list of webhooks. */
export const webhooks: Shape = { type: 'array', items: webhook };
