import { dirname, relative, sep } from 'node:path';
import { withImported } from '../../../engine/src/sending/send/index';
import { definitionLayer, type VariableLayer } from '../../../engine/src/sending/variables/index';
import { readLinked, type ChoiceInput } from './choose-requests';
import { requestTextOf } from './named-requests';

/** Returns the variables of the files that a request file imports, or why one cannot be read. */
export function importedLayers(input: ChoiceInput): readonly VariableLayer[] | string {
  const linked = readLinked(input);
  const [problem] = linked.problems;
  if (problem !== undefined) return `${problem.location}, line ${problem.line + 1}: ${problem.reason}`;
  const [, ...imported] = withImported(linked, linked.root);
  return imported.map(({ location, file }) =>
    definitionLayer(requestTextOf(location, input.engine.textOf(file)), {
      place: relative(dirname(linked.root), location).split(sep).join('/'),
      path: location,
    }),
  );
}
