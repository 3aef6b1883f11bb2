import { unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, MisplacedField, ObjectShape, Shape, TextShape } from '@rulebook/catalogue/shape';
import type { Note } from '@rulebook/catalogue/facts';
import type { ValueSet } from '@rulebook/catalogue/values';
import { refused } from '@rulebook/catalogue/provenance';
import { text } from '@rulebook/catalogue/shapes';
import { fromConfig, fromHooks, fromWebhook, vendorDocs } from './sources';
import { reference } from './source-document';

const provenance = fromConfig;
const referenceOnConfig = refused(reference('Webhook configuration (config)', vendorDocs));

const verifiesTls = (zero: string | number, one: string | number): ValueSet => ({
  closed: true,
  provenance,
  values: [
    { value: zero, summary: 'Verify the SSL certificate of the host.' },
    { value: one, summary: 'Do not verify the certificate. This is discouraged.' },
  ],
});

const insecureTls = warning(
  'insecure-tls',
  {
    value: '1',
    message: 'The certificate of the host is not verified, so payloads can be read or changed in transit. Use `0`.',
  },
  provenance,
) satisfies Constraint;

const insecureSsl: Shape = {
  type: 'choice',
  options: [
    { type: 'string', values: verifiesTls('0', '1'), constraints: [insecureTls] },
    { type: 'number', values: verifiesTls(0, 1), constraints: [insecureTls] },
  ],
};

const localAddress = warning(
  'unreachable-url',
  { message: 'The service cannot reach a local address. Use a URL that the service can reach.' },
  referenceOnConfig,
) satisfies Constraint;

/** What is known of the configuration of an organization's webhook in addition to its description. */
export const organizationConfig: ObjectShape = {
  type: 'object',
  name: 'configuration of a webhook of an organization',
  isOpen: true,
  fields: [
    {
      name: 'url',
      summary: 'The absolute URL that receives the payloads.',
      provenance: referenceOnConfig,
      shape: { ...text, constraints: [localAddress] },
    },
  ],
};

const url: Field = {
  name: 'url',
  summary: 'The absolute URL that receives the payloads.',
  provenance,
  shape: {
    type: 'string',
    format: 'url',
    constraints: [
      {
        rule: 'insecure-url',
        options: {
          message: 'Payloads are sent without TLS, so they can be read or changed in transit. Use an `https` URL.',
        },
        severity: 'hint',
        provenance,
      },
      localAddress,
      unsuitable(
        String.raw`^https?://.*["<>\\^\`|\s]`,
        'The service refuses a URL with unencoded special characters. Percent-encode them.',
        referenceOnConfig,
      ),
    ],
  },
  example: '"https://example.com/webhook"',
  reference: { text: 'The public service refuses `localhost` and `127.0.0.1`.', source: vendorDocs },
};

const contentType: Field = {
  name: 'content_type',
  summary: 'The media type of the payloads.',
  provenance,
  default: '"form"',
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'warning',
      refusal: referenceOnConfig,
      provenance,
      values: [
        { value: 'json', summary: 'Each delivery has the payload as its JSON body.' },
        { value: 'form', summary: 'Each delivery is a form, with the payload in one of its fields.' },
      ],
    },
  },
  example: '"json"',
};

const secretShape: TextShape = {
  ...text,
  constraints: [
    warning(
      'masked-secret',
      {
        message:
          'This looks like the mask that responses show instead of a secret. If you send it, the mask becomes the new secret. Send the real secret.',
      },
      fromWebhook,
    ),
  ],
};

const secret: Field = {
  name: 'secret',
  summary:
    'The key that signs each delivery, with an HMAC digest in the signature headers. Responses show only a mask.',
  provenance,
  shape: secretShape,
  example: '"{{hook_secret}}"',
};

const insecure: Field = {
  name: 'insecure_ssl',
  summary: 'Whether to skip verification of the SSL certificate of the host.',
  provenance,
  default: '"0"',
  shape: insecureSsl,
  example: '"0"',
};

