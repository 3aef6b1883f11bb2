import type { CheckContext } from '@rulebook/checker/binding/model';
import { formatFile } from '@rulebook/request-file/format/format-file';
import type { Engine } from '../model';
import { parsingIn, type Parser } from '../parsers';

/** Returns what formats a file whose blocks are parsed so. */
export function createFormatterOf(parserIn: (context: CheckContext) => Parser): Engine['format'] {
  return (file, options, context, part) => {
    const endOf = (index: number) => file.blocks.at(index)?.length ?? 0;
    return formatFile({
      file,
      options,
      ...parsingIn(file, parserIn(context)),
      ...(part && {
        first: part.start.block,
        last: part.end.block,
        partOf: (index) => ({
          start: index === part.start.block ? part.start.offset : 0,
          end: index === part.end.block ? part.end.offset : endOf(index),
        }),
      }),
    });
  };
}
