/** Starts the language server on standard input and output; it reads its transport from the same arguments. */
export async function lsp(): Promise<void> {
  if (!process.argv.includes('--stdio')) process.argv.push('--stdio');
  await import('../../server/src/node-main');
}
