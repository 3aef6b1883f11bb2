import {
  compiledFormat,
  type CompiledBody,
  type CompiledField,
  type CompiledOperation,
  type CompiledShape,
} from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';
import type { Service } from '../../../packages/catalogue/src/service';
import type { CheckContext, Endpoint } from '../../../packages/checker/src/binding/model';
import { checkText } from '../../rules/check-text';

/** What a test describes. */
export interface DescribedThings {
  readonly body?: CompiledShape | CompiledBody;
  readonly query?: readonly CompiledField[];
  readonly headers?: readonly CompiledField[];
  readonly shapes?: readonly CompiledShape[];
  /** Further facts about the only operation. */
  readonly operation?: Partial<CompiledOperation>;
  readonly endpoint?: Partial<Endpoint>;
  readonly service?: Partial<Service>;
}

/** Returns where a service with the only operation `POST /things` is checked. */
export function contextOf({
  body,
  query,
  headers,
  shapes = [],
  operation,
  endpoint,
  service,
}: DescribedThings): CheckContext {
  const things = createDescribedService(
    {
      format: compiledFormat,
      source: 'OpenAPI 3.1',
      title: 'Things',
      version: '1.0.0',
      operations: [
        {
          id: 'create',
          title: 'Create a thing',
          methods: ['POST'],
          path: '/things',
          ...(body !== undefined && { body: isBody(body) ? body : { shape: body } }),
          ...(query && { query }),
          ...(headers && { headers }),
          ...operation,
        },
      ],
      shapes,
      problems: [],
    },
    { id: 'things' },
  );
  return {
    endpoints: [{ name: 'things', service: 'things', baseUrl: 'https://things.example', ...endpoint }],
    defaults: {},
    services: [service ? Object.assign(Object.create(things) as Service, service) : things],
  };
}

function isBody(body: CompiledShape | CompiledBody): body is CompiledBody {
  return typeof body === 'object' && !('type' in body);
}

/** Returns the findings in `POST /things` with the body, without the layer of their facts. */
export function findingsIn(things: DescribedThings, body: unknown, target = '/things'): readonly string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return findingsInText(things, `# @endpoint things\nPOST ${target}\n\n${text}\n`);
}

/** Returns the findings in a request file, without the layer of their facts. */
export function findingsInText(things: DescribedThings, text: string): readonly string[] {
  return checkText(text, { context: contextOf(things), severities: {} }).map(
    ({ finding: { rule, severity, message } }) => `${severity} ${rule}: ${message}`,
  );
}
