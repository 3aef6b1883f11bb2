import type { Constraint, Field, MisplacedField, Note, ObjectShape, Shape, TextShape, ValueSet } from '../model';
import { reference, refused } from '../provenance';
import { text } from '../shapes';
import { fromConfig, fromHooks, fromWebhook, vendorDocs } from './sources';

const provenance = fromConfig;
const besideConfig = refused(reference('code-hosting', 'Webhook configuration (config)', vendorDocs));

const verifiesTls = (zero: string | number, one: string | number): ValueSet => ({
  closed: true,
  provenance,
  values: [
    { value: zero, summary: "Verifies the host's certificate." },
    { value: one, summary: 'Does not verify it; discouraged.' },
  ],
});

const insecureTls = {
  rule: 'insecure-tls',
  options: {
    value: '1',
    message: "The host's certificate is not verified, so anybody on the way can read and change payloads.",
  },
  severity: 'warning',
  provenance,
} as const satisfies Constraint;

const insecureSsl: Shape = {
  type: 'choice',
  options: [
    { type: 'string', values: verifiesTls('0', '1'), constraints: [insecureTls] },
    { type: 'number', values: verifiesTls(0, 1), constraints: [insecureTls] },
  ],
};

const url: Field = {
  name: 'url',
  summary: 'Where payloads are delivered to, as an absolute URL.',
  provenance,
  shape: {
    type: 'string',
    format: 'url',
    constraints: [
      {
        rule: 'insecure-url',
        options: { message: 'Payloads are delivered without TLS.' },
        severity: 'hint',
        provenance,
      },
      {
        rule: 'unreachable-url',
        options: { message: 'The service cannot reach this address, which names the machine itself.' },
        severity: 'warning',
        provenance: besideConfig,
      },
      {
        rule: 'unsuitable-text',
        options: {
          pattern: String.raw`^https?://.*["<>\\^\`|\s]`,
          message: 'Special characters of a URL must be percent-encoded, or the service refuses it.',
        },
        severity: 'warning',
        provenance: besideConfig,
      },
    ],
  },
  example: '"https://example.com/webhook"',
  reference: { text: 'Addresses of the local machine are refused by the public service.', source: vendorDocs },
};

const contentType: Field = {
  name: 'content_type',
  summary: 'How payloads are written: as JSON, or as a form with the JSON in one of its fields.',
  provenance,
  default: '"form"',
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'warning',
      provenance,
      values: [
        { value: 'json', summary: 'The payload is the body.' },
        { value: 'form', summary: 'The payload is a field of a form.' },
      ],
    },
  },
  example: '"json"',
};

const secretShape: TextShape = {
  ...text,
  constraints: [
    {
      rule: 'masked-secret',
      options: {
        message:
          'This looks like the mask that stands for a secret in answers; sent back, the mask becomes the new secret.',
      },
      severity: 'warning',
      provenance: fromWebhook,
    },
  ],
};

const secret: Field = {
  name: 'secret',
  summary: 'The key of the signatures in the headers of each delivery. It is never read back, only its mask.',
  provenance,
  shape: secretShape,
  example: '"{{hook_secret}}"',
};

const insecure: Field = {
  name: 'insecure_ssl',
  summary: "Whether the host's certificate goes unverified.",
  provenance,
  default: '"0"',
  shape: insecureSsl,
  example: '"0"',
};

/** The members of a configuration in a request. */
const configFields: readonly Field[] = [url, contentType, secret, insecure];

/** The names of the configuration's members. */
export const configFieldNames: readonly string[] = configFields.map((field) => field.name);

const belongsToWebhook: MisplacedField = {
  names: ['name', 'active', 'events', 'add_events', 'remove_events'],
  severity: 'warning',
  message: 'This is a member of the webhook, not of its `config`.',
  provenance: fromWebhook,
  fix: { kind: 'move-out' },
};

const noContentType: Note = {
  severity: 'hint',
  message: 'Without `content_type`, payloads are sent as a form.',
  provenance,
};

const noSecret: Note = {
  severity: 'information',
  message: 'Without `secret`, deliveries carry no signatures, and the receiver cannot tell who sent them.',
  provenance,
};

/** `config` of a new webhook. */
export const createConfig: ObjectShape = {
  type: 'object',
  name: 'webhook configuration',
  provenance,
  fields: [
    {
      ...url,
      required: {
        severity: 'hint',
        provenance: besideConfig,
        message: 'Without `url` the webhook has nowhere to deliver to.',
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
  fields: configFields,
  misplaced: [belongsToWebhook],
  constraints: [
    {
      rule: 'dropped-secret',
      options: {
        secret: 'secret',
        message: 'An update whose `config` has no `secret` removes a secret that was set before; send it again.',
      },
      severity: 'warning',
      provenance: fromHooks,
    },
  ],
};

/** The body of the operation that updates the configuration alone. */
export const configUpdateBody: ObjectShape = {
  type: 'object',
  name: 'webhook configuration',
  provenance,
  fields: configFields,
  misplaced: [
    {
      names: ['config'],
      severity: 'error',
      message: 'The body is the configuration itself; write the members of `config` in its place.',
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
      message: 'This is a member of the webhook, and this operation takes only members of its configuration.',
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
          'An update of a webhook without `secret` removes it; the document does not say whether this operation, which updates the configuration alone, does so too. Sending `secret` is safe either way.',
      },
      severity: 'information',
      provenance: fromHooks,
    },
  ],
};

/** A configuration in an answer. */
export const configResponse: ObjectShape = {
  type: 'object',
  name: 'webhook configuration',
  provenance,
  isOpen: true,
  fields: [
    { name: 'url', summary: 'Where payloads are delivered to.', provenance, shape: text },
    { name: 'content_type', summary: 'How payloads are written.', provenance, shape: text },
    {
      name: 'secret',
      summary: 'A mask that says that a secret is set; never the secret itself.',
      provenance: fromWebhook,
      shape: text,
      isMasked: true,
    },
    {
      name: 'insecure_ssl',
      summary: "Whether the host's certificate goes unverified.",
      provenance,
      shape: { type: 'choice', options: [text, { type: 'number' }] },
    },
  ],
};
