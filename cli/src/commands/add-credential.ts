import type { Command } from 'commander';

/** Adds the command `credential`. */
export function addCredential(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('credential')
    .summary('Keep credentials and secrets in a private file')
    .description(
      'Keep credentials of endpoints, and secrets of {{$secret name}}, in a file that only you can read. A credential goes only to the address that its endpoint has now, a secret only to the origins that you name. The environment comes first.',
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
    .command('set-secret')
    .summary('Keep a secret for {{$secret name}}')
    .description(
      'Keep a secret for {{$secret name}}. It goes to the origins of these URLs only. It is asked for, or read from standard input, and takes the place of a former one of this name.',
    )
    .argument('<name>', 'name of the secret')
    .argument('<url...>', 'URLs to whose origins it may go')
    .action(async (name: string, urls: readonly string[]) => {
      const { setSecret } = await import('../credential');
      setExitCode(await setSecret(name, urls));
    });
  command
    .command('list')
    .summary('Print the endpoints and the names of secrets that are kept')
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
  command
    .command('forget-secret')
    .summary('Forget a secret')
    .argument('<name>', 'name of the secret')
    .action(async (name: string) => {
      const { forgetSecret } = await import('../credential');
      setExitCode(forgetSecret(name));
    });
}
