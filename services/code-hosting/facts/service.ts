import { field } from '@rulebook/catalogue/makers';
import type { Field } from '@rulebook/catalogue/shape';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { refused } from '@rulebook/catalogue/provenance';
import { text } from '@rulebook/catalogue/shapes';
import { withEffects } from '@rulebook/catalogue/with-effects';
import { codeHosting as identity } from '../identity';
import { nameLists } from '../names';
import { resources } from '../resources';
import { rights } from './rights';
import { clientOutlines } from './client-outlines';
import { interfaceVersions } from './interface-versions';
import { collections } from './collections';
import { collaboratorOperations } from './collaborators';
import { conditionalHeaders } from './conditional-headers';
import { deliveryOperations } from './deliveries';
import { deliveryHeaders } from './delivery-shapes';
import { rateLimit } from './permissions';
import { graphqlOperations } from './graphql';
import { hookEffects } from './hook-life';
import { hookOperations } from './hooks';
import { responseHeaders } from './response-headers';
import {
  referenceOnHeaders,
  fromAuthentication,
  fromHeaders,
  fromVersioning,
  openApi,
  troubleshooting,
  versionNotice,
} from './sources';
import { readBacks } from './read-backs';
import { retired } from './retired';
import { reference } from './source-document';

const newerVersion = '2026-03-10';
const referenceOnVersioning = reference('Versioning', versionNotice);
const contentTypes = reference('Common request headers', openApi);

const headers: readonly Field[] = [
  {
    name: 'Accept',
    summary: 'The media type of the response. The media type of the vendor is recommended.',
    provenance: fromHeaders,
    shape: {
      type: 'string',
      values: {
        noun: 'media type',
        closed: false,
        unlisted: 'hint',
        // The neutral name stands for the name of any vendor, with or without a suffix such as `.raw`; what is not JSON has none behind it. Clients
        // also ask for the bytes of a file, for JSON or for anything.
        exempt: String.raw`^(?:application/vnd\.[\w.-]+\+json|application/vnd\.[\w-]+(?:\.v3)?\.(?:diff|patch|sha|raw|html|text|full|base64)\b|application/(?:json|octet-stream)\b|\*/\*)`,
        provenance: fromHeaders,
        values: [{ value: 'application/vnd.vendor+json', summary: 'The recommended media type.' }],
      },
    },
    absent: {
      severity: 'hint',
      message: 'The document recommends an `Accept` header with the value `application/vnd.vendor+json`.',
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
        'Without an `Authorization` header or a credential of the endpoint, the response is 401 where that status is listed.',
      provenance: fromAuthentication,
    },
    example: 'Bearer {{token}}',
    reference: {
      text: 'Older clients send `token` instead of `Bearer`, and the service accepts it.',
      source: 'recorded requests of public clients',
    },
  },
  {
    name: 'X-Vendor-Api-Version',
    summary: 'The API version, as a date.',
    provenance: fromHeaders,
    shape: {
      type: 'string',
      format: 'date',
      constraints: [
        {
          rule: 'noted-value',
          options: {
            value: newerVersion,
            message:
              'The document describes version `2022-11-28`. This newer version changes nothing in the webhook operations.',
          },
          severity: 'hint',
          provenance: referenceOnVersioning,
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
            summary: 'A newer version. It changes nothing in the webhook operations.',
            provenance: referenceOnVersioning,
          },
        ],
      },
    },
    absent: {
      severity: 'hint',
      message:
        'Without an `X-Vendor-Api-Version` header, the request selects no version. The document describes version `2022-11-28`.',
      provenance: fromVersioning,
    },
    example: '2022-11-28',
    reference: { text: 'GitHub calls this header `X-GitHub-Api-Version`.', source: openApi },
  },
  {
    name: 'Content-Type',
    summary: 'The media type of the body.',
    provenance: contentTypes,
    shape: {
      type: 'string',
      values: {
        closed: false,
        provenance: contentTypes,
        values: [{ value: 'application/json', summary: 'The body is one JSON value.' }],
      },
    },
    example: 'application/json',
  },
  field('User-Agent', text, 'The name of the client. The service refuses requests without it.', referenceOnHeaders),
  ...conditionalHeaders,
];

const stillAnswered = {
  text: 'The service answers this former path of references and statuses.',
  source: 'recorded requests of public clients',
};
const ofLinks = {
  text: 'Links of GitHub name repositories, organizations and users by their numbers.',
  source: 'recorded responses of the public service',
};

