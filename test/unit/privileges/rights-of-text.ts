import { createEngine } from '../../../packages/engine/src/index';
import type { CheckOptions } from '../../../packages/engine/src/index';
import {
  rightsOfRequests,
  type EndpointRights,
  type NeedyRequest,
} from '../../../packages/checker/src/privileges/index';
import { rightsOfService } from '../../../packages/services/src/index';
import { loadPublished } from '../binding/published';

const engine = createEngine({ loadDescription: loadPublished });

const options: CheckOptions = {
  context: {
    endpoints: [
      { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' },
      { name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9300', vendor: 'github' },
    ],
    defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' },
  },
  severities: {},
};

/** Returns the request line of each operation of both services, with the parameters of its path in braces. */
export function publishedLines(): readonly string[] {
  return Array.from(engine.requests(options.context), ({ method, path }) => `${method} ${path}`);
}

/** Returns the requests of a text with what they need. */
export function requestsOf(text: string): readonly NeedyRequest[] {
  return Array.from(engine.planAll(engine.openFile(text), options), (plan): NeedyRequest => {
    const { label, line, service, operation, endpoint, needs } = plan;
    return {
      label,
      ...(line !== undefined && { line }),
      ...(service !== undefined && { service }),
      ...(operation !== undefined && { operation }),
      ...(endpoint !== undefined && { endpoint }),
      ...(needs && { needs }),
    };
  });
}

/** Returns the smallest rights of a text, by endpoint. */
export function rightsOf(text: string, form?: 'actions'): readonly EndpointRights[] {
  return rightsOfRequests(requestsOf(text), rightsOfService, form);
}
