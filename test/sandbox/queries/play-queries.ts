import { queryLanguages } from '../../../packages/queries/src/index';
import { createClusterPair, stepCluster } from '../../../services/search-cluster-play/cluster/cluster';
import { before, queries } from '../../../tools/oracle/stories/queries.mjs';
import type { ClusterPlay } from '../cluster/play-indices';
import { checkFor, createPlay } from '../play';

/** Returns an empty cluster of a version that runs queries. */
export function playCluster(clusterVersion = '8.19.21'): ClusterPlay {
  return createPlay(
    createClusterPair('boot'),
    (state, request, input, check) =>
      stepCluster(
        state,
        'cluster',
        request,
        { ...input, queries: () => queryLanguages, nodeSettings: { clusterVersion } },
        check,
      ),
    checkFor('search-cluster'),
    'Bearer boot',
  );
}

/** Returns a cluster with the documents of the stories. */
export function playQueries(clusterVersion?: string): ClusterPlay {
  const play = playCluster(clusterVersion);
  for (const step of before) {
    const answer = play.send(`${step.method} ${step.path}`, textOf(step), undefined, headersOf(step));
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return play;
}

type Step = (typeof before)[number];

function textOf({ body }: Step): string {
  if (typeof body === 'string') return body;
  if (!Array.isArray(body)) return JSON.stringify(body ?? '');
  return body.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function headersOf({ body, headers }: Step): Record<string, string> {
  const type = Array.isArray(body) ? 'application/x-ndjson' : 'application/json';
  return { ...(body !== undefined && { 'Content-Type': type }), ...headers };
}

/** Returns the requests of the stories that carry queries, in their order. */
export function requestsOfStories() {
  return queries
    .stories()
    .flatMap(({ steps }) => steps.slice(before.length))
    .map((step) => ({ method: step.method, path: step.path, text: textOf(step), headers: headersOf(step) }));
}
