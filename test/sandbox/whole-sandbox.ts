import { createSandbox } from '../../engine/src/sandbox/index';

/** The sandbox with the services of Rulebook. */
export const sandbox = createSandbox();
