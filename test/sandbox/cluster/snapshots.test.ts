import { describe, expect, it } from 'vitest';
import { changeOfClusters } from '../../../services/search-cluster-play/change';
import { exportClusters, importClusters } from '../../../services/search-cluster-play/export';
import { isClusters } from '../../../services/search-cluster-play/form';
import { applyChange } from '../../../packages/sandbox/src/control/state-change';
import type { Played } from '../play';
import { playClusters } from './repository-play';

const errorIn = ({ status, body }: Omit<Played, 'effects'>) => [
  status,
  (body.error as unknown as { readonly type: string }).type,
];
const fs = (location: string, more: object = {}) => ({ type: 'fs', settings: { location, ...more } });

async function playRepository() {
  const play = playClusters();
  await play.send('PUT /_snapshot/backup', fs('one'));
  for (const [index, id] of [
    ['logs-1', '1'],
    ['logs-2', '1'],
    ['books', '1'],
    ['books', '2'],
  ] as const) {
    await play.send(`PUT /${index}/_doc/${id}`, { of: index });
  }
  return play;
}

const namesIn = ({ body }: Omit<Played, 'effects'>) =>
  (body.snapshots as unknown as { readonly snapshot: string }[]).map(({ snapshot }) => snapshot);

describe('snapshots', () => {
  it('are taken, read, looked at and deleted', async () => {
    const play = await playRepository();
    expect((await play.send('PUT /_snapshot/backup/first', undefined)).body).toEqual({ accepted: true });
    play.pass(1000);
    const body = { indices: 'logs-*,-logs-2', metadata: { why: 'test' }, include_global_state: false };
    expect((await play.send('POST /_snapshot/backup/second?wait_for_completion=true', body)).body).toMatchObject({
      snapshot: {
        ...{ snapshot: 'second', repository: 'backup', state: 'SUCCESS', indices: ['logs-1'] },
        ...{ include_global_state: false, metadata: { why: 'test' }, shards: { total: 1, failed: 0, successful: 1 } },
      },
    });
    expect(namesIn(await play.send('GET /_snapshot/backup/_all'))).toEqual(['first', 'second']);
    expect((await play.send('GET /_snapshot/*/*?size=1&order=desc')).body).toMatchObject({
      ...{ total: 2, remaining: 1, snapshots: [{ snapshot: 'second' }], next: expect.any(String) as string },
    });
    const { next } = (await play.send('GET /_snapshot/*/*?size=1')).body;
    expect(namesIn(await play.send(`GET /_snapshot/*/*?size=1&after=${String(next)}`))).toEqual(['second']);
    expect(namesIn(await play.send('GET /_snapshot/backup/f*,_current'))).toEqual(['first']);
    expect((await play.send('GET /_snapshot/backup/second/_status')).body).toMatchObject({
      snapshots: [
        { snapshot: 'second', state: 'SUCCESS', indices: { 'logs-1': { shards: { 0: { stage: 'DONE' } } } } },
      ],
    });
    expect((await play.send('GET /_snapshot/_status')).body).toEqual({ snapshots: [] });
    expect((await play.send('DELETE /_snapshot/backup/first,second')).body).toEqual({ acknowledged: true });
    expect(namesIn(await play.send('GET /_snapshot/backup/*'))).toEqual([]);
    expect(errorIn(await play.send('DELETE /_snapshot/backup/first'))).toEqual([404, 'snapshot_missing_exception']);
  });

  it.each([
    ['PUT /_snapshot/backup/First', {}, 400],
    ['PUT /_snapshot/backup/a%20b', {}, 400],
    ['PUT /_snapshot/backup/taken', {}, 400],
    ['PUT /_snapshot/nowhere/first', {}, 404],
    ['PUT /_snapshot/backup/new', { indices: ['nothing'] }, 404],
    ['PUT /_snapshot/reading/new', {}, 400],
    ['PUT /_snapshot/backup/new', { metadata: 'x' }, 400],
    ['PUT /_snapshot/backup/new', { metadata: { a: 'x'.repeat(1024) } }, 400],
    ['PUT /_snapshot/backup/new', { partial: 'x' }, 400],
    ['PUT /_snapshot/backup/new', { feature_states: ['none', 'security'] }, 400],
    ['GET /_snapshot/backup/_all?size=0', undefined, 400],
    ['GET /_snapshot/backup/_all?sort=none', undefined, 400],
    ['GET /_snapshot/backup/_all?size=1&verbose=false', undefined, 400],
    ['POST /_snapshot/backup/taken/_restore', { unknown: 1 }, 400],
    ['GET /_snapshot/backup/nothing', undefined, 404],
    ['GET /_snapshot/backup/nothing/_status', undefined, 404],
    ['POST /_snapshot/backup/nothing/_restore', undefined, 500],
    ['POST /_snapshot/backup/taken/_restore', undefined, 500],
    ['POST /_snapshot/backup/taken/_restore', { indices: 'nothing' }, 404],
    ['POST /_snapshot/backup/taken/_restore', { rename_pattern: '(?<a>.)', rename_replacement: 'x' }, 501],
    ['POST /_snapshot/backup/taken/_restore', { rename_pattern: '.+', rename_replacement: 'x' }, 500],
    ['POST /_snapshot/backup/taken/_restore', { rename_pattern: '^', rename_replacement: 'X' }, 400],
    ['PUT /_snapshot/backup/taken/_clone/taken', { indices: '*' }, 400],
    ['PUT /_snapshot/backup/taken/_clone/other', {}, 400],
    ['POST /_snapshot/backup/taken/_mount', { index: 'books' }, 501],
  ])('are refused like this: %s %j', async (line, body, status) => {
    const play = await playRepository();
    await play.send('PUT /_snapshot/backup/taken');
    await play.send('PUT /_snapshot/reading', fs('two', { readonly: true }));
    const before = play.state();
    const response = await play.send(line, body);
    expect(response.status, response.text).toBe(status);
    expect(play.state().clusters).toBe(before.clusters);
  });

  it('are restored with what they hold, under the same name or another one', async () => {
    const play = await playRepository();
    await play.send('PUT /books/_alias/shelf');
    await play.send('PUT /_snapshot/backup/first');
    await play.send('DELETE /books/_doc/2');
    const body = { indices: 'books', rename_pattern: '(.+)', rename_replacement: 'old-$1', include_aliases: false };
    const restored = await play.send('POST /_snapshot/backup/first/_restore?wait_for_completion=true', body);
    expect(restored.body).toEqual({
      snapshot: { snapshot: 'first', indices: ['old-books'], shards: { total: 1, failed: 0, successful: 1 } },
    });
    expect((await play.send('GET /old-books/_count')).body.count).toBe(2);
    expect((await play.send('GET /_alias/shelf')).body).toEqual({ books: { aliases: { shelf: {} } } });
    expect(errorIn(await play.send('POST /_snapshot/backup/first/_restore', { indices: 'books' }))).toEqual([
      500,
      'snapshot_restore_exception',
    ]);
    await play.send('DELETE /books');
    const settings = { index_settings: { number_of_replicas: 0 }, ignore_index_settings: ['refresh_interval'] };
    const again = await play.send('POST /_snapshot/backup/first/_restore', { indices: ['b*'], ...settings });
    expect(again.body).toEqual({ accepted: true });
    expect((await play.send('GET /shelf/_count')).body.count).toBe(2);
    expect((await play.send('GET /books/_settings?flat_settings=true')).body).toMatchObject({
      books: { settings: { 'index.number_of_replicas': '0' } },
    });
  });

  it('are copied in part', async () => {
    const play = await playRepository();
    await play.send('PUT /_snapshot/backup/first');
    expect((await play.send('PUT /_snapshot/backup/first/_clone/part', { indices: 'logs-*' })).status).toBe(200);
    expect((await play.send('GET /_snapshot/backup/part')).body).toMatchObject({
      snapshots: [{ indices: ['logs-1', 'logs-2'] }],
    });
  });

  it('are there for the other cluster that reads the repository', async () => {
    const play = await playRepository();
    await play.send('PUT /_snapshot/backup/first');
    const server = 'leader';
    await play.send('PUT /_snapshot/same', fs('one', { readonly: true }), { server });
    expect(namesIn(await play.send('GET /_snapshot/same/_all', undefined, { server }))).toEqual(['first']);
    expect((await play.send('DELETE /_snapshot/same/first', undefined, { server })).status).toBe(400);
    await play.send('POST /_snapshot/same/first/_restore', { indices: 'books' }, { server });
    expect((await play.send('GET /books/_count', undefined, { server })).body.count).toBe(2);
  });

  it('are in exports and in state files', async () => {
    const play = await playRepository();
    let written: unknown = JSON.parse(JSON.stringify(exportClusters(play.state().clusters)));
    for (const line of ['PUT /_snapshot/backup/a', 'PUT /_snapshot/backup/b', 'DELETE /_snapshot/backup/a']) {
      const before = play.state().clusters;
      await play.send(line);
      written = applyChange(written, JSON.stringify(changeOfClusters(before, play.state().clusters)));
      const exported = exportClusters(play.state().clusters);
      expect(written).toEqual(JSON.parse(JSON.stringify(exported)));
      expect(isClusters(written, '')).toBeUndefined();
      expect(exportClusters(importClusters(exported))).toEqual(exported);
    }
  });
});
