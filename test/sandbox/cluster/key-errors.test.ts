import { describe, expect, it } from 'vitest';
import { playCluster } from './play-users';

const create = 'PUT /_security/api_key';
const role = (descriptor: unknown) => ({ name: 'k', role_descriptors: { r: descriptor } });
const read = { names: ['logs-*'], privileges: ['read'] };
const invalid = 'action_request_validation_exception';
const unreadable = 'x_content_parse_exception';
const search = 'POST /_security/_query/api_key';

describe('mistakes in requests about API keys have the error types of servers', () => {
  it.each([
    [create, '', 'parse_exception'],
    [create, [], unreadable],
    [create, {}, 'illegal_argument_exception'],
    [create, { name: '' }, invalid],
    [create, { name: '_a' }, invalid],
    [create, { name: 'k', expiration: '1y' }, unreadable],
    [create, { name: 'k', metadata: { _a: 1 } }, invalid],
    [create, role({ cluster: ['none_such'] }), invalid],
    [create, role({ restriction: { workflows: ['other'] } }), invalid],
    [create, role({ restriction: { workflows: [] } }), unreadable],
    [create, role({ indices: [{ ...read, privileges: [] }] }), unreadable],
    [create, role({ indices: [{ ...read, names: ['/a'] }] }), invalid],
    [create, role({ indices: [{ ...read, names: ['/[/'] }] }), invalid],
    [create, role({ indices: [{ ...read, field_security: { grant: ['a'], except: ['b'] } }] }), unreadable],
    [create, role({ applications: [{ application: 'App', privileges: ['a'], resources: ['*'] }] }), invalid],
    [create, role({ applications: [{ application: 'app', privileges: ['a b'], resources: ['*'] }] }), invalid],
    [create, { name: 'k', role_descriptors: { ' ': {} } }, unreadable],
    [`${create}?refresh=now`, { name: 'k' }, 'illegal_argument_exception'],
    ['GET /_security/api_key?owner=x', undefined, 'illegal_argument_exception'],
    ['GET /_security/api_key?id=a&name=b', undefined, invalid],
    ['GET /_security/api_key?username=a&owner=true', undefined, invalid],
    ['DELETE /_security/api_key', { id: 'a' }, unreadable],
    ['DELETE /_security/api_key', { ids: [] }, unreadable],
    ['DELETE /_security/api_key', { ids: ['a'], name: 'b' }, invalid],
    ['DELETE /_security/api_key', { name: '' }, invalid],
    ['POST /_security/api_key/_bulk_update', {}, 'illegal_argument_exception'],
    ['POST /_security/api_key/_bulk_update', { ids: [] }, invalid],
    ['POST /_security/api_key/_bulk_update', { ids: [''] }, 'search_phase_execution_exception'],
    [search, { unknown: 1 }, unreadable],
    [search, { query: { trem: {} } }, unreadable],
    [search, { query: { fuzzy: { name: 'a' } } }, 'illegal_argument_exception'],
    [search, { query: { term: { api_key_hash: 'a' } } }, 'illegal_argument_exception'],
    [search, { sort: [{ name: 'desc' }] }, unreadable],
    [search, { sort: ['none'] }, 'illegal_argument_exception'],
    [search, { size: -1 }, invalid],
    [search, { size: 10_001 }, 'search_phase_execution_exception'],
    [search, { search_after: ['a'] }, 'search_phase_execution_exception'],
    [search, { aggs: { a: { avg: { field: 'creation' } } } }, 'illegal_argument_exception'],
    ['POST /_security/user/_has_privileges', {}, 'parse_exception'],
    ['POST /_security/user/_has_privileges', { cluster: ['none_such'] }, 'illegal_argument_exception'],
  ])('%s %j: %s', (line, body, type) => {
    const { status, body: answer } = playCluster().send(line, body);
    expect([status, (answer.error as unknown as { type: string }).type]).toEqual([400, type]);
  });

  it.each([
    role({ global: { profile: { write: { applications: ['app-*'] } } } }),
    role({ restriction: {} }),
    role({ cluster: ['ALL', 'Monitor'] }),
    role({ remote_cluster: [{ clusters: ['east'], privileges: ['Monitor_Enrich'] }] }),
    role({ applications: [{ application: 'app', privileges: 'read', resources: '*' }] }),
    { name: 'k', expiration: '-1' },
  ])('%j is accepted', (body) => {
    expect(playCluster().send(create, body).status).toBe(200);
  });

  it.each([
    [search, '{} {}', 200],
    [search, '{} // one', 200],
    [search, '{"unknown":1} {}', 400],
    [search, '{ {}', 400],
    [create, '{"name":"k"} nonsense', 200],
    ['DELETE /_security/api_key', '{"ids":["a"]} {"name":"b"}', 200],
  ])('%s reads the first value of %s', (line, body, status) => {
    expect(playCluster().send(line, body).status).toBe(status);
  });

  it('reads numbers as ids, and an empty value of refresh as true', () => {
    const play = playCluster();
    expect(play.send('DELETE /_security/api_key', { ids: [5] }).status).toBe(200);
    expect(play.send(`${create}?refresh=`, { name: 'k' }).status).toBe(200);
    expect(play.send('PUT /_security/api_key/_bulk_update', { ids: ['a'] }).status).toBe(405);
  });
});
