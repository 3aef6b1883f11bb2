import type { ReadBack } from '@rulebook/catalogue/read-back';
import { provenance, put, writes } from './forms';
import { byName } from './pulled-forms';

/** What has no part in a body: it is there, or it is not. */
const ofStreams: ReadBack = {
  noun: 'data stream',
  declares: { methods: put, path: '/_data_stream/{name}' },
  resource: '/_data_stream/{name}',
  reads: '/_data_stream/{name}',
  removedAt: '/_data_stream/{name}',
  loses: 'its documents',
  // Its template comes before it.
  pulled: {
    ...{ file: 'streams', lists: '/_data_stream', at: ['data_streams'], id: ['name'] },
    except: [
      { nameBegins: '.' },
      { member: ['system'], is: 'true' },
      { member: ['hidden'], is: 'true' },
      { member: ['replicated'], is: 'true' },
      { member: ['_meta', 'managed'], is: 'true' },
    ],
  },
  listed: { at: ['data_streams'], by: [], id: 'name' },
  parts: [],
  provenance,
};

/** The response has it in a member next to its state, and lengths of time in milliseconds. A request replaces all of it. */
const ofWatches: ReadBack = {
  noun: 'watch',
  declares: { methods: writes, path: '/_watcher/watch/{id}' },
  resource: '/_watcher/watch/{id}',
  reads: '/_watcher/watch/{id}',
  removedAt: '/_watcher/watch/{id}',
  loses: 'its state: whether it is active, and which of its actions are acknowledged',
  parts: [
    {
      of: [],
      at: ['watch'],
      whole: [[], ['actions'], ['input', 'simple', '**'], ['metadata', '**']],
      named: [['actions'], ['condition'], ['input']],
      defaults: [
        { at: ['condition'], value: '{"always":{}}' },
        { at: ['input'], value: '{"none":{}}' },
      ],
      renamed: [
        { at: ['throttle_period_in_millis'], to: ['throttle_period'] },
        { at: ['actions', '*', 'throttle_period_in_millis'], to: ['throttle_period'] },
      ],
      short: [
        { at: ['**', 'script'], of: 'source' },
        { at: ['actions', '*', 'email', 'body'], of: 'text' },
      ],
      uncompared: ['input', 'actions'].map((name) => ({
        at: [name, '**', 'url'],
        reason: 'the service shows it in parts',
        isHidden: true,
      })),
    },
  ],
  provenance,
};

/** How what few clusters have is read back: streams of documents, transforms, watches, pipelines of Logstash, and views. */
export const furtherReadBacks: readonly ReadBack[] = [
  ofStreams,
  {
    noun: 'transform',
    declares: { methods: put, path: '/_transform/{transform_id}' },
    resource: '/_transform/{transform_id}',
    reads: '/_transform/{transform_id}',
    removedAt: '/_transform/{transform_id}',
    loses: 'how far it has come',
    changedBy: [
      {
        ...{ of: [], method: 'POST', path: '/_transform/{transform_id}/_update', sends: 'whole' },
        except: ['pivot', 'latest'],
      },
    ],
    pulled: {
      ...{ file: 'transforms', lists: '/_transform?size=1000', at: ['transforms'], id: ['id'], isAsSent: true },
      except: [{ nameBegins: '.' }, { member: ['_meta', 'managed'], is: 'true' }],
    },
    listed: { at: ['transforms'], by: [], id: 'id' },
    parts: [{ of: [], at: [], renamed: [{ at: ['pivot', 'aggs'], to: ['aggregations'] }] }],
    provenance,
  },
  ofWatches,
  {
    noun: 'Logstash pipeline',
    declares: { methods: put, path: '/_logstash/pipeline/{id}' },
    resource: '/_logstash/pipeline/{id}',
    reads: '/_logstash/pipeline/{id}',
    removedAt: '/_logstash/pipeline/{id}',
    pulled: byName('logstash-pipelines', '/_logstash/pipeline'),
    parts: [{ of: [], at: ['{id}'] }],
    provenance,
  },
  {
    noun: 'view',
    declares: { methods: put, path: '/_query/view/{name}' },
    resource: '/_query/view/{name}',
    reads: '/_query/view/{name}',
    removedAt: '/_query/view/{name}',
    pulled: { file: 'views', lists: '/_query/view', at: ['views'], id: ['name'], isAsSent: true },
    listed: { at: ['views'], by: [], id: 'name' },
    parts: [{ of: [], at: [] }],
    provenance,
  },
];
