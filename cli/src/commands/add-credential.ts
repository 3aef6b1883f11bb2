import type { Command } from 'commander';

/** Adds the command `credential`. */
export function addCredential(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('credential')
    .summary('Keep credentials of endpoints in a private file')
    .description(
      'Keep credentials of endpoints in a file that only you can read. A credential goes only to the address that its endpoint has now. The environment comes first.',
    );
  command
    .command('set')
    .summary('Keep the credential of an endpoint')
    .description(
      'Keep the credential of an endpoint: a key, token, password or client secret. It is asked for, or read from standard input.',
    )
    .argument('<endpoint>', 'endpoint of rulebook.json')
    .action(async (name: string) => {
      const { setCredential } = await import('../credential');
      setExitCode(await setCredential(name));
    });
  command
    .command('list')
    .summary('Print the endpoints whose credentials are kept')
    .action(async () => {
      const { listCredentials } = await import('../credential');
      setExitCode(listCredentials());
    });
  command
    .command('forget')
    .summary('Forget the credential and the tokens of an endpoint')
    .argument('<endpoint>', 'endpoint of rulebook.json')
    .action(async (name: string) => {
      const { forgetCredential } = await import('../credential');
      setExitCode(forgetCredential(name));
    });
}
