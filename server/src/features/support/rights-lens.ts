import type { CodeLens } from 'vscode-languageserver';
import { rightsOfService } from '@rulebook/services';
import type { OpenDocument } from '../../documents/documents';
import { isKnownByWord } from '../../documents/typed-line';
import { requestLineIn } from '../../documents/request-line';
import type { FeatureContext } from '../../documents/feature-context';

/** A file without a service that has rights in its first blocks has no lens for them, however many follow. */
const maxBlocks = 200;

/**
 * Returns the lens at the first request of a file that shows which rights its requests need: for clients that can show them, and a file with a
 * request to a service with rights. It is behind the others of its line.
 */
export function rightsLensOf(context: FeatureContext, document: OpenDocument): readonly CodeLens[] {
  const { rightsCommand } = context.client;
  const { uri, file } = document;
  if (rightsCommand === undefined || file.association) return [];
  const options = context.optionsOf(document);
  let first: number | undefined;
  for (let index = 0; index < Math.min(maxBlocks, file.blocks.size); index++) {
    const line = requestLineIn(file, index);
    if (line === undefined) continue;
    first ??= line;
    const endpoint = context.engine.endpoint(file, index, options);
    if (endpoint === undefined || rightsOfService(endpoint.service) === undefined) continue;
    // A path that no service knows goes somewhere, too.
    const binding = context.engine.bind(file, index, options.context);
    if (binding?.service?.id !== endpoint.service || !isKnownByWord(binding)) continue;
    const start = { line: first, character: 0 };
    const command = { title: 'Rights that this file needs', command: rightsCommand, arguments: [uri] };
    return [{ range: { start, end: start }, command }];
  }
  return [];
}
