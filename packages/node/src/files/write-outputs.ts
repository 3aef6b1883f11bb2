import type { ResponseWriter } from '@rulebook/sender/ports';
import { redact } from '@rulebook/catalogue/masking';
import type { RequestPlan } from '@rulebook/sender/plan';
import { refused, reasonOf } from '@rulebook/sender/refusal';
import { createFiller } from '@rulebook/sender/variables';
import { visibleLine } from '@rulebook/text';
import { openOutputFile, type OutputFile } from './output-file';
import { causeOf } from './files';

/** Where the files for responses may be. */
export interface OutputFolders {
  /** Where relative paths begin. */
  readonly base: string;
  /** Files may be written in these folders. */
  readonly allowed: readonly string[];
}

/** In bytes: a file becomes no longer, so that a response without an end does not fill the disk. */
const longest = 4 * 1024 ** 3;

/** Returns what writes the response of a plan into the files that it names; undefined when it names none. */
export function createResponseWriter(
  { outputs = [] }: RequestPlan,
  { base, allowed }: OutputFolders,
  fillerPorts: Parameters<typeof createFiller>,
): ResponseWriter | undefined {
  if (outputs.length === 0) return undefined;
  const problems: string[] = [];
  let files: { readonly file: OutputFile; readonly name: string; isEnded?: true }[] | undefined;
  let length = 0;
  const open = () => {
    files ??= outputs.flatMap(({ path, overwrites, line }) => {
      const filler = createFiller(...fillerPorts);
      const filled = filler.fill(path).trim();
      const name = `the file ${visibleLine(redact(filled, filler.secrets))} of line ${line + 1}`;
      const [missing] = filler.unresolved;
      const opened =
        missing === undefined
          ? openOutputFile(filled, { base, allowed }, overwrites)
          : refused(`the variable ${missing} has no value`);
      if (!('cause' in opened)) return [{ file: opened, name }];
      problems.push(`${name} was not written: ${reasonOf(opened)}`);
      return [];
    });
    return files;
  };
  return {
    write: (bytes) => {
      length += bytes.length;
      for (const one of open()) {
        if (one.isEnded) continue;
        try {
          if (length <= longest) {
            one.file.write(bytes);
            continue;
          }
          problems.push(`${one.name} is not complete: the body is longer than 4 GB`);
        } catch (error) {
          problems.push(`${one.name} is not complete: ${causeOf(error)}`);
        }
        one.isEnded = true;
      }
    },
    end: () => {
      const written = open().map(({ file }) => ({ path: file.path, size: file.end() }));
      return { files: written, problems };
    },
    abandon: () => {
      for (const { file } of files ?? []) file.end();
    },
  };
}
