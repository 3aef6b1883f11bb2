import { Client, errors } from '@elastic/elasticsearch';
import { Octokit } from '@octokit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../cli/command-line';

// What programs call around the documented operations. Each call is answered, or refused with 501 and the reason; a wrong 404 or 400 would
// look like a mistake of the program.

let sandbox: RunningSandbox;
let client: Client;
let octokit: Octokit;
beforeAll(async () => {
  sandbox = await startSandbox();
  const endpoint = (name: string) => {
    const { baseUrl, credential } = sandbox.ready.endpoints.find((one) => one.name === name)!;
    return { baseUrl, token: credential.replace('Bearer ', '') };
  };
  const [cluster, hub] = [endpoint('sandbox-cluster'), endpoint('sandbox-hub')];
  client = new Client({ node: cluster.baseUrl, auth: { bearer: cluster.token } });
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  octokit = new Octokit({ baseUrl: hub.baseUrl, auth: hub.token, log });
  await client.bulk({
    operations: [1, 2, 3].flatMap((pages) => [{ index: { _index: 'books', _id: String(pages) } }, { pages }]),
  });
  await client.indices.create({ index: 'logs' });
  await client.snapshot.createRepository({
    name: 'backup',
    repository: { type: 's3', settings: { bucket: 'b' } },
  });
});
afterAll(async () => {
  await client.close();
  await sandbox.end();
});

/** Resolves with `answered`, or with the reason for which the sandbox does not play the call. Any other refusal is thrown. */
async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
    return 'answered';
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 501) {
      return (error.body as { readonly error: { readonly reason: string } }).error.reason;
    }
    const { status, response } = error as { status?: number; response?: { data: { detail: string } } };
    if (status === 501 && response) return response.data.detail;
    throw error;
  }
}

type Calls<Of> = Readonly<Record<string, (of: Of) => Promise<unknown>>>;
const index = 'books';
const repository = 'backup';
const query = { match_all: {} };

