import { takeBodyFromFile } from '@rulebook/language/convert/convert-body';
import { conversionsAt } from '@rulebook/language/convert/conversions-at';
import { convertCurl } from '@rulebook/exchange/convert-curl';
import { layQueryOut, queryEdits } from '@rulebook/language/actions/query-layout';
import { fillMembers } from '@rulebook/language/completion/fill-members';
import { formatOnType } from '@rulebook/request-file/format/format-on-type';
import { openRequestFile } from '@rulebook/request-file/syntax/request-file';
import { definitionsFor } from '@rulebook/request-file/syntax/definitions-at';
import { createFormatterOf } from './formatting/formatter-of';
import type { Engine } from './model';
import { noContext, type Reader } from './reader';

/** Creates what changes the form of files. */
export function createEditing(
  { parserIn, bind, blockOf, parsingOf }: Reader,
  plan: Engine['plan'],
): Pick<Engine, 'format' | 'formatOnType' | 'conversions' | 'bodyFromFile'> {
  return {
    format: createFormatterOf(parserIn, (file, index, block, context) => {
      const binding = bind(block, context, definitionsFor(file, index, block));
      return binding && ((step) => queryEdits(binding, step));
    }),
    conversions(file, index, span, context, taken) {
      const planOf = (text: string) => plan(openRequestFile(text), 0, { context, severities: {} });
      const curl = convertCurl({ file, index, span, block: blockOf(file, index, context), planOf });
      const place = { file, index, span, taken, ...parsingOf(file, context) };
      const filled = fillMembers({ ...place, bind: (block) => bind(block, context, file.definitions) });
      const laidOut = layQueryOut(place, (block) => bind(block, context, definitionsFor(file, index, block)));
      const others = [...conversionsAt(place), ...filled, ...laidOut];
      return curl ? [...others, curl] : others;
    },
    bodyFromFile: (file, index, content, context) => takeBodyFromFile({ index, ...parsingOf(file, context) }, content),
    formatOnType: (file, index, offset, options) =>
      file.isMarkdown ? [] : formatOnType(blockOf(file, index, noContext), offset, options),
  };
}