const recorded = {
  text: 'The service accepts it although it is not described.',
  source: 'recorded requests of public clients',
};
const repository = '/repos/{owner}/{repo}';
const accepts: Service['accepts'] = [
  { method: 'PATCH', path: repository, name: 'visibility', values: ['internal'], ...recorded },
  { method: 'GET', path: '/orgs/{org}/teams/{team_slug}/members', name: 'role', values: ['admin'], ...recorded },
  { method: 'POST', path: `${repository}/git/blobs`, name: 'encoding', values: ['latin1'], ...recorded },
  { method: 'DELETE', path: `${repository}/contents/{path}`, name: 'date', ...recorded },
  { method: 'GET', path: `${repository}/git/matching-refs/{ref}`, name: 'ref', ...recorded },
];

/** The code host. */
export const codeHosting: Service = {
  ...identity,
  ...rights,
  operations: withEffects(
    [
      ...[...hookOperations, ...deliveryOperations, ...collaboratorOperations].map(withRateLimit),
      ...clientOutlines,
      ...graphqlOperations,
    ],
    hookEffects,
  ),
  collections,
  resources,
  nameLists,
  readBacks,
  headers,
  signs: {
    fileName: 'github|octokit',
    header: String.raw`\n(?:accept: *application/vnd\.github\b|x-github-)`,
  },
  deliveryHeaders,
  responseHeaders,
  commonQuery: [],
  fallbackDescriptions: [
    { vendor: 'github', isDefault: true, description: 'github', hasExamples: true, editions: ['3.17', '3.18', '3.19'] },
  ],
  refusals: [
    { path: ['errors'], message: 'message', name: 'field', kind: 'code' },
    { path: [], message: 'message' },
  ],
  defaultScheme: 'Bearer',
  hasOneScheme: true,
  otherSchemes: [
    {
      scheme: 'token',
      vendor: 'github',
      text: 'GitHub also accepts `token`.',
      source: 'GitHub documentation, authenticating to the REST API',
    },
  ],
  trailingSlash: {
    message: 'The public service responds with 404 to a path that ends with a slash. Remove the slash.',
    provenance: reference('Errors', troubleshooting),
  },
  furtherRequests: [
    {
      methods: ['GET'],
      path: '^/graphql$',
      text: 'The service answers with its schema.',
      source: 'GitHub documentation, introspection',
    },
    { methods: ['GET'], path: '^/repos/[^/]+/[^/]+/git/refs(?:/|$)', ...stillAnswered },
    { methods: ['GET'], path: '^/repos/[^/]+/[^/]+/statuses/[^/]+$', ...stillAnswered },
    { methods: ['DELETE'], path: '^/repos/[^/]+/[^/]+/git/ref/', ...stillAnswered },
  ],
  retired,
  interfaceVersions,
  pathAliases: [
    { from: '/repositories/{number}', to: '/repos/{1}/{1}', ...ofLinks },
    { from: '/organizations/{number}/team/{number}', to: '/orgs/{1}/teams/{2}', ...ofLinks },
    { from: '/organizations/{number}', to: '/orgs/{1}', ...ofLinks },
    { from: '/user/{number}', to: '/users/{1}', least: 3, ...ofLinks },
    {
      from: '/api/graphql',
      to: '/graphql',
      text: 'GitHub Enterprise Server answers there.',
      source: 'GitHub documentation, forming calls with GraphQL',
    },
    { from: '/api/v3', to: '', text: 'GitHub Enterprise Server answers below `/api/v3`.', source: openApi },
  ],
  publicHosts: [{ host: 'api.github.com', vendor: 'github', source: openApi }],
  ignoresOthers: {
    text: 'The service ignores parameters that it does not know, and most of its operations such members.',
    source: 'recorded requests of public clients',
  },
  strictBodies: {
    operations: [
      { method: 'POST', path: '/repos/{owner}/{repo}/dispatches' },
      { method: 'POST', path: '/repos/{owner}/{repo}/pulls/{pull_number}/comments' },
    ],
    provenance: refused(reference('Errors', 'reports of users about responses with the status 422')),
  },
  accepts,
  leniency: {
    caseOfValues: {
      text: 'The service reads values that are described in capitals in any case.',
      source: 'recorded requests of public clients',
    },
    nullForOptional: {
      text: 'The service accepts `null` for many optional members, and refuses it for a list.',
      isNotForLists: true,
      source: 'recorded requests of public clients',
    },
    listForObject: {
      text: 'The service accepts a list alone where an object with one list is described.',
      source: 'recorded requests of public clients',
    },
  },
  emptyBody: {
    text: 'Some clients send an empty object here, and the service accepts it.',
    source: 'recorded requests of public clients',
  },
};

function withRateLimit(operation: Operation): Operation {
  return { ...operation, notes: [...operation.notes, rateLimit] };
}