/** In this order, since later ones need what earlier ones made. */
const answered: Calls<Client> = {
  'indices.getDataStream': (of) => of.indices.getDataStream(),
  'esql.query': (of) => of.esql.query({ query: 'ROW a = 1' }),
  info: (of) => of.info(),
  ping: (of) => of.ping(),
  'cluster.health': (of) => of.cluster.health(),
  'cluster.getSettings': (of) => of.cluster.getSettings(),
  'nodes.info': (of) => of.nodes.info(),
  'cat.indices': (of) => of.cat.indices({ format: 'json' }),
  'cat.indices as text': (of) => of.cat.indices({ v: true }),
  'cat.health': (of) => of.cat.health(),
  'cat.count': (of) => of.cat.count({ index }),
  'cat.aliases': (of) => of.cat.aliases(),
  'indices.exists': (of) => of.indices.exists({ index }),
  'indices.get': (of) => of.indices.get({ index }),
  'indices.getMapping': (of) => of.indices.getMapping({ index }),
  'indices.putAlias': (of) => of.indices.putAlias({ index, name: 'shelf' }),
  'indices.existsAlias': (of) => of.indices.existsAlias({ name: 'shelf' }),
  'indices.getAlias': (of) => of.indices.getAlias(),
  'indices.getAlias of an index': (of) => of.indices.getAlias({ index, name: 's*' }),
  'indices.updateAliases': (of) =>
    of.indices.updateAliases({ actions: [{ add: { index: 'logs', alias: 'now', is_write_index: true } }] }),
  'indices.deleteAlias': (of) => of.indices.deleteAlias({ index: 'logs', name: 'now' }),
  'indices.resolveIndex': (of) => of.indices.resolveIndex({ name: '*' }),
  get: (of) => of.get({ index: 'shelf', id: '1' }),
  exists: (of) => of.exists({ index, id: '1' }),
  mget: (of) => of.mget({ docs: [{ _index: index, _id: '1' }] }),
  'mget of an index': (of) => of.mget({ index, ids: ['1', '2'] }),
  count: (of) => of.count({ index }),
  search: (of) => of.search({ index: 'shelf', query }),
  msearch: (of) => of.msearch({ searches: [{ index }, { query }] }),
  'search, scroll and clearScroll': async (of) => {
    const { _scroll_id: scroll_id = '' } = await of.search({ index, size: 1, scroll: '1m' });
    await of.scroll({ scroll_id, scroll: '1m' });
    return of.clearScroll({ scroll_id });
  },
  'openPointInTime and closePointInTime': async (of) => {
    const { id } = await of.openPointInTime({ index, keep_alive: '1m' });
    const { hits } = await of.search({ pit: { id }, sort: [{ pages: 'asc' }] });
    expect(hits.hits[0]?.sort).toHaveLength(2);
    return of.closePointInTime({ id });
  },
  'helpers.scrollDocuments': async (of) => {
    const found: unknown[] = [];
    for await (const document of of.helpers.scrollDocuments({ index, size: 2, query })) found.push(document);
    expect(found).toHaveLength(3);
  },
  'helpers.scrollSearch': async (of) => {
    for await (const page of of.helpers.scrollSearch({ index, size: 1, query }))
      if (page.documents.length) await page.clear();
  },
  reindex: (of) => of.reindex({ source: { index }, dest: { index: 'copy' } }),
  'reindex as a task, and tasks.get': async (of) => {
    const { task } = await of.reindex({ source: { index }, dest: { index: 'copy' }, wait_for_completion: false });
    return of.tasks.get({ task_id: String(task) });
  },
  'tasks.list': (of) => of.tasks.list(),
  updateByQuery: (of) => of.updateByQuery({ index: 'copy' }),
  deleteByQuery: (of) => of.deleteByQuery({ index: 'copy', query }),
  'security.createApiKey': (of) => of.security.createApiKey({ name: 'k' }),
  'security.queryApiKeys': (of) => of.security.queryApiKeys({ query: { term: { name: 'k' } }, sort: ['creation'] }),
  'security.updateApiKey': async (of) => {
    const { id } = await of.security.createApiKey({ name: 'changed' });
    await of.security.updateApiKey({ id, metadata: { a: 1 } });
    return of.security.bulkUpdateApiKeys({ ids: id, metadata: { a: 2 } });
  },
  'security.grantApiKey': (of) => {
    const password = sandbox.ready.endpoints[0]!.credential.replace('Bearer ', '');
    return of.security.grantApiKey({ grant_type: 'password', username: 'elastic', password, api_key: { name: 'g' } });
  },
  'security.invalidateApiKey': (of) => of.security.invalidateApiKey({ name: 'k' }),
  'snapshot.create': (of) => of.snapshot.create({ repository, snapshot: 'first', wait_for_completion: true }),
  'snapshot.get': (of) => of.snapshot.get({ repository, snapshot: '_all' }),
  'snapshot.status': (of) => of.snapshot.status(),
  'snapshot.status of one': (of) => of.snapshot.status({ repository, snapshot: 'first' }),
  'snapshot.clone': (of) =>
    of.snapshot.clone({ repository, snapshot: 'first', target_snapshot: 'second', indices: index }),
  'snapshot.restore': (of) =>
    of.snapshot.restore({
      ...{ repository, snapshot: 'first', wait_for_completion: true, indices: index },
      ...{ rename_pattern: '(.+)', rename_replacement: 'restored-$1', include_aliases: false },
    }),
  'snapshot.delete': (of) => of.snapshot.delete({ repository, snapshot: 'first,second' }),
  'ccr.stats': (of) => of.ccr.stats(),
  'indices.putIndexTemplate': (of) => of.indices.putIndexTemplate({ name: 't', index_patterns: ['t-*'] }),
  'indices.existsIndexTemplate': (of) => of.indices.existsIndexTemplate({ name: 't' }),
  'security.putUser': (of) => of.security.putUser({ username: 'ann', password: 'long-enough', roles: ['reader'] }),
  'security.changePassword': (of) => of.security.changePassword({ username: 'ann', password: 'longer-than-it' }),
  'security.getUser': (of) => of.security.getUser(),
  'security.putRole': (of) => of.security.putRole({ name: 'reader' }),
  'security.getRole': (of) => of.security.getRole({ name: 'reader' }),
  'security.deleteRole': (of) => of.security.deleteRole({ name: 'reader' }),
  'ingest.putPipeline': (of) => of.ingest.putPipeline({ id: 'p', processors: [] }),
  'ingest.getPipeline': (of) => of.ingest.getPipeline({ id: 'p' }),
  'putScript, getScript': async (of) => {
    await of.putScript({ id: 's', script: { lang: 'painless', source: '1' } });
    return of.getScript({ id: 's' });
  },
  'ilm.putLifecycle, ilm.getLifecycle': async (of) => {
    await of.ilm.putLifecycle({ name: 'l', policy: { phases: {} } });
    return of.ilm.getLifecycle({ name: 'l' });
  },
  'indices.delete': (of) => of.indices.delete({ index: 'restored-books' }),
};

