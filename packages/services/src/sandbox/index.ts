export { sandboxParts } from '../sandbox-parts';
export type { PlayedExports, PlayedSeeds, PlayedStates } from '../played-states';
