import type { SandboxPart } from '../sandbox/part';
import { hostPart } from './code-hosting/sandbox/part';
import { clusterPart } from './search-cluster/sandbox/part';

/** The services that the sandbox plays: a line for each folder with a `sandbox`. */
export const sandboxParts: readonly SandboxPart[] = [clusterPart, hostPart];