const notPlayed: Calls<Client> = {
  'cat.nodes': (of) => of.cat.nodes(),
  'cat.shards': (of) => of.cat.shards(),
  'cluster.state': (of) => of.cluster.state(),
  'cluster.stats': (of) => of.cluster.stats(),
  'nodes.stats': (of) => of.nodes.stats(),
  'indices.stats': (of) => of.indices.stats({ index }),
  'indices.rollover': (of) => of.indices.rollover({ alias: 'shelf' }),
  'indices.analyze': (of) => of.indices.analyze({ text: 'x' }),
  'indices.forcemerge': (of) => of.indices.forcemerge({ index }),
  explain: (of) => of.explain({ index, id: '1', query }),
  fieldCaps: (of) => of.fieldCaps({ index, fields: '*' }),
  termvectors: (of) => of.termvectors({ index, id: '1' }),
  searchTemplate: (of) => of.searchTemplate({ source: '{}' }),
  'reindex from another cluster': (of) =>
    of.reindex({ source: { index, remote: { host: 'http://other:9200' } }, dest: { index: 'copy' } }),
  'reindex with a script': (of) => of.reindex({ source: { index }, dest: { index: 'copy' }, script: { source: 'x' } }),
  'tasks.cancel': (of) => of.tasks.cancel({ task_id: 'x:1' }),
  'security.clearApiKeyCache': (of) => of.security.clearApiKeyCache({ ids: 'x' }),
  'security.createCrossClusterApiKey': (of) =>
    of.security.createCrossClusterApiKey({ name: 'x', access: { search: [{ names: ['*'] }] } }),
  'snapshot.repositoryAnalyze': (of) => of.snapshot.repositoryAnalyze({ name: repository }),
  'searchableSnapshots.mount': (of) => of.searchableSnapshots.mount({ repository, snapshot: 'x', index }),
  'sql.query': (of) => of.sql.query({ query: 'SELECT 1' }),
};

describe('the calls of the official client of the search cluster', () => {
  it.each(Object.entries(answered))('are answered: %s', async (_, call) => {
    expect(await outcomeOf(() => call(client))).toBe('answered');
  });

  it.each(Object.entries(notPlayed))('are not played, with the reason: %s', async (_, call) => {
    expect(await outcomeOf(() => call(client))).toMatch(/^Not implemented: the sandbox does not play/);
  });
});

const ours = { owner: 'octocat', repo: 'hello-world' };
const username = 'monalisa';

const answeredByHost: Calls<Octokit['rest']> = {
  'meta.root': (of) => of.meta.root(),
  'rateLimit.get': (of) => of.rateLimit.get(),
  'users.getAuthenticated': (of) => of.users.getAuthenticated(),
  'users.getByUsername': (of) => of.users.getByUsername({ username }),
  'repos.get': (of) => of.repos.get(ours),
  'repos.listCollaborators': (of) => octokit.paginate(of.repos.listCollaborators, { ...ours, per_page: 1 }),
  'repos.checkCollaborator': (of) => of.repos.checkCollaborator({ ...ours, username: 'hubot' }),
  'repos.getCollaboratorPermissionLevel': (of) => of.repos.getCollaboratorPermissionLevel({ ...ours, username }),
  'repos.addCollaborator': (of) => of.repos.addCollaborator({ ...ours, username, permission: 'push' }),
  'repos.listInvitations': (of) => of.repos.listInvitations(ours),
  'repos.updateInvitation': async (of) => {
    const [{ id: invitation_id } = { id: 0 }] = (await of.repos.listInvitations(ours)).data;
    return of.repos.updateInvitation({ ...ours, invitation_id, permissions: 'read' });
  },
  'repos.listInvitationsForAuthenticatedUser': (of) => of.repos.listInvitationsForAuthenticatedUser(),
  'repos.removeCollaborator': (of) => of.repos.removeCollaborator({ ...ours, username }),
  'repos.listWebhooks': (of) => of.repos.listWebhooks(ours),
};

const notPlayedByHost: Calls<Octokit['rest']> = {
  'issues.listForRepo': (of) => of.issues.listForRepo(ours),
  'issues.create': (of) => of.issues.create({ ...ours, title: 'x' }),
  'pulls.list': (of) => of.pulls.list(ours),
  'repos.listForAuthenticatedUser': (of) => of.repos.listForAuthenticatedUser(),
  'repos.update': (of) => of.repos.update({ ...ours, description: 'x' }),
  'repos.listBranches': (of) => of.repos.listBranches(ours),
  'repos.getContent': (of) => of.repos.getContent({ ...ours, path: 'README.md' }),
  'repos.listTeams': (of) => of.repos.listTeams(ours),
  'orgs.listWebhooks': (of) => of.orgs.listWebhooks({ org: 'octo' }),
  'orgs.listMembers': (of) => of.orgs.listMembers({ org: 'octo' }),
  'search.repos': (of) => of.search.repos({ q: 'x' }),
  'git.getRef': (of) => of.git.getRef({ ...ours, ref: 'heads/main' }),
};

describe('the calls of the official client of the code host', () => {
  it.each(Object.entries(answeredByHost))('are answered: %s', async (_, call) => {
    expect(await outcomeOf(() => call(octokit.rest))).toBe('answered');
  });

  it.each(Object.entries(notPlayedByHost))('are not played, with the reason: %s', async (_, call) => {
    expect(await outcomeOf(() => call(octokit.rest))).toMatch(/^Not implemented: the sandbox does not play/);
  });
});
