// The resources that the stories of the comparison with a node declare, made by seed.
import { createJudge } from '../judge.mjs';
import { randomOf } from '../random.mjs';
import { areas } from '../stories/index.mjs';

/**
 * @typedef {object} GeneratedRequest
 * @property {string} kind
 * @property {any} body
 */

/**
 * Returns what creates a resource: indices, of the bodies of mappings and settings, too, repositories and API keys. What the check warns of is left
 * out, since servers ignore a part of it.
 * @param {number} seed
 * @param {string} version the version of the node
 * @param {'elasticsearch' | 'opensearch'} [vendor] its product
 * @returns {Promise<GeneratedRequest[]>}
 */
export async function generatedRequests(seed, version, vendor = 'elasticsearch') {
  const judge = await createJudge(vendor, version);
  return areas.flatMap(({ area, stories }) =>
    [...stories(randomOf(seed, area))].flatMap((story) => {
      const findings = judge(story);
      return story.steps.flatMap((step, index) => (findings[index]?.length === 0 ? requestOf(step) : []));
    }),
  );
}

/**
 * @param {{ method: string, path: string, body?: any }} step
 * @returns {GeneratedRequest[]}
 */
function requestOf({ method, path, body }) {
  if (!/^(?:PUT|POST)$/.test(method) || typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const [target] = path.split('?', 1);
  if (target === '/_security/api_key') return [{ kind: 'API key', body }];
  if (/^\/_snapshot\/[^/]+$/.test(target)) return body.type === 'fs' ? [{ kind: 'repository', body }] : [];
  const [, index = '_', part = '', ...more] = target.split('/');
  if (/^[_%*]/.test(index) || more.length > 0) return [];
  if (part === '') return method === 'PUT' ? [{ kind: 'index', body }] : [];
  if (part === '_mapping') return [{ kind: 'index', body: { mappings: body } }];
  return part === '_settings' ? [{ kind: 'index', body: { settings: body } }] : [];
}
