import { refused } from '../packages/sender/src/refusal';
import type { WayPorts } from '../packages/sender/src/ports/index';

/** Lets private values go everywhere, for tests of something else. */
export const anyWay: WayPorts = { isAllowed: () => true, ask: () => Promise.resolve(refused('asked')) };
