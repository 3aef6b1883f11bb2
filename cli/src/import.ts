import {
  count,
  createEngine,
  importRequests,
  visible,
  type ImportFormat,
  type RequestPlan,
} from '../../engine/src/index';
import { readText } from '../../platform/node/files';
import { complain, exitCodes } from './exit-codes';
import { readInput } from './read-input';

/** The options of `rulebook import`. */
export interface ImportOptions {
  readonly from?: ImportFormat;
}

/** Prints curl commands, a HAR recording or a Postman collection as a request file, and returns the exit code. */
export async function importFile(path: string, { from }: ImportOptions): Promise<number> {
  const content = path === '-' ? await readInput() : readText(path);
  const name = path === '-' ? 'standard input' : path;
  if ('cause' in content) {
    complain(`${name}: cannot be read: ${content.cause}`);
    return exitCodes.usage;
  }
  const engine = createEngine({ rules: [], checksOnce: true });
  const options = { context: { endpoints: [], defaults: {} }, severities: {} };
  const planOf = (text: string): RequestPlan | undefined => {
    const [first, ...others] = [...engine.planAll(engine.openFile(text), options)];
    return others.length === 0 ? first : undefined;
  };
  const written = importRequests(content.text, { format: from, planOf });
  if ('problem' in written) {
    complain(`${name}: ${written.problem}`);
    return exitCodes.usage;
  }
  process.stdout.write(visible(written.text));
  for (const note of written.notes) complain(note);
  if (written.missing > 0) complain(`${count(written.missing, 'request')} could not be taken over completely`);
  return written.missing > 0 ? exitCodes.findings : exitCodes.success;
}
