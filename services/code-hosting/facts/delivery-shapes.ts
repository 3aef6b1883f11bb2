import { field, warning } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { anyNumber, flag, nullable, text, undescribedObject, wholeNumber } from '@rulebook/catalogue/shapes';
import { codeHosting } from '../identity';
import { fromDeliveryDetail, fromDeliverySummary, fromEvents, openApi } from './sources';

const provenance = fromDeliverySummary;
const canBeNull = { text: 'It can be null.', source: openApi } as const;

const summaryFields: readonly Field[] = [
  field('id', wholeNumber, 'The id of the delivery. Paths use it as `delivery_id`.', provenance),
  {
    name: 'guid',
    summary: 'A unique id that a delivery shares with its redeliveries. The `X-Vendor-Delivery` header carries it too.',
    provenance,
    shape: text,
  },
  field('delivered_at', text, 'When the webhook was delivered.', provenance),
  field('redelivery', flag, 'Whether this delivery repeats an earlier one.', fromEvents),
  field('duration', anyNumber, 'How long the delivery took.', provenance),
  {
    name: 'status',
    summary: 'The outcome of the delivery in words.',
    provenance,
    shape: text,
    reference: { text: 'Free text such as `OK`, `failed to connect to host` or `timed out`.', source: openApi },
  },
  field('status_code', wholeNumber, 'The status code of the receiver’s response.', provenance),
  field('event', text, 'The event that triggered the delivery.', fromEvents),
  {
    name: 'action',
    summary: 'The kind of activity within the event, if it has one.',
    provenance: fromEvents,
    shape: nullable(text),
    reference: canBeNull,
  },
  {
    name: 'installation_id',
    summary: 'The id of the app installation that the delivery belongs to.',
    provenance,
    shape: nullable(wholeNumber),
    reference: canBeNull,
  },
  {
    name: 'repository_id',
    summary: 'The id of the repository that the delivery belongs to.',
    provenance,
    shape: nullable(wholeNumber),
    reference: canBeNull,
  },
  field('throttled_at', nullable(text), 'When the delivery was throttled. Null if it was not.', provenance),
];

const header = (name: string, summary: string): Field => field(name, text, summary, fromDeliveryDetail);

const signature = (name: string, summary: string, prefix: string): Field => ({
  ...header(name, summary),
  shape: {
    type: 'string',
    constraints: [warning('malformed-signature', { prefix }, fromDeliveryDetail)],
  },
});

/** The header fields of a delivery request. */
export const deliveryHeaders: readonly Field[] = [
  header('X-Vendor-Delivery', 'The `guid` of the delivery.'),
  signature(
    'X-Hub-Signature-256',
    'The HMAC-SHA256 signature of the payload: `sha256=` and a hexadecimal digest.',
    'sha256=',
  ),
  signature('X-Hub-Signature', 'The HMAC-SHA1 signature of the payload: `sha1=` and a hexadecimal digest.', 'sha1='),
  header('Accept', 'The media types that the service accepts in the response.'),
  header('X-Vendor-Hook-ID', 'The id of the webhook.'),
  header('User-Agent', 'The name of the sending service.'),
  header('X-Vendor-Event', 'The event that triggered the delivery.'),
  header('X-Vendor-Hook-Installation-Target-ID', 'The id of the resource that the webhook belongs to.'),
  header('X-Vendor-Hook-Installation-Target-Type', 'The kind of resource that the webhook belongs to.'),
  header('content-type', 'The media type of the payload.'),
];

const requestHeaders: ObjectShape = {
  type: 'object',
  name: 'delivery headers',
  isOpen: true,
  headers: codeHosting,
  fields: deliveryHeaders,
};

const recordedRequest: ObjectShape = {
  type: 'object',
  name: 'recorded request',
  isOpen: true,
  fields: [
    field('headers', nullable(requestHeaders), 'The header fields of the request.', fromDeliveryDetail),
    field('payload', nullable(undescribedObject('payload')), 'The payload of the request.', fromDeliveryDetail),
  ],
};

const recordedResponse: ObjectShape = {
  type: 'object',
  name: 'recorded response',
  isOpen: true,
  fields: [
    {
      name: 'headers',
      summary: 'The header fields of the response.',
      provenance: fromDeliveryDetail,
      shape: nullable(undescribedObject('response headers')),
    },
    field('payload', nullable(text), 'The body of the response.', fromDeliveryDetail),
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
    field('url', text, 'The URL that the delivery was sent to.', fromDeliveryDetail),
    field('request', recordedRequest, 'The request that delivered the payload.', fromDeliveryDetail),
    field('response', recordedResponse, 'The response of the receiver.', fromDeliveryDetail),
  ],
};
