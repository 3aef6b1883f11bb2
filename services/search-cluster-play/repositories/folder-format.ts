import { isRecord } from '@rulebook/json/is-record';
import type { FolderFormat } from '@rulebook/sandbox/model';
import { readJson } from '@rulebook/sandbox/wire';

/** How a shared file system repository looks in its folder. */
export const repositoryFormat: FolderFormat = {
  data: 'indices',
  trial: { folder: 'tests-', file: 'master.dat' },
  newestIndex: (names) => {
    const generations = names.flatMap((name) => /^index-(\d{1,15})$/.exec(name)?.[1] ?? []).map(Number);
    return generations.length === 0 ? undefined : `index-${Math.max(...generations)}`;
  },
  readIndex: (text) => {
    const value = readJson(text)?.value;
    const indices = isRecord(value) ? value.indices : undefined;
    if (!isRecord(value) || !isRecord(indices)) return undefined;
    const ids = Object.values(indices).map((index) => (isRecord(index) ? index.id : undefined));
    if (!ids.every((id) => typeof id === 'string')) return undefined;
    return { ...(typeof value.uuid === 'string' && { uuid: value.uuid }), used: new Set(ids) };
  },
  firstIndex: (uuid) => ({
    name: 'index-0',
    text: JSON.stringify({
      ...{ min_version: '7.12.0', uuid, snapshots: [], indices: {} },
      index_metadata_identifiers: {},
    }),
  }),
};
