import { sandboxParts } from '../../packages/services/src/sandbox/index';
import { createSandbox } from '../../packages/sandbox/src/index';

/** The sandbox with the services of Rulebook. */
export const sandbox = createSandbox(sandboxParts);
