import { dirname, resolve } from 'node:path';
import { filesTakenBy } from '@rulebook/engine/checking';
import type { CheckContext, Engine } from '@rulebook/engine';
import { createVariableView, type ShownValues } from '@rulebook/sender/variables';
import { requestLineOf } from '@rulebook/request-file/syntax';
import { readText } from '@rulebook/node/files/files';
import { openRequests } from '../requests/named-requests';
import type { Binding } from './binding';

/** A request of a file. */
export interface WrittenRequest {
  readonly binding: Binding;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The body, where it is in a file of its own. */
  readonly body?: Binding;
  /** Gives variables the values that the file and the environment have. */
  readonly fill: (text: string) => string;
}

/** Returns the requests of the text of a request file or a Markdown file. */
export function writtenRequests(
  engine: Engine,
  { path, text }: { readonly path: string; readonly text: string },
  { context, root, values }: { readonly context: CheckContext; readonly root: string; readonly values: ShownValues },
): readonly WrittenRequest[] {
  const file = openRequests(engine, path, text);
  const found: WrittenRequest[] = [];
  const view = createVariableView(text, values);
  for (let index = 0; index < file.blocks.size; index++) {
    const source = file.blocks.at(index);
    const line = source === undefined || source.isProse ? undefined : requestLineOf(source.text);
    const binding = line === undefined ? undefined : engine.bind(file, index, context);
    if (line === undefined || binding === undefined) continue;
    const body = bodyInFile(engine, binding, [dirname(resolve(path)), root], context);
    found.push({
      binding,
      file: path,
      line: file.blocks.lineOf(index) + line + 1,
      fill: view.filled,
      ...(body && { body }),
    });
  }
  return found;
}

/** Returns the body of a request that is in a JSON file. */
function bodyInFile(
  engine: Engine,
  { block }: Binding,
  folders: readonly string[],
  context: CheckContext,
): Binding | undefined {
  const taken = filesTakenBy(block).find(({ need }) => need === 'body');
  if (taken === undefined) return undefined;
  for (const folder of folders) {
    const content = readText(resolve(folder, taken.path));
    if ('text' in content) return engine.bind(engine.openBody(content.text, taken.association), 0, context);
  }
  return undefined;
}
