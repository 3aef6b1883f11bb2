import type { Field, Operation, Service } from '../model';
import { reference } from '../provenance';
import { text } from '../shapes';
import { withEffects } from '../with-effects';
import { collaboratorOperations } from './collaborators';
import { conditionalHeaders } from './conditional-headers';
import { deliveryOperations } from './deliveries';
import { deliveryHeaders } from './delivery-shapes';
import { rateLimit } from './permissions';
import { hookEffects } from './hook-life';
import { hookOperations } from './hooks';
import { responseHeaders } from './response-headers';
import {
  besideHeaders,
  fromAuthentication,
  fromHeaders,
  fromVersioning,
  openApi,
  troubleshooting,
  versionNotice,
} from './sources';

const newerVersion = '2026-03-10';
const besideVersioning = reference('code-hosting', 'Versioning', versionNotice);
const contentTypes = reference('code-hosting', 'Common request headers', openApi);

const headers: readonly Field[] = [
  {
    name: 'Accept',
    summary: "The form of the answer; the vendor's own media type is recommended.",
    provenance: fromHeaders,
    shape: {
      type: 'string',
      values: {
        noun: 'media type',
        closed: false,
        unlisted: 'hint',
        // The neutral name stands for that of any vendor, with or without a form such as `.raw`; clients also ask for JSON or for anything.
        exempt: String.raw`^(?:application/vnd\.[\w.-]+\+json|application/json\b|\*/\*)`,
        provenance: fromHeaders,
        values: [{ value: 'application/vnd.vendor+json', summary: 'The recommended media type.' }],
      },
    },
    absent: {
      severity: 'hint',
      message: 'There is no `Accept` header; `application/vnd.vendor+json` is recommended.',
      provenance: fromHeaders,
    },
    example: 'application/vnd.vendor+json',
  },
  {
    name: 'Authorization',
    summary: 'The credential of the request: the word `Bearer` and an access token.',
    provenance: fromHeaders,
    shape: { type: 'string', format: 'credentials' },
    absent: {
      severity: 'hint',
      message:
        'Without an `Authorization` header and a credential from the endpoint, the answer is 401 where that is listed.',
      provenance: fromAuthentication,
    },
    example: 'Bearer {{token}}',
    reference: {
      text: 'Older clients write `token` in place of `Bearer`, and are answered.',
      source: 'recorded requests of public clients',
    },
  },
  {
    name: 'X-Vendor-Api-Version',
    summary: 'Selects the version of the interface, by its date.',
    provenance: fromHeaders,
    shape: {
      type: 'string',
      format: 'date',
      constraints: [
        {
          rule: 'noted-value',
          options: {
            value: newerVersion,
            message: 'The document describes version `2022-11-28`; this newer one changes nothing about webhooks.',
          },
          severity: 'hint',
          provenance: besideVersioning,
        },
      ],
      values: {
        noun: 'version',
        closed: false,
        unlisted: 'warning',
        provenance: fromVersioning,
        values: [
          { value: '2022-11-28', summary: 'The version that the document describes.' },
          {
            value: newerVersion,
            summary: 'A newer version; it changes nothing about webhooks.',
            provenance: besideVersioning,
          },
        ],
      },
    },
    absent: {
      severity: 'hint',
      message: 'There is no `X-Vendor-Api-Version` header; the document describes version `2022-11-28`.',
      provenance: fromVersioning,
    },
    example: '2022-11-28',
    reference: { text: 'At GitHub the header is `X-GitHub-Api-Version`.', source: openApi },
  },
  {
    name: 'Content-Type',
    summary: 'The form of the body.',
    provenance: contentTypes,
    shape: {
      type: 'string',
      values: {
        closed: false,
        provenance: contentTypes,
        values: [{ value: 'application/json', summary: 'One JSON value.' }],
      },
    },
    example: 'application/json',
  },
  {
    name: 'User-Agent',
    summary: 'Names the client; requests without it are refused.',
    provenance: besideHeaders,
    shape: text,
  },
  ...conditionalHeaders,
];

/** The code host. */
export const codeHosting: Service = {
  id: 'code-hosting',
  title: 'Code hosting',
  operations: withEffects(
    [...hookOperations, ...deliveryOperations, ...collaboratorOperations].map(withRateLimit),
    hookEffects,
  ),
  headers,
  deliveryHeaders,
  responseHeaders,
  commonQuery: [],
  defaultScheme: 'Bearer',
  otherSchemes: [
    {
      scheme: 'token',
      vendor: 'github',
      text: 'GitHub takes `token` as well.',
      source: 'GitHub documentation, authenticating to the REST API',
    },
  ],
  trailingSlash: {
    message: 'The path ends with a slash, and the public service answers such paths with 404.',
    provenance: reference('code-hosting', 'Errors', troubleshooting),
  },
  publicHosts: [{ host: 'api.github.com', vendor: 'github', source: openApi }],
  emptyBody: {
    text: 'Clients are recorded with an empty object here, and were answered without an error.',
    source: 'recorded requests of public clients',
  },
};

function withRateLimit(operation: Operation): Operation {
  return { ...operation, notes: [...operation.notes, rateLimit] };
}
