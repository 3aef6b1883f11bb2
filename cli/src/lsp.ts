import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Starts the language server, which stands beside the command line and reads `--stdio` from the same arguments. */
export function lsp(): void {
  createRequire(__filename)(join(__dirname, 'server.js'));
}
