import { describe, expect, it } from 'vitest';
import { createDescribedService } from '../../../../packages/description/src/described-service';
import { mergeDocumented } from '../../../../packages/description/src/merge-documented';
import type { Service } from '../../../../packages/catalogue/src/service';
import { shopDescription } from '../../features/shop';
import { createEngine, type CheckContext, type CheckOptions } from '../../../../packages/engine/src/index';
import type { Binding } from '../../../../packages/checker/src/binding/model';
import { effectsOf as effectsOfBinding, withFindings } from '../../../../packages/sender/src/plan/effects-of';
import { lossesOfBody } from '../../../../packages/sender/src/plan/losses-of';
import type { Effect, RequestPlan } from '../../../../packages/sender/src/plan/index';

const engine = createEngine();
const toShopEndpoint = { name: 'shop', service: 'shop', baseUrl: 'https://shop.example.org' };
const options: CheckOptions = {
  context: {
    endpoints: [
      { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270' },
      { name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9272' },
    ],
    defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' },
  },
  severities: {},
};

function planOf(text: string): RequestPlan {
  const file = engine.openFile(text);
  for (let index = file.blocks.size - 1; index >= 0; index--) {
    const plan = engine.plan(file, index, options);
    if (plan) return plan;
  }
  throw new Error('No block holds a request.');
}

function effectsOf(text: string): readonly Effect[] {
  return planOf(text).effects ?? [];
}

function lossesOf(text: string): readonly string[] {
  return effectsOf(text)
    .filter(({ kind }) => kind === 'loss')
    .map(({ message }) => message);
}

describe('losses', () => {
  it.each([
    [
      'DELETE /_snapshot/backup',
      'Unregisters the snapshot repository `backup`. Only the reference is removed. The snapshots stay in place.',
    ],
    [
      'DELETE /_snapshot/{{repository}}',
      'Unregisters the snapshot repository `{{repository}}`. Only the reference is removed. The snapshots stay in place.',
    ],
    [
      'DELETE /_snapshot/daily-*',
      'Unregisters all snapshot repositories that match `daily-*`. Only the reference is removed. The snapshots stay in place.',
    ],
    [
      'POST /_snapshot/backup/_cleanup',
      'Deletes the data in the snapshot repository `backup` that no snapshot refers to.',
    ],
    ['DELETE /logs', 'Deletes the index `logs` with all documents.'],
    ['DELETE /logs,audit', 'Deletes the indices `logs` and `audit` with all documents.'],
    ['DELETE /logs-*', 'Deletes all indices that match `logs-*` with all documents.'],
    ['DELETE /logs-%2A', 'Deletes all indices that match `logs-*` with all documents.'],
    ['DELETE /_all', 'Deletes all indices with all documents.'],
    ['DELETE /*', 'Deletes all indices with all documents.'],
    ['DELETE /{{prefix}}-*', 'Deletes all indices that match `{{prefix}}-*` with all documents.'],
    ['DELETE /logs/_doc/7', 'Deletes the document `7` of the index `logs`.'],
    [
      'POST /logs/_delete_by_query\n{ "query": { "match_all": {} } }',
      'Deletes all documents of the index `logs` that match the query.',
    ],
    [
      'PUT /copy/_ccr/follow\n{ "remote_cluster": "leader", "leader_index": "orders" }',
      'If the follower index `copy` exists already, this recreates it: its segment files are deleted and copied again from the leader index.',
    ],
    [
      'POST /copy/_ccr/unfollow',
      'Ends the replication of the follower index `copy` permanently and turns it into a standard index.',
    ],
    [
      'DELETE /_ccr/auto_follow/daily',
      'Deletes the auto-follow pattern `daily`. Existing follower indices continue to replicate.',
    ],
    [
      'DELETE /_security/api_key\n{ "ids": ["a", "b"], "owner": true }',
      'Invalidates the API keys with `ids` `["a", "b"]` and `owner` `true`. An invalidated key cannot be used again.',
    ],
    ['DELETE /_security/api_key', 'Invalidates API keys. An invalidated key cannot be used again.'],
    ['DELETE /_snapshot/backup/one', 'Deletes the snapshot `one` from the repository `backup`.'],
    [
      'POST /_snapshot/backup/one/_restore',
      'A closed index that has the name of a restored one is replaced by its state in the snapshot `one`.',
    ],
    ['DELETE /repos/octo/hello/hooks/12', 'Deletes the webhook `12` of the repository `octo/hello`.'],
    ['DELETE /projects/5/collaborators/mona', 'Removes the collaborator `mona` from the project `5`.'],
    [
      'POST /logs/_bulk\n{ "delete": { "_id": "1" } }\n{ "index": {} }\n{ "a": 1 }\n{ "delete": { "_id": "2" } }\n',
      'Deletes 2 documents.',
    ],
    ['DELETE /logs-{{day}},audit', 'Deletes all indices that match `logs-{{day}},audit` with all documents.'],
    [
      'DELETE /_security/api_key\n{ "ids": ["a"], "other": true, "owner": }',
      'Invalidates the API keys with `ids` `["a"]`. An invalidated key cannot be used again.',
    ],
    ['DELETE /', 'The request deletes what is at `/`. No document describes it.'],
    ['DELETE http://127.0.0.1:9270', 'The request deletes what is at `/`. No document describes it.'],
    ['DELETE /some/unknown/thing', 'The request deletes what is at `/some/unknown/thing`. No document describes it.'],
  ])('%s', (text, message) => {
    expect(lossesOf(text)).toEqual([message]);
  });

  it.each([
    'GET /_snapshot/backup',
    'HEAD /logs',
    'PUT /_snapshot/backup\n{ "type": "fs", "settings": { "location": "x" } }',
    'POST /logs/_search\n{}',
    'POST /some/unknown/thing',
    'POST /logs/_bulk\n{ "index": {} }\n{ "a": 1 }\n',
    'POST /logs/_bulk\n\n< ./lines.ndjson\n',
  ])('loses nothing: %s', (text) => {
    expect(lossesOf(text)).toEqual([]);
  });

  it('names the secret that an update of a webhook removes, also where a comment suppresses the rule', () => {
    const message =
      'This `config` has no `secret`, so the update removes a secret that was set before. Send the same or a new secret.';
    const update = (config: string) =>
      `PATCH /repos/octo/hello/hooks/1\n\n{\n  # rulebook-ignore dropped-secret\n  "config": ${config}\n}\n`;
    expect(lossesOf(update('{ "url": "https://example.com" }'))).toEqual([message]);
    expect(lossesOf(update('{ "url": "https://example.com", "secret": "{{hook_secret}}" }'))).toEqual([]);
    expect(lossesOf('PATCH /repos/octo/hello/hooks/1\n{ "active": false }')).toEqual([]);
    const open = effectsOf('PATCH /repos/octo/hello/hooks/1/config\n{ "url": "https://example.com" }');
    expect(open.some(({ kind, message: said }) => kind === 'consequence' && said.includes('does not say'))).toBe(true);
  });

  it('counts the actions of lines, and nothing else that belongs to one', () => {
    const action = { name: 'delete', noun: 'document', loss: { noun: 'document', provenance: { kind: 'reference' } } };
    const lines = ['action', 'source', 'stray', 'action'].map((part) => ({ part, action }));
    const binding = { operation: { body: { actions: [action] }, provenance: {} }, lines } as unknown as Binding;
    expect(lossesOfBody(binding).map(({ message }) => message)).toEqual(['Deletes 2 documents.']);
  });

  it('names a thing without a name by its kind', () => {
    const provenance = { kind: 'documented' };
    const what = { one: 'the trash', several: 'trashes' };
    const operation = {
      losses: [{ message: 'Empties {what} of `{owner}`.', what, provenance }],
      notes: [],
      provenance,
    };
    const binding = { operation, method: 'POST', path: [], query: [], headers: [] } as unknown as Binding;
    expect(effectsOfBinding(binding).map(({ message }) => message)).toEqual(['Empties the trash of `{owner}`.']);
  });

  it('says where a loss is, and nothing where no document describes the request', () => {
    expect(effectsOf('DELETE /repos/octo/hello/hooks/12')[0]?.provenance).toEqual({
      kind: 'documented',
      document: 'code-hosting',
      section: 'Repository webhooks',
    });
    expect(effectsOf('DELETE /some/unknown/thing')).toEqual([
      { kind: 'loss', message: 'The request deletes what is at `/some/unknown/thing`. No document describes it.' },
    ]);
  });

  it('shows no credential of a path', () => {
    expect(lossesOf('DELETE /a/token=ghp_abcdefghijklmnopqrstuvwxyz0123456789').join()).not.toContain('ghp_abc');
  });
});

describe('losses of described operations', () => {
  const described = (operation: object) =>
    createDescribedService({ ...shopDescription, operations: [operation as never] }, { id: 'shop' });
  const lossIn = (service: Service, text: string) => {
    const context = { ...options.context, services: [service], endpoints: [toShopEndpoint] };
    const file = engine.openFile(`# @endpoint shop\n${text}`);
    return (engine.plan(file, 0, { ...options, context })?.effects ?? []).filter(({ kind }) => kind === 'loss');
  };

  it.each([
    ['DELETE', 'Delete an order', 'Deletes an order (order_id `7`).'],
    ['DELETE', 'Cancel an order', 'Deletes something: the operation is called “Cancel an order” (order_id `7`).'],
    ['POST', 'Remove an order from the list.', 'Removes an order from the list (order_id `7`).'],
  ])('%s: %s', (method, title, message) => {
    const service = described({
      id: 'end',
      title,
      methods: [method],
      path: '/orders/{order_id}',
      pathParameters: [{ name: 'order_id', shape: { type: 'string' } }],
    });
    expect(lossIn(service, `${method} /orders/7`)).toMatchObject([{ message, provenance: { kind: 'described' } }]);
    const reading = { ...{ id: 'read', title, methods: ['GET'], path: '/orders/{order_id}' } };
    expect(lossIn(described(reading), 'GET /orders/7')).toEqual([]);
  });

  it('says of a header field, a parameter and a member since when they are, and that they are deprecated', () => {
    const old = (name: string, more: object = {}) => ({ name, shape: { type: 'string' }, deprecated: 'Old.', ...more });
    const service = described({
      ...{ id: 'make', title: 'Make', methods: ['POST'], path: '/orders' },
      ...{ query: [old('q')], headers: [old('X-Old')] },
      body: { shape: { type: 'object', name: 'order', fields: [old('member')] } },
    });
    const context = { ...options.context, services: [service], endpoints: [toShopEndpoint] };
    const text = '# @endpoint shop\nPOST /orders?q=1\nX-Old: 1\n\n{ "member": "1" }\n';
    const effects = engine.plan(engine.openFile(text), 0, { ...options, context })?.effects ?? [];
    expect(effects.map(({ message }) => message)).toEqual([
      '`q` is deprecated. Old.',
      '`X-Old` is deprecated. Old.',
      '`member` is deprecated. Old.',
    ]);
  });

  it('says what the file that is the body of a request leaves out', () => {
    const text = 'PATCH /repos/octo/hello/hooks/1\n\n< ./hook.json\n';
    const lossIn = (include: CheckContext['include']) => {
      const context = { ...options.context, ...(include && { include }) };
      return (engine.plan(engine.openFile(text), 0, { ...options, context })?.effects ?? [])
        .filter(({ kind }) => kind === 'loss')
        .map(({ message }) => message);
    };
    const problem = { severity: 'warning', message: 'It leaves out the secret.', span: { start: 0, end: 1 }, line: 0 };
    const problems = [
      { ...problem, rule: 'dropped-secret' },
      { ...problem, rule: 'unknown-field', message: 'It has an unknown field.' },
    ] as never;
    expect(lossIn(() => ({ kind: 'read', location: 'hook.json', problems }))).toEqual(['It leaves out the secret.']);
    expect(lossIn(() => ({ kind: 'unreadable', cause: 'it is gone' }))).toEqual([]);
    expect(lossIn(undefined)).toEqual([]);
  });

  it('says nothing of a file that is only a part of the body', () => {
    const text = 'PATCH /repos/octo/hello/hooks/1\nContent-Type: text/plain\n\na\n< ./hook.json\n';
    const problem = {
      rule: 'dropped-secret',
      severity: 'warning',
      message: 'Lost.',
      span: { start: 0, end: 1 },
      line: 0,
    };
    const include = () => ({ kind: 'read', location: 'hook.json', problems: [problem] }) as never;
    const effects = engine.plan(engine.openFile(text), 0, {
      ...options,
      context: { ...options.context, include },
    })?.effects;
    expect(effects?.map(({ message }) => message)).not.toContain('Lost.');
  });

  it('keeps what an outline says of losses when a description takes its place', () => {
    const lower = createDescribedService(
      {
        ...shopDescription,
        operations: [{ id: 'drop', title: 'Drop it', methods: ['DELETE'], path: '/_snapshot/{repository}/{snapshot}' }],
      },
      { id: 'search-cluster' },
    );
    const upper = engine.catalogue.services.find(({ id }) => id === 'search-cluster');
    const whole = upper && mergeDocumented(upper, lower).whole;
    const operation = whole?.operations.find(({ id }) => id === 'search-cluster.drop');
    expect(operation).toMatchObject({
      title: 'Drop it',
      losses: [{ message: 'Deletes {what} from the repository `{repository}`.' }],
    });
  });
});

describe('other effects', () => {
  const has = (text: string, kind: Effect['kind'], message: string) => {
    expect(
      effectsOf(text)
        .filter((effect) => effect.kind === kind)
        .map((effect) => effect.message),
    ).toContain(message);
  };

  it('lists needs, deprecation, versions and consequences', () => {
    has('PUT /_security/api_key\n{}', 'need', 'The caller needs the cluster privilege `manage_own_api_key`.');
    has('PUT /_security/api_key\n{}', 'version', 'This operation exists since version 6.7.0.');
    has(
      'DELETE /projects/5/collaborators/mona',
      'deprecation',
      'This operation is deprecated. Projects (classic) is being closed down. Use the newer projects instead.',
    );
    has(
      'PUT /_security/api_key\n{ "name": "k", "role_descriptors": { "r": { "remote_indices": [] } } }',
      'version',
      '`remote_indices` exists since version 8.14.0.',
    );
    has(
      'PUT /_snapshot/b?verify=false\n{ "type": "fs" }',
      'consequence',
      'The repository is not verified now. Verify it later with `POST /_snapshot/{repository}/_verify`.',
    );
  });

  it('says of a missing member what its absence means, and not of one that is there', () => {
    const never = 'Without `expiration`, the key never expires.';
    has('PUT /_security/api_key\n{ "name": "k" }', 'consequence', never);
    expect(
      effectsOf('PUT /_security/api_key\n{ "name": "k", "expiration": "1d" }').map(({ message }) => message),
    ).not.toContain(never);
  });

  it('says since when an operation exists, that it is outdated, and when it was removed', () => {
    const provenance = { kind: 'documented' };
    const operation = {
      ...{ notes: [], provenance, since: '7.0.0', removed: '9.0.0' },
      ...{ deprecated: 'Use another one.', deprecatedSince: '8.0.0', deprecatedBy: { kind: 'reference' } },
    };
    const binding = { operation, method: 'GET', query: [], headers: [], path: [] } as unknown as Binding;
    expect(effectsOfBinding(binding)).toEqual([
      {
        ...{ kind: 'deprecation', provenance: { kind: 'reference' } },
        message: 'This operation is deprecated since version 8.0.0. Use another one.',
      },
      { kind: 'version', message: 'This operation exists since version 7.0.0.', provenance },
      { kind: 'version', message: 'This operation was removed in version 9.0.0.', provenance },
    ]);
  });

  it('says no more than 40 things, each once', () => {
    const provenance = { kind: 'documented' };
    const notes = Array.from({ length: 60 }, (_, index) => ({ message: `Note ${index >> 1}.`, provenance }));
    const many = Array.from({ length: 60 }, (_, index) => ({ message: `Note ${index}.`, provenance }));
    const messagesOf = (all: typeof notes) =>
      effectsOfBinding({
        operation: { notes: all, provenance },
        ...{ method: 'GET', query: [], headers: [], path: [] },
      } as unknown as Binding).map(({ message }) => message);
    expect(messagesOf(notes)).toEqual(Array.from({ length: 30 }, (_, index) => `Note ${index}.`));
    expect(messagesOf(many)).toEqual(Array.from({ length: 40 }, (_, index) => `Note ${index}.`));
  });

  it('looks at the first 300 values of a body, outer ones first', () => {
    const field = (name: string) => ({ name, since: '1', provenance: { kind: 'documented' } });
    const leaf = (name: string) => ({ field: field(name), members: [], items: [] });
    const plain = Array.from({ length: 297 }, () => ({ members: [], items: [] }));
    const body = {
      members: [{ value: { members: [], items: [leaf('inner'), leaf('late')] } }, {}],
      items: plain,
    };
    const binding = { operation: { notes: [], provenance: {} }, method: 'GET', query: [], headers: [], path: [], body };
    expect(effectsOfBinding(binding as unknown as Binding).map(({ message }) => message)).toEqual([
      '`inner` exists since version 1.',
    ]);
  });

  it.each(['syntax', 'endpoint', 'documented'])('says of a finding by what it is known, of %s', (kind) => {
    const finding = { rule: 'noted-value', severity: 'warning', message: 'It is slow.', provenance: { kind } };
    const [effect] = withFindings({ errors: 0 } as RequestPlan, [finding as never]).effects ?? [];
    const isNamed = kind === 'documented';
    expect(effect).toStrictEqual({
      ...{ kind: 'consequence', message: 'It is slow.' },
      ...(isNamed && { provenance: { kind } }),
    });
  });

  it('says the losses first, and each thing once', () => {
    const kinds = effectsOf('DELETE /repos/octo/hello/hooks/12').map(({ kind }) => kind);
    expect(kinds[0]).toBe('loss');
    const messages = effectsOf('PUT /_security/api_key\n{ "name": "k" }').map(({ message }) => message);
    expect(new Set(messages).size).toBe(messages.length);
  });
});
