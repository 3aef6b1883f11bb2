import { createEngine } from '@rulebook/engine';
import { count, visible } from '@rulebook/text';
import { pathText, unifiedDiff } from '@rulebook/sender/report';
import { readText } from '@rulebook/node/files/files';
import { findFiles, isRequestFile } from '@rulebook/node/files/find-files';
import { replaceText } from '@rulebook/node/files/replace-text';
import { complain, exitCodes, sayOnError } from '../exit-codes';

/** The options of `rulebook convert-scripts`. */
export interface ConvertScriptsOptions {
  readonly dryRun?: boolean;
}

/** Rewrites scripts of request files as response references and asserts, and returns the exit code. */
export async function convertScripts(
  paths: readonly string[],
  { dryRun = false }: ConvertScriptsOptions,
): Promise<number> {
  const engine = createEngine({ rules: [] });
  const { files, missing } = await findFiles(paths);
  for (const path of missing) complain(`${path}: no such file, folder or match; check the path`);
  let isUnreadable = missing.length > 0;
  let [changed, left] = [0, 0];
  for (const path of files.filter(isRequestFile)) {
    const content = readText(path);
    if ('cause' in content) {
      complain(`${path}: cannot be read: ${content.cause}`);
      isUnreadable = true;
      continue;
    }
    const former = engine.openFile(content.text);
    const file = engine.rewriteScripts(former);
    const text = [...file.blocks].map((block) => block.indented?.source ?? block.text).join('');
    left += [...file.blocks].filter((_, index) => engine.parse(file, index, noContext).scripts.length > 0).length;
    if (text === content.text) continue;
    changed++;
    if (dryRun) {
      const difference = unifiedDiff(path, content.text, text);
      process.stdout.write(process.stdout.isTTY ? visible(difference) : difference);
      continue;
    }
    const cause = replaceText(path, content.text, text);
    if (cause === undefined) process.stdout.write(`${pathText(path)}\n`);
    else {
      complain(`${path}: cannot be written: ${cause}`);
      isUnreadable = true;
    }
  }
  const rest = left === 0 ? '' : `; ${count(left, 'request')} with scripts that must be run`;
  sayOnError(`${count(changed, 'file')} ${dryRun ? 'would be rewritten' : 'rewritten'}${rest}`);
  return isUnreadable ? exitCodes.usage : exitCodes.success;
}

const noContext = { endpoints: [], defaults: {} };
