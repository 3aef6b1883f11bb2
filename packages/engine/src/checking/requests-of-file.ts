import type { CheckContext, RequestsOfFile } from '@rulebook/checker/binding/model';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { Engine } from '../model';

/** Returns the requests of a file, bound in a context. */
export function requestsOfFile(
  engine: Pick<Engine, 'parse' | 'bind'>,
  file: RequestFile,
  context: CheckContext,
): RequestsOfFile {
  let areAll = true;
  const bindings = [...file.blocks].flatMap((_, index) => {
    const block = engine.parse(file, index, context);
    if (block.isProse) return [];
    const binding = engine.bind(file, index, context);
    if (sendsOthers(block) || (binding === undefined && mayBeSent(block))) areAll = false;
    return binding ?? [];
  });
  return { bindings, areAll };
}

function sendsOthers({ imports, runs }: Block): boolean {
  return imports.length + runs.length > 0;
}

function mayBeSent({ request, otherRequest }: Block): boolean {
  return request !== undefined || (otherRequest !== undefined && otherRequest.isOtherProtocol !== true);
}
