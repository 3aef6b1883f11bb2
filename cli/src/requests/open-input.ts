import { resolve } from 'node:path';
import type { Checker } from '@rulebook/engine/checking';
import type { CheckOptions } from '@rulebook/engine';
import { associateBody } from '@rulebook/sender/configuration';
import { mayLink } from '@rulebook/checker/names';
import { isMarkdownName, scriptFormOf, type RequestFile } from '@rulebook/request-file/syntax';
import { isRequestFile } from '@rulebook/node/files/find-files';
import type { FolderSettings } from '../configuration/configuration-file';
import { openJudgedRequests } from './named-requests';
import type { OutsideNamesSource } from './outside-names';

/** An opened file, and what its check has to know. */
interface OpenedInput {
  readonly file: RequestFile;
  readonly options: CheckOptions;
}

/** Opens the text of a request file, of a Markdown file, or of a JSON file whose request is known; undefined for any other file. */
export async function openInput(
  { engine, outsideNames }: { readonly engine: Checker; readonly outsideNames: OutsideNamesSource },
  path: string,
  text: string,
  { checkOptions, configuration, fromRoot }: FolderSettings,
): Promise<OpenedInput | undefined> {
  if (isRequestFile(path) || isMarkdownName(path) || scriptFormOf(path) !== undefined) {
    const file = openJudgedRequests(engine, path, text);
    const options = outsideNames.optionsFor(path, checkOptions);
    if (![...file.blocks].some((block) => mayLink(block.text))) return { file, options };
    const { withNamesOfImports } = await import('./imported-names');
    return { file, options: withNamesOfImports(engine, path, file, options) };
  }
  const association = associateBody(fromRoot(resolve(path)), text, configuration);
  return association && { file: engine.openBody(text, association), options: checkOptions };
}
