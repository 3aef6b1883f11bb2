import { refused, type Refusal } from '@rulebook/sender/plan';
import { basename } from 'node:path';
import { createEngine, type Endpoint } from '@rulebook/engine';
import { ownBodyOf, type OwnBody } from '@rulebook/sandbox/contract-tests';
import type { Service } from '@rulebook/services';
import { readText } from '@rulebook/node/files/files';
import { findRequestInputs } from '../requests/find-inputs';
import { openRequests } from '../requests/named-requests';

/** Returns the bodies that requests of files send to a service; a sentence where a file cannot be read. */
export async function ownBodiesIn(
  paths: readonly string[],
  service: Service,
  endpoint: Endpoint,
): Promise<readonly OwnBody[] | Refusal> {
  if (paths.length === 0) return [];
  const found = await findRequestInputs(paths);
  if (typeof found === 'string') return refused(found);
  const engine = createEngine();
  const context = { endpoints: [endpoint], defaults: { [service.id]: endpoint.name }, services: [service] };
  const bodies: OwnBody[] = [];
  for (const { path, line } of found.inputs) {
    const content = readText(path);
    if ('cause' in content) return refused(`${path}: cannot be read: ${content.cause}`);
    const file = openRequests(engine, path, content.text);
    const only = line === undefined ? undefined : file.blocks.indexAtLine(line - 1);
    for (let index = 0; index < file.blocks.size; index++) {
      if (only !== undefined && index !== only) continue;
      const binding = engine.bind(file, index, context);
      const body = binding && ownBodyOf(binding, `the request ${index + 1} of ${basename(path)}`);
      if (body !== undefined) bodies.push(body);
    }
  }
  return bodies;
}
