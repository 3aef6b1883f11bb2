// Generated from names.ts and the folders that it names by `npm run docs`.
import type { SandboxPart } from '../sandbox/part';
import { part as searchClusterPart } from './search-cluster/sandbox/part';
import { part as codeHostingPart } from './code-hosting/sandbox/part';

/** The services that the sandbox plays. */
export const sandboxParts: readonly SandboxPart[] = [searchClusterPart, codeHostingPart];
