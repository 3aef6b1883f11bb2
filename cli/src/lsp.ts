/** Starts the language server, which reads `--stdio` from the same arguments. */
export async function lsp(): Promise<void> {
  await import('../../server/src/node-main');
}
