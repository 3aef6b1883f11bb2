import type { Position, Range } from 'vscode-languageserver';
import type { Engine } from '@rulebook/engine';
import { isCheckable, type OpenDocument } from '../documents/documents';
import type { FeatureContext } from '../documents/feature-context';
import { rangesOfBlock, toBlockOffset, type RangeOf } from '../documents/to-lsp';

type QueryNameAt = NonNullable<ReturnType<Engine['queryName']>>;

/** The column of a query at a position of a document. */
export interface QueryNameHere {
  readonly name: QueryNameAt;
  readonly rangeOf: RangeOf;
}

/** Returns the column of a query in a body at a position; undefined where none is. */
export function queryNameHere(
  { engine, encoding, optionsOf }: Pick<FeatureContext, 'engine' | 'encoding' | 'optionsOf'>,
  document: OpenDocument,
  position: Position,
): QueryNameHere | undefined {
  if (!isCheckable(document)) return undefined;
  const { block, offset } = toBlockOffset(document.file, position, encoding);
  const name = engine.queryName(document.file, block, offset, optionsOf(document).context);
  const rangeOf = name && rangesOfBlock(document.file, block, encoding);
  return name && rangeOf && { name, rangeOf };
}

/** Returns where the column is, or only where a command makes it. */
export function rangesOfQueryName(
  { name, rangeOf }: QueryNameHere,
  which: 'all' | 'uses' | 'definitions',
): readonly Range[] {
  return name.places
    .filter(({ isDefinition }) => which === 'all' || isDefinition === (which === 'definitions'))
    .map(({ span }) => rangeOf(span));
}
