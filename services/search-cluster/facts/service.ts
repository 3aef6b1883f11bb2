import { behaviours } from './behaviours';
import { field } from '@rulebook/catalogue/makers';
import type { Field } from '@rulebook/catalogue/shape';
import type { Service } from '@rulebook/catalogue/service';
import { refused } from '@rulebook/catalogue/provenance';
import { flag, text } from '@rulebook/catalogue/shapes';
import { withEffects } from '@rulebook/catalogue/with-effects';
import { searchCluster as identity } from '../identity';
import { nameLists } from '../names';
import { resources } from '../resources';
import { rights } from './rights';
import { apiKeyOperations } from './security/api-key';
import { furtherKeyOperations } from './security/key-operations';
import { bulkOperations } from './bulk';
import { collections } from './collections';
import { documentOperations } from './document';
import { furtherDocumentOperations } from './further-documents';
import { remoteClusterOperations } from './replication/remote-clusters';
import { filledPlaceholders } from './replication/filled-placeholders';
import { replicationEffects } from './replication/follower-life';
import { aliasOperations } from './indices/alias-operations';
import { indexOperations } from './indices/index-operations';
import { shownSettings } from './indices/index-setting-objects';
import { withPrivileges } from './security/operation-privileges';
import { outlineOperations } from './outlines';
import { repositoryOperations } from './snapshots/snapshot-operations';
import { replicationOperations } from './replication/replication';
import { furtherReplicationOperations } from './replication/further-replication';
import { repositoryEffects } from './snapshots/repository-life';
import { runAsHeader } from './security/run-as';
import { rangeOptions } from './search/query-options';
import { searchOperations } from './search/search';
import { conventions, fromAuthentication, fromCreateKey, referenceOnCreateKey, serverSource } from './sources';
import { byteUnits } from './byte-units';
import { timeUnits } from './time-units';
import { readBacks } from './read-backs/read-backs';
import { retired } from './retired';
import { reference } from './source-document';

const interfaceWide = reference('What the service does', conventions);

const headers: readonly Field[] = [
  {
    name: 'Authorization',
    summary: 'The credential of the request: the word `ApiKey` and the `encoded` value of an API key.',
    provenance: fromAuthentication,
    shape: { type: 'string', format: 'credentials' },
    absent: {
      severity: 'hint',
      message: 'Without an `Authorization` header, the endpoint must supply the credential.',
      provenance: fromAuthentication,
    },
    example: 'ApiKey {{api_key}}',
    reference: { text: 'Servers also accept `Basic` and `Bearer` credentials.', source: conventions },
  },
  {
    name: 'Content-Type',
    summary: 'The media type of the body. Every request with a body needs it.',
    provenance: interfaceWide,
    shape: {
      type: 'string',
      values: {
        closed: false,
        provenance: interfaceWide,
        values: [
          { value: 'application/json', summary: 'The body is one JSON value.' },
          { value: 'application/x-ndjson', summary: 'The body has one JSON value on each line.' },
          {
            value: 'application/vnd.elasticsearch+json; compatible-with=8',
            summary: 'JSON that is compatible with a major version.',
          },
        ],
      },
    },
    example: 'application/json',
  },
  {
    name: 'Accept',
    summary: 'The media type of the response.',
    provenance: interfaceWide,
    shape: {
      type: 'string',
      values: {
        closed: false,
        provenance: interfaceWide,
        values: [
          { value: 'application/json', summary: 'The body is one JSON value.' },
          {
            value: 'application/vnd.elasticsearch+json; compatible-with=8',
            summary: 'JSON that is compatible with a major version.',
          },
        ],
      },
    },
  },
  field('X-Opaque-Id', text, 'Your own id for the request. Logs and tasks show it.', interfaceWide),
  runAsHeader,
];

const responseHeaders: readonly Field[] = [
  {
    name: 'X-elastic-product',
    summary: 'The name of the product. Official clients refuse a service that does not send it.',
    provenance: interfaceWide,
    shape: text,
  },
  field('X-Opaque-Id', text, 'The `X-Opaque-Id` of the request.', interfaceWide),
];

const switchOn = { shape: flag, bare: 'true', default: 'false', provenance: interfaceWide } as const;

const commonQuery: readonly Field[] = [
  { ...switchOn, name: 'pretty', summary: 'Whether the JSON of the response is indented.' },
  { ...switchOn, name: 'human', summary: 'Whether times and sizes are added in a readable form.' },
  { ...switchOn, name: 'error_trace', summary: 'Whether an error includes its stack trace.' },
  {
    name: 'filter_path',
    summary: 'The fields to keep in the response: comma-separated paths, which may use wildcards.',
    provenance: interfaceWide,
    shape: text,
  },
  {
    name: 'format',
    summary: 'The media type of the response: `json`, `yaml`, `cbor` or `smile`; tables take `text`, too.',
    provenance: interfaceWide,
    shape: text,
  },
];