/** The fields of a configuration in a request. */
const configFields: readonly Field[] = [url, contentType, secret, insecure];

/** The names of the configuration's fields. */
export const configFieldNames: readonly string[] = configFields.map((field) => field.name);

const belongsToWebhook: MisplacedField = {
  names: ['name', 'active', 'events', 'add_events', 'remove_events'],
  severity: 'warning',
  message: 'This field belongs to the webhook, not to its `config`. Move it out.',
  provenance: fromWebhook,
  fix: { kind: 'move-out' },
};

const noContentType: Note = {
  severity: 'hint',
  message: 'Without `content_type`, payloads are sent as a form (`form`).',
  provenance,
};

const noSecret: Note = {
  severity: 'information',
  message: 'Without `secret`, deliveries are not signed, so the receiver cannot verify who sent them.',
  provenance,
};

/** A misspelt name is refused; others may be known to a vendor, and are accepted. */
const nearNamesRefused = { unlisted: 'warning', refusal: referenceOnConfig } as const satisfies Partial<ObjectShape>;

/** `config` of a new webhook. */
export const createConfig: ObjectShape = {
  type: 'object',
  name: 'webhook configuration',
  provenance,
  ...nearNamesRefused,
  fields: [
    {
      ...url,
      required: {
        severity: 'hint',
        provenance: referenceOnConfig,
        message: 'Without `url`, the webhook has nowhere to deliver to. Add `url`.',
      },
    },
    { ...contentType, absent: noContentType },
    { ...secret, absent: noSecret },
    insecure,
  ],
  misplaced: [belongsToWebhook],
};

/** `config` of an update. */
export const updateConfig: ObjectShape = {
  type: 'object',
  name: 'webhook configuration',
  provenance,
  ...nearNamesRefused,
  fields: configFields,
  misplaced: [belongsToWebhook],
  constraints: [
    warning(
      'dropped-secret',
      {
        secret: 'secret',
        message:
          'This `config` has no `secret`, so the update removes a secret that was set before. Send the same or a new secret.',
      },
      fromHooks,
    ),
  ],
};

/** The body of the operation that updates only the configuration. */
export const configUpdateBody: ObjectShape = {
  type: 'object',
  name: 'webhook configuration',
  provenance,
  ...nearNamesRefused,
  fields: configFields,
  misplaced: [
    {
      names: ['config'],
      severity: 'error',
      message: 'The body of this operation is the configuration itself. Put the fields of `config` at the top level.',
      provenance: fromHooks,
      fix: { kind: 'unwrap' },
    },
    {
      names: [
        'name',
        'active',
        'events',
        'add_events',
        'remove_events',
        'type',
        'id',
        'created_at',
        'updated_at',
        'test_url',
        'ping_url',
        'deliveries_url',
        'last_response',
      ],
      severity: 'error',
      message: 'This field belongs to the webhook. This operation accepts only fields of its configuration.',
      provenance: fromHooks,
      fix: { kind: 'remove' },
    },
  ],
  constraints: [
    {
      rule: 'dropped-secret',
      options: {
        secret: 'secret',
        message:
          'Updating a webhook without `secret` removes the secret. The document does not say whether this operation, which updates only the configuration, does the same. Send `secret` to be safe.',
      },
      severity: 'information',
      provenance: fromHooks,
    },
  ],
};

/** A configuration in a response. */
export const configResponse: ObjectShape = {
  type: 'object',
  name: 'webhook configuration',
  provenance,
  isOpen: true,
  fields: [
    { name: 'url', summary: 'The URL that receives the payloads.', provenance, shape: text },
    { name: 'content_type', summary: 'The media type of the payloads.', provenance, shape: text },
    {
      name: 'secret',
      summary: 'A mask, shown instead of the secret itself.',
      provenance: fromWebhook,
      shape: text,
      isMasked: true,
    },
    {
      name: 'insecure_ssl',
      summary: 'Whether to skip verification of the SSL certificate of the host.',
      provenance,
      shape: { type: 'choice', options: [text, { type: 'number' }] },
    },
  ],
};
