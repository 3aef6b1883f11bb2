import type { Field, ObjectShape, Shape } from '../model';
import { anyNumber, flag, nullable, text, undescribedObject, wholeNumber } from '../shapes';
import { fromDeliveryDetail, fromDeliverySummary, fromEvents, openApi } from './sources';

const provenance = fromDeliverySummary;
const canBeNull = { text: 'It can be null.', source: openApi } as const;

const summaryFields: readonly Field[] = [
  { name: 'id', summary: 'Identifies the delivery in paths, as `delivery_id`.', provenance, shape: wholeNumber },
  {
    name: 'guid',
    summary: 'Identifies the delivery and its redeliveries together; also sent as a header.',
    provenance,
    shape: text,
  },
  { name: 'delivered_at', summary: 'When it was delivered.', provenance, shape: text },
  { name: 'redelivery', summary: 'Whether it repeats an earlier one.', provenance: fromEvents, shape: flag },
  { name: 'duration', summary: 'How long it took.', provenance, shape: anyNumber },
  {
    name: 'status',
    summary: 'What became of it, in words.',
    provenance,
    shape: text,
    reference: { text: 'Free text such as `OK`, `failed to connect to host` or `timed out`.', source: openApi },
  },
  { name: 'status_code', summary: 'The status that the receiver answered with.', provenance, shape: wholeNumber },
  { name: 'event', summary: 'The event that it told about.', provenance: fromEvents, shape: text },
  {
    name: 'action',
    summary: 'What happened within the event, where that matters.',
    provenance: fromEvents,
    shape: nullable(text),
    reference: canBeNull,
  },
  {
    name: 'installation_id',
    summary: 'The app installation that it belongs to.',
    provenance,
    shape: nullable(wholeNumber),
    reference: canBeNull,
  },
  {
    name: 'repository_id',
    summary: 'The repository that it belongs to.',
    provenance,
    shape: nullable(wholeNumber),
    reference: canBeNull,
  },
  {
    name: 'throttled_at',
    summary: 'When it was held back; null when it was not.',
    provenance,
    shape: nullable(text),
  },
];

const header = (name: string, summary: string): Field => ({
  name,
  summary,
  provenance: fromDeliveryDetail,
  shape: text,
});

const signature = (name: string, summary: string, prefix: string): Field => ({
  ...header(name, summary),
  shape: {
    type: 'string',
    constraints: [
      { rule: 'malformed-signature', options: { prefix }, severity: 'warning', provenance: fromDeliveryDetail },
    ],
  },
});

/** The header fields of a delivery. */
export const deliveryHeaders: readonly Field[] = [
  header('X-Vendor-Delivery', 'The `guid` of the delivery.'),
  signature('X-Hub-Signature-256', 'The signature by SHA-256: `sha256=` and a hexadecimal digest.', 'sha256='),
  signature('X-Hub-Signature', 'The signature by SHA-1: `sha1=` and a hexadecimal digest.', 'sha1='),
  header('Accept', 'What the service accepts as an answer.'),
  header('X-Vendor-Hook-ID', 'The id of the webhook.'),
  header('User-Agent', 'Names the sending service.'),
  header('X-Vendor-Event', 'The event that the delivery tells about.'),
  header('X-Vendor-Hook-Installation-Target-ID', 'The id of what the webhook belongs to.'),
  header('X-Vendor-Hook-Installation-Target-Type', 'The kind of what the webhook belongs to.'),
  header('content-type', 'How the payload is written.'),
];

const requestHeaders: ObjectShape = {
  type: 'object',
  name: 'delivery headers',
  isOpen: true,
  areHeaders: true,
  fields: deliveryHeaders,
};

const recordedRequest: ObjectShape = {
  type: 'object',
  name: 'recorded request',
  isOpen: true,
  fields: [
    {
      name: 'headers',
      summary: 'The headers that were sent.',
      provenance: fromDeliveryDetail,
      shape: nullable(requestHeaders),
    },
    {
      name: 'payload',
      summary: 'The payload that was sent.',
      provenance: fromDeliveryDetail,
      shape: nullable(undescribedObject('payload')),
    },
  ],
};

const recordedResponse: ObjectShape = {
  type: 'object',
  name: 'recorded response',
  isOpen: true,
  fields: [
    {
      name: 'headers',
      summary: 'The headers of the answer.',
      provenance: fromDeliveryDetail,
      shape: nullable(undescribedObject('response headers')),
    },
    {
      name: 'payload',
      summary: 'The body of the answer.',
      provenance: fromDeliveryDetail,
      shape: nullable(text),
    },
  ],
};

/** An item of the list of deliveries. */
export const deliverySummary: ObjectShape = {
  type: 'object',
  name: 'delivery summary',
  isOpen: true,
  fields: summaryFields,
};

/** A list of deliveries. */
export const deliverySummaries: Shape = { type: 'array', items: deliverySummary };

/** One delivery with the recorded request and response. */
export const deliveryDetail: ObjectShape = {
  type: 'object',
  name: 'delivery',
  isOpen: true,
  fields: [
    ...summaryFields,
    { name: 'url', summary: 'Where it was delivered to.', provenance: fromDeliveryDetail, shape: text },
    {
      name: 'request',
      summary: 'The request that was sent.',
      provenance: fromDeliveryDetail,
      shape: recordedRequest,
    },
    {
      name: 'response',
      summary: 'The answer that came back.',
      provenance: fromDeliveryDetail,
      shape: recordedResponse,
    },
  ],
};