/** The search cluster. */
export const searchCluster: Service = {
  ...identity,
  ...rights,
  operations: withEffects(
    withPrivileges([
      ...apiKeyOperations,
      ...repositoryOperations,
      ...replicationOperations,
      ...furtherReplicationOperations,
      ...remoteClusterOperations,
      ...indexOperations,
      ...documentOperations,
      ...bulkOperations,
      ...searchOperations,
      // Offers are in this order: what the document has comes first.
      ...furtherKeyOperations,
      ...aliasOperations,
      ...furtherDocumentOperations,
      ...outlineOperations,
    ]),
    { ...repositoryEffects, ...replicationEffects },
  ),
  collections,
  resources,
  nameLists,
  readBacks,
  shownItems: {
    ...{ names: { index: '_index', id: '_id' }, body: '_source', except: '.' },
    stores: { method: 'PUT', path: '/{index}/_doc/{id}' },
    provenance: reference('What the service does', serverSource),
  },
  absence: {
    ...{ status: 400, text: 'no handler found for uri' },
    provenance: reference('What the service does', serverSource),
  },
  headers,
  responseHeaders,
  commonQuery,
  otherQuery: refused(reference('What the service does', serverSource)),
  timeUnits,
  byteUnits,
  retired,
  // Names of users' objects do not begin with an underscore.
  reservedWords: '^_(?!all$|current$)[a-z]',
  signs: {
    fileName: String.raw`\.es$|elastic|opensearch|kibana`,
    header: String.raw`\n(?:authorization: *apikey\b|kbn-xsrf:|es-security-runas-user:|x-elastic-)`,
  },
  severalNames: '^_all$|[*,]',
  filledPlaceholders,
  refusedBody: {
    message: 'This operation takes no request body. Servers refuse a request with one, also with an empty object.',
    severity: 'warning',
    provenance: refused(referenceOnCreateKey(serverSource)),
  },
  instanceWords: {
    noun: 'cluster',
    others: [
      ...[
        'cross',
        'elasticsearch',
        'health',
        'info',
        'level',
        'privilege',
        'privileges',
        'search',
        'setting',
        'settings',
      ],
      ...['state', 'stats', 'wide'],
    ],
  },
  refusals: [
    { path: ['error', 'root_cause'], message: 'reason', kind: 'type', hasPositions: true },
    { path: ['error'], message: 'reason', kind: 'type', hasPositions: true },
    { path: [], message: 'error' },
  ],
  bodyMediaTypes: {
    types: ['application/json', 'application/x-ndjson', 'application/yaml', 'application/cbor', 'application/smile'],
    provenance: refused(reference('What the service does', serverSource)),
  },
  equalKeysRefused: reference('What the service does', serverSource),
  aliasesRefused: refused(reference('What the service does', serverSource)),
  defaultScheme: 'ApiKey',
  encodedPair: {
    message: 'The credential is not the encoded form of an API key: base64 of id, colon and secret.',
  },
  fallbackDescriptions: [
    {
      vendor: 'elasticsearch',
      isDefault: true,
      description: 'elasticsearch',
      hasReservedWords: true,
      isWholeSince: '8.0',
    },
  ],
  behaviours,
  // What the published description calls the settings of an index, and the ranges of queries, which are the same wherever a query is.
  namedShapes: {
    'index settings': shownSettings,
    'untyped range query': rangeOptions,
    'date range query': rangeOptions,
    'number range query': rangeOptions,
    'term range query': rangeOptions,
  },
  leniency: {
    textForScalar: {
      text: 'Servers also accept a number or a boolean that is written as a string.',
      source: conventions,
    },
    scalarForText: {
      text: 'Servers read a number or a boolean as a string where one is expected.',
      source: conventions,
    },
    caseOfValues: {
      text: 'Servers read most values in any case.',
      isAlsoLower: true,
      source: 'examples of the public specification, and server source',
    },
    itemForList: { text: 'Servers read a single value as a list of one.', source: conventions },
    nullForOptional: { text: 'Servers treat `null` for many optional members as absent.', source: conventions },
  },
  derivedKeys: {
    scheme: 'ApiKey',
    create: 'search-cluster.api-key.create',
    allowed: ['search-cluster.authenticate'],
    message: 'This key was created with another API key. It can authenticate, but it cannot call cluster APIs.',
    provenance: fromCreateKey,
  },
};
