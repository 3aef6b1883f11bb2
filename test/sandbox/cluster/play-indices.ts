import { createClusterPair } from '../../../services/search-cluster-play/cluster/cluster';
import type { ClusterPair } from '../../../services/search-cluster-play/cluster/model';
import { checkFor, createPlay, stepFirstCluster } from '../play';

const check = checkFor('search-cluster');

/** Plays a fresh cluster as its administrator. */
export function playCluster(): ClusterPlay {
  return createPlay(createClusterPair('boot'), stepFirstCluster, check, 'Bearer boot');
}

export type ClusterPlay = ReturnType<typeof createPlay<ClusterPair>>;

/** Plays a cluster with one index `books`, whose `labels` are flattened with the given parameters. */
export function playBooks(parameters: object = {}, documents: Readonly<Record<string, object>> = {}): ClusterPlay {
  const play = playCluster();
  const properties = { title: { type: 'text' }, pages: { type: 'long' }, labels: { type: 'flattened', ...parameters } };
  const created = play.send('PUT /books', { mappings: { properties } });
  if (created.status !== 200) throw new Error(created.text);
  for (const [id, document] of Object.entries(documents)) {
    const { status, text } = play.send(`PUT /books/_doc/${id}`, document);
    if (status !== 201) throw new Error(text);
  }
  return play;
}

/** Returns the ids that a search in `books` finds, in their order. */
export function idsOf(play: ClusterPlay, body: unknown): readonly string[] {
  const { status, body: answer, text } = play.send('POST /books/_search', body);
  if (status !== 200) throw new Error(text);
  const { hits } = answer.hits as unknown as { hits: readonly { _id: string }[] };
  return hits.map(({ _id }) => _id);
}

/** Returns the ids that a query finds, sorted. */
export function idsMatching(play: ClusterPlay, query: unknown): readonly string[] {
  return [...idsOf(play, { query, size: 1000 })].sort();
}
