import type { Field, Service } from '../model';
import { reference } from '../provenance';
import { flag, text } from '../shapes';
import { withEffects } from '../with-effects';
import { createApiKey } from './api-key';
import { bulkOperations } from './bulk';
import { documentOperations } from './document';
import { remoteClusterOperations } from './remote-clusters';
import { replicationEffects } from './follower-life';
import { indexOperations } from './index-operations';
import { outlineOperations } from './outlines';
import { repositoryOperations } from './snapshot-operations';
import { replicationOperations } from './replication';
import { replicationOperationsBeside } from './replication-beside';
import { repositoryEffects } from './repository-life';
import { runAsHeader } from './run-as';
import { searchOperations } from './search';
import { conventions, fromAuthentication, fromCreateKey } from './sources';
import { byteUnits } from './byte-units';
import { timeUnits } from './time-units';

const interfaceWide = reference('search-cluster', 'What the service does', conventions);

const headers: readonly Field[] = [
  {
    name: 'Authorization',
    summary: 'The credential of the request: the word `ApiKey` and the encoded form of an API key.',
    provenance: fromAuthentication,
    shape: { type: 'string', format: 'credentials' },
    absent: {
      severity: 'hint',
      message: 'Without an `Authorization` header the endpoint must supply the credential.',
      provenance: fromAuthentication,
    },
    example: 'ApiKey {{api_key}}',
    reference: { text: '`Basic` and `Bearer` credentials are accepted as well.', source: conventions },
  },
  {
    name: 'Content-Type',
    summary: 'The form of the body; needed with every body.',
    provenance: interfaceWide,
    shape: {
      type: 'string',
      values: {
        closed: false,
        provenance: interfaceWide,
        values: [
          { value: 'application/json', summary: 'One JSON value.' },
          { value: 'application/x-ndjson', summary: 'One JSON value on each line.' },
          {
            value: 'application/vnd.elasticsearch+json; compatible-with=8',
            summary: 'JSON, in the form of a major version.',
          },
        ],
      },
    },
    example: 'application/json',
  },
  {
    name: 'Accept',
    summary: 'The form of the answer.',
    provenance: interfaceWide,
    shape: {
      type: 'string',
      values: {
        closed: false,
        provenance: interfaceWide,
        values: [
          { value: 'application/json', summary: 'One JSON value.' },
          {
            value: 'application/vnd.elasticsearch+json; compatible-with=8',
            summary: 'JSON, in the form of a major version.',
          },
        ],
      },
    },
  },
  {
    name: 'X-Opaque-Id',
    summary: 'A name of your own for the request, found again in logs and tasks.',
    provenance: interfaceWide,
    shape: text,
  },
  runAsHeader,
];

const responseHeaders: readonly Field[] = [
  {
    name: 'X-elastic-product',
    summary: 'Names the product; official clients refuse to work with a service that does not send it.',
    provenance: interfaceWide,
    shape: text,
  },
  {
    name: 'X-Opaque-Id',
    summary: 'The name that the request gave itself.',
    provenance: interfaceWide,
    shape: text,
  },
];

const switchOn = { shape: flag, bare: 'true', default: 'false', provenance: interfaceWide } as const;

const commonQuery: readonly Field[] = [
  { ...switchOn, name: 'pretty', summary: 'Indents the answer.' },
  { ...switchOn, name: 'human', summary: 'Adds times and sizes in a form for people.' },
  { ...switchOn, name: 'error_trace', summary: 'Adds the stack trace to an error.' },
  {
    name: 'filter_path',
    summary: 'Keeps only these members of the answer: paths separated by commas, with wildcards.',
    provenance: interfaceWide,
    shape: text,
  },
];

/** The search cluster. */
export const searchCluster: Service = {
  id: 'search-cluster',
  title: 'Search cluster',
  operations: withEffects(
    [
      createApiKey,
      ...repositoryOperations,
      ...replicationOperations,
      ...replicationOperationsBeside,
      ...remoteClusterOperations,
      ...indexOperations,
      ...documentOperations,
      ...bulkOperations,
      ...searchOperations,
      ...outlineOperations,
    ],
    { ...repositoryEffects, ...replicationEffects },
  ),
  headers,
  responseHeaders,
  commonQuery,
  timeUnits,
  byteUnits,
  defaultScheme: 'ApiKey',
  leniency: { text: 'Servers read a text with a number or a boolean as one.', source: conventions },
  derivedKeys: {
    scheme: 'ApiKey',
    create: 'search-cluster.api-key.create',
    allowed: ['search-cluster.authenticate'],
    message: 'This key was created by another key: it can authenticate, but it cannot call the cluster.',
    provenance: fromCreateKey,
  },
};
