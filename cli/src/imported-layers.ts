import { realpathSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import {
  definitionLayer,
  readLinkedFiles,
  withImported,
  type Engine,
  type RequestFile,
  type VariableLayer,
} from '../../engine/src/index';
import type { BodyFolders } from '../../platform/node/body-folders';
import { importReader } from '../../platform/node/imported-requests';
import { openRequests, requestTextOf } from './named-requests';

/** Returns the variables of the files that a request file imports, or why one cannot be read. */
export function importedLayers(
  engine: Engine,
  path: string,
  file: RequestFile,
  folders: Pick<BodyFolders, 'allowed' | 'advice'>,
): readonly VariableLayer[] | string {
  const linked = readLinkedFiles(realpathSync(path), file, {
    read: importReader(folders),
    open: (text, location) => openRequests(engine, location, text),
    parse: (block) => engine.parseBlock(block),
  });
  const [problem] = linked.problems;
  if (problem !== undefined) return `${problem.location}, line ${problem.line + 1}: ${problem.reason}`;
  const [, ...imported] = withImported(linked, linked.root);
  return imported.map(({ location, file: one }) =>
    definitionLayer(requestTextOf(location, engine.textOf(one)), {
      place: relative(dirname(linked.root), location).split(sep).join('/'),
      path: location,
    }),
  );
}
