// Generated from names.ts and the folders that it names by `npm run docs`.
import type { SandboxPart } from '@rulebook/sandbox/part';
import { part as searchClusterPart } from '@rulebook/search-cluster-play/part';
import { part as codeHostingPart } from '@rulebook/code-hosting/play/part';

/** The services that the sandbox plays. */
export const sandboxParts: readonly SandboxPart[] = [searchClusterPart, codeHostingPart];
