import { takeBodyFromFile } from '../convert/convert-body';
import { conversionsAt } from '../convert/conversions-at';
import { scriptEdits } from '../convert/rewrite-scripts';
import { convertCurl } from '../exchange-formats/convert-curl';
import { fillMembers } from '../features/completion/fill-members';
import { formatFile } from '../format/format-file';
import { formatOnType } from '../format/format-on-type';
import { editRequestFile, fileEditsOf, openRequestFile } from '../syntax/request-file';
import type { Engine } from './model';
import { noContext, type Reader } from './reader';

/** Creates what changes the form of files. */
export function createEditing(
  { bind, blockOf, parsingOf }: Reader,
  plan: Engine['plan'],
): Pick<Engine, 'format' | 'formatOnType' | 'conversions' | 'rewriteScripts' | 'bodyFromFile'> {
  return {
    format(file, options, context, part) {
      const endOf = (index: number) => file.blocks.at(index)?.length ?? 0;
      return formatFile({
        file,
        options,
        ...parsingOf(file, context),
        ...(part && {
          first: part.start.block,
          last: part.end.block,
          partOf: (index) => ({
            start: index === part.start.block ? part.start.offset : 0,
            end: index === part.end.block ? part.end.offset : endOf(index),
          }),
        }),
      });
    },
    conversions(file, index, span, context, taken) {
      const planOf = (text: string) => plan(openRequestFile(text), 0, { context, severities: {} });
      const curl = convertCurl({ file, index, span, block: blockOf(file, index, context), planOf });
      const place = { file, index, span, taken, ...parsingOf(file, context) };
      const filled = fillMembers({ ...place, bind: (block) => bind(block, context, file.definitions) });
      const others = [...conversionsAt(place), ...filled];
      return curl ? [...others, curl] : others;
    },
    rewriteScripts(file) {
      const edits = scriptEdits({ file, ...parsingOf(file, noContext) });
      return editRequestFile(
        file,
        // From the end, so that the lines in front stay where they are.
        [...edits].reverse().flatMap(({ block, edits: ofBlock }) => fileEditsOf(file, block, ofBlock)),
      );
    },
    bodyFromFile: (file, index, content, context) => takeBodyFromFile({ index, ...parsingOf(file, context) }, content),
    formatOnType: (file, index, offset, options) =>
      file.isMarkdown ? [] : formatOnType(blockOf(file, index, noContext), offset, options),
  };
}
