import type { Server } from './servers.mjs';

/** Returns why the server cannot be started here, or undefined. */
export function reasonAgainst(server: Server): Promise<string | undefined>;
export function versionOf(server: Server): Promise<string>;
/** Puts the server into a folder, and returns the program that starts it. */
export function install(server: Server, home: string): Promise<{ readonly java: string; readonly classpath: string }>;
