import { run as runSuite } from '../suite/index';

/** Runs this suite inside the extension host; the editor calls it. */
export function run(): Promise<void> {
  return runSuite();
}
