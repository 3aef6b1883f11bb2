import { basename, dirname, relative, resolve, sep } from 'node:path';
import { exportedSteps, writeArazzo } from '@rulebook/exchange/arazzo';
import { bodyFoldersOf } from '@rulebook/node/files/body-folders';
import { readText } from '@rulebook/node/files/files';
import { withImported } from '@rulebook/sender/send';
import { visible } from '@rulebook/text';
import { createCommandEngine } from '../command-engine';
import { createConfigurationFinder } from '../configuration/configuration-file';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { complain, exitCodes } from '../exit-codes';
import { chooseSequence, readLinked } from '../requests/choose-requests';
import { openRequests } from '../requests/named-requests';

/** The options of `rulebook export`. */
export interface ExportOptions {
  /** The name of the workflow; absent: that of the sequence, or of the file. */
  readonly workflow?: string;
  /** Only the requests of this `# @sequence`. */
  readonly sequence?: string;
}

/** Prints the requests of a file as a workflow of an Arazzo document, and returns the exit code. */
export async function exportFile(path: string, { workflow, sequence }: ExportOptions): Promise<number> {
  if (/\.(?:ya?ml|json)$/i.test(path)) {
    complain(`${path}: export takes a request file, such as one that ends with .http`);
    return exitCodes.usage;
  }
  const content = readText(path);
  if ('cause' in content) {
    complain(`${path}: cannot be read: ${content.cause}`);
    return exitCodes.usage;
  }
  const folder = await createServiceFinder()(createConfigurationFinder()(dirname(path)));
  for (const line of unreadableIn(folder)) complain(line);
  const { settings } = folder;
  const engine = createCommandEngine();
  const file = openRequests(engine, path, content.text);
  const chosen = sequence === undefined ? undefined : chooseSequence(engine, file, sequence);
  if (typeof chosen === 'string') {
    complain(chosen);
    return exitCodes.usage;
  }
  const folders = bodyFoldersOf(path, { ...settings, allowsOutside: false });
  const linked = readLinked({ engine, path, file, folders });
  const [unread] = linked.problems;
  if (unread !== undefined) {
    complain(`${unread.location}, line ${unread.line + 1}: ${unread.reason}`);
    return exitCodes.usage;
  }
  // The requests of the file come first, so their names count before those of imported files.
  const files = withImported(linked, linked.root).map((one) => [...engine.planAll(one.file, settings.checkOptions)]);
  const { steps, notes } = exportedSteps(files, chosen?.names);
  const sources = settings.configuration.services.map(({ id, description }) => {
    const url = relative(dirname(resolve(path)), resolve(settings.root, description))
      .split(sep)
      .join('/');
    return { service: id, url: url.startsWith('.') ? url : `./${url}` };
  });
  const title = basename(path).replace(/\.\w+$/, '');
  const written = writeArazzo(steps, sources, {
    workflow: (workflow ?? sequence ?? title).replace(/[^\w-]/g, '_'),
    title,
  });
  if ('problem' in written) {
    complain(`${path}: ${written.problem}`);
    return exitCodes.usage;
  }
  process.stdout.write(visible(written.text));
  const said = [...notes, ...written.notes];
  for (const note of said) complain(note);
  return said.length > 0 ? exitCodes.findings : exitCodes.success;
}
