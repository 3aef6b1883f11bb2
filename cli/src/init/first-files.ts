import { relative, resolve, sep } from 'node:path';
import { describedAuthentication, describedRequests, offeredBaseUrls } from '@rulebook/exchange';
import type { RequestPlan } from '@rulebook/sender/plan';
import { createDescribedService } from '@rulebook/services';
import { count, isLoopbackUrl } from '@rulebook/text';
import { createDescriptionReader } from '@rulebook/node/descriptions/own-descriptions';
import { environment } from '../configuration/configuration-file';

/** A file that `rulebook init` would make. */
export interface FirstFile {
  readonly path: string;
  readonly text: string;
  /** What is in it, for people. */
  readonly about: string;
}

/** What was made of the descriptions. */
export interface FirstFiles {
  readonly files: readonly FirstFile[];
  /** Descriptions that cannot be read, each with the reason. */
  readonly problems: readonly string[];
}

/** More descriptions are for the user to choose from. */
const mostServices = 10;

/**
 * Returns a `rulebook.json` with a service and an endpoint for each description, and a request file for the first one; with neither descriptions nor
 * request files, those that show where they are to be written.
 */
export async function firstFiles(
  root: string,
  descriptions: readonly { readonly path: string }[],
  {
    hasRequests,
    planOf,
  }: { readonly hasRequests: boolean; readonly planOf: (text: string) => RequestPlan | undefined },
): Promise<FirstFiles> {
  const services: Record<string, object> = {};
  const endpoints: Record<string, object> = {};
  const problems: string[] = [];
  const addresses: string[] = [];
  let requests: FirstFile | undefined;
  const read = createDescriptionReader(environment);
  for (const { path } of descriptions.slice(0, mostServices)) {
    const found = await read({ root, description: path });
    if ('cause' in found || found.compiled === undefined) {
      const reason = 'cause' in found ? found.cause : (found.problems[0]?.message ?? 'it is not a description');
      problems.push(`${path}: ${reason}`);
      continue;
    }
    const { compiled } = found;
    const service = createDescribedService(compiled, { id: 'described' });
    const name = nameOfService(service.title, Object.keys(services));
    const baseUrl = (offeredBaseUrls(compiled)[0] ?? '').replace(/\/+$/, '');
    // A server of this computer often wants none.
    const authentication = isLoopbackUrl(baseUrl) ? undefined : describedAuthentication(compiled);
    services[name] = { description: `./${path}` };
    endpoints[name] = { service: name, baseUrl, ...(authentication && { authentication }) };
    addresses.push(`${name} at ${baseUrl}`);
    if (hasRequests || requests !== undefined) continue;
    const isOnly = descriptions.length === 1;
    const written = describedRequests(service, { isStart: true, endpoint: name, goesThere: () => isOnly, planOf });
    if ('problem' in written) problems.push(`${path}: ${written.problem}`);
    else requests = { path: `${name}.http`, text: written.text, about: count(written.requests, 'request') };
  }
  if (addresses.length > 0) {
    const about = `${count(addresses.length, 'service')}: ${addresses.join(', ')}`;
    const text = configurationText({ services, endpoints });
    return { files: [{ path: 'rulebook.json', text, about }, ...(requests ? [requests] : [])], problems };
  }
  if (hasRequests) return { files: [], problems };
  return { files: placeholderFiles, problems };
}

/** Where a server of one's own usually is while it is developed. */
const placeholderFiles: readonly FirstFile[] = [
  {
    path: 'rulebook.json',
    text: configurationText({ endpoints: { local: { baseUrl: 'http://localhost:8080' } } }),
    about: 'endpoint local at http://localhost:8080, to be changed to the address of your service',
  },
  {
    path: 'first.http',
    text: '### The first request\n# @endpoint local\nGET /\nAccept: application/json\n\n?? status < 400\n',
    about: '1 request',
  },
];

function configurationText(configuration: object): string {
  return `${JSON.stringify(configuration, undefined, 2)}\n`;
}

/** Returns the name of a service by the title of its description. */
function nameOfService(title: string, taken: readonly string[]): string {
  const words = title
    .toLowerCase()
    .replace(/\b(?:rest |http )?(?:api|service)\b/g, ' ')
    .match(/[a-z\d]+/g);
  const base =
    (words ?? [])
      .join('-')
      .replace(/^[^a-z]+/, '')
      .slice(0, 40)
      .replace(/-+$/, '') || 'service';
  let name = base;
  for (let number = 2; taken.includes(name); number++) name = `${base}-${number}`;
  return name;
}

/** Returns a path as reports show it: from the current folder, with slashes. */
export function shownPath(path: string): string {
  return relative(process.cwd(), resolve(path)).split(sep).join('/') || '.';
}
