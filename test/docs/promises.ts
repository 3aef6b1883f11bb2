/** A promise of docs/security.md and the tests that fail when it is broken. */
export interface Promised {
  /** How its sentence, or its row of a table, begins. */
  readonly says: string;
  /** Tests: the file below `test`, and the title as it is written there. */
  readonly heldBy: readonly string[];
}

export const promises: readonly Promised[] = [
  // What leaves your machine
  {
    says: 'Only the requests that you send',
    heldBy: [
      'architecture/reach.test.ts: reach $what at these places only',
      'architecture/private-values.test.ts: go nowhere without the decision about their way: %s',
    ],
  },
  {
    says: 'There is no telemetry',
    heldBy: [
      'architecture/reach.test.ts: reach $what at these places only',
      'packages/contents.test.ts: has a manifest without scripts, dependencies and the parts of the extension',
    ],
  },
  {
    says: 'The language server and `rulebook check` read files',
    heldBy: [
      'cli/run/no-network.test.ts: is not reached by %j',
      'cli/run/no-network.test.ts: is not reached by the language server when it checks',
      'unit/platform/descriptions/own-descriptions.test.ts: names what a reference leads to that cannot be read, and uses the rest',
    ],
  },
  {
    says: 'While you write, VS Code asks endpoints for',
    heldBy: [
      'unit/client/live-names.test.ts: are not asked for where %s',
      'unit/client/live-names.test.ts: are not asked for by a request that does more than list them',
      'lsp/names/live-names.test.ts: is not asked %s',
    ],
  },
  {
    says: '`"rulebook.liveNames": false` switches',
    heldBy: ['unit/client/live-names.test.ts: are not asked for where %s'],
  },
  {
    says: 'Opening, checking and explaining a request file never runs code',
    heldBy: ['architecture/reach.test.ts: reach $what at these places only'],
  },
  {
    says: '[Scripts](scripts.md) of a request run when it is sent',
    heldBy: [
      'unit/script-box/script-box.test.ts: holds nothing of the machine',
      'unit/sending/scripts/run-scripts.test.ts: stays private when a script copies it',
      'unit/sending/scripts/carried-values.test.ts: is not shown by whether its own request goes out: %s',
      'unit/sending/scripts/carried-values.test.ts: is not shown by what is cleared',
    ],
  },
  {
    says: '| `rulebook/secret-commands.json` next to them',
    heldBy: [
      'cli/run/secret-commands.test.ts: is never resolved by a command that came with the folder',
      'cli/run/secret-commands.test.ts: is explained without running anything',
    ],
  },
  // What is stored
  {
    says: '| Credentials of endpoints, and tokens',
    heldBy: [
      'editor/steps/sending.mjs: the credential is in no setting and in no file of the workspace in clear',
      'cli/run/private-ways.test.ts: is not found for an endpoint with %s that it was not kept for',
    ],
  },
  {
    says: '| [Secrets](variables.md#secrets)',
    heldBy: ['unit/client/kept-secrets.test.ts: have their values in the secret storage only'],
  },
  {
    says: '| Names and ways of endpoints with a credential',
    heldBy: [
      'unit/client/private-ways.test.ts: are remembered by names, without values',
      'editor/steps/canary.mjs: afterwards nothing that came to rest holds a secret',
    ],
  },
  {
    says: '| The [history](responses.md#history)',
    heldBy: [
      'unit/client/history.test.ts: holds the request as written and both sides, with secrets masked',
      'unit/client/history.test.ts: keeps the newest entries, in their order',
      'unit/client/history.test.ts: keeps nothing while it is switched off',
      'unit/platform/files/history-files.test.ts: can be read by this user only, and are created with the first one',
    ],
  },
  {
    says: '| Responses, responses of named requests, cookies',
    heldBy: [
      'editor/steps/canary.mjs: afterwards nothing that came to rest holds a secret',
      'unit/platform/files/response-files.test.ts: removes files one by one, and all at the end',
    ],
  },
  {
    says: '| Names that endpoints list',
    heldBy: [
      'unit/client/live-names.test.ts: are asked for with the credential, visibly, once a minute, and leave nothing behind',
      'unit/client/live-names.test.ts: are left out where they hold a secret of the request',
    ],
  },
  {
    says: '| Values that you type into a prompt',
    heldBy: ['editor/steps/canary.mjs: afterwards nothing that came to rest holds a secret'],
  },
  {
    says: '| Log |',
    heldBy: [
      'editor/steps/canary.mjs: afterwards nothing that came to rest holds a secret',
      'lsp/canary.test.ts: about %s',
    ],
  },
  {
    says: '"Rulebook: Forget Credentials" removes',
    heldBy: [
      'editor/steps/sending.mjs: a forgotten credential is asked for again, and Escape sends nothing',
      'editor/steps/picking.mjs: Show Cookies lists a cookie without its value, and deletes it',
      'unit/client/history.test.ts: reports a damaged entry and one of a newer version once, keeps both, and shows the others',
    ],
  },
  {
    says: '| `rulebook/checks`',
    heldBy: [
      'cli/check/check-cache.test.ts: keeps neither the text of a file nor the value of a variable',
      'unit/platform/files/private-file.test.ts: is read as it was written, and only its user can read it',
    ],
  },
  {
    says: '| `rulebook/programs`',
    heldBy: [
      'packages/executable.test.ts: prints the version of the package, and is unpacked once, for this user alone',
      'packages/executable.test.ts: starts nothing from a folder that others can change',
    ],
  },
  {
    says: '| `rulebook/compiled`',
    heldBy: [
      '../packages/node/src/compiled-parts.test.ts: evaluates a part, and keeps what was compiled for this user alone',
    ],
  },
  {
    says: '| `rulebook/trusted-endpoints.json`',
    heldBy: [
      'unit/platform/files/private-file.test.ts: are those that were added, by name and origin',
      'unit/platform/files/private-file.test.ts: is read as it was written, and only its user can read it',
      'unit/platform/credentials/private-ways.test.ts: are remembered outside of the folder, by names and without values',
    ],
  },
  {
    says: '| `rulebook/credentials.json` next to it',
    heldBy: [
      'unit/platform/files/private-file.test.ts: is read as it was written, and only its user can read it',
      'unit/platform/files/private-file.test.ts: is not read when %s',
      'unit/platform/files/private-file.test.ts: is not written when %s',
      'cli/run/private-ways.test.ts: is not lost when another one is kept',
    ],
  },
  {
    says: '| `rulebook/sandbox-<pid>.json`',
    heldBy: [
      'cli/sandbox/available-sandbox.test.ts: keeps its file private',
      'cli/sandbox/available-sandbox.test.ts: has no file when it is not listed, and other credentials at each start',
      '../packages/node/src/sandbox/sandbox-runtime.test.ts: is found until it ends',
    ],
  },
  {
    says: '| the file of `sandbox --state`',
    heldBy: ['sandbox/frame/state-file.test.ts: is written for its owner only, and nothing is left next to it'],
  },
  {
    says: '| the file of `sandbox --ready-file`',
    heldBy: ['cli/sandbox/sandbox-for-tests.test.ts: writes a private file when it is ready, and removes it at the end'],
  },
  {
    says: '| the folder `FILE.repositories`',
    heldBy: ['cli/sandbox/sandbox-state.test.ts: keeps snapshot repositories next to the file'],
  },
  {
    says: '| `rulebook-repositories-…`',
    heldBy: ['cli/sandbox/sandbox-repositories.test.ts: lie in a folder of its own that is removed after %s'],
  },
  {
    says: '| the file of `run --output`',
    heldBy: [
      'cli/run/run-outputs.test.ts: is not written through a link by `--output`, and nothing is sent',
      'unit/platform/http/large-bodies.test.ts: goes on as a whole, and its beginning is in the response',
    ],
  },
  {
    says: '| the files of `run --har` and `run --report`',
    heldBy: [
      'cli/run/run-har.test.ts: writes a recording that holds no secret and can be imported',
      'cli/run/run-har.test.ts: is read by its owner only, as a report is, and replaces a link',
      'cli/canary.test.ts: of failed asserts, in reports, recordings and annotations',
    ],
  },
  {
    says: 'Unless you keep credentials with `rulebook credential`',
    heldBy: ['cli/run/credentials.test.ts: is given to what was confirmed before, by name and origin, from a private file only'],
  },
  {
    says: 'The files of the first three rows are read only',
    heldBy: [
      'unit/platform/files/private-file.test.ts: is not read when %s',
      'unit/platform/files/private-file.test.ts: are none when %s',
      'cli/sandbox/available-sandbox.test.ts: because it leads away from this machine',
    ],
  },
  // What never leaves
  {
    says: '**Values of variables and credentials** are filled in',
    heldBy: [
      'architecture/private-values.test.ts: go nowhere without the decision about their way: %s',
      'unit/sending/plan/plan-request.test.ts: never holds the value of a variable',
    ],
  },
  {
    says: '**Pull Requests of Endpoint…** and **Compare with Endpoint…** start',
    heldBy: ['unit/client/run-command.test.ts: get the credential of their endpoint by the environment of their process only'],
  },
  {
    says: 'It is on no command line',
    heldBy: ['unit/client/run-command.test.ts: get the credential of their endpoint by the environment of their process only'],
  },
  { says: 'The plan of a request', heldBy: ['unit/sending/plan/plan-request.test.ts: never holds the value of a variable'] },
  {
    says: 'Before a request that may change something, VS Code hands',
    heldBy: [
      'unit/client/judge-sent.test.ts: and asks where a variable for the whole URL leads to what destroys',
      'lsp/sending/judge.test.ts: says which operation a filled request is, and what it destroys',
    ],
  },
  {
    says: 'Credentials, user names and passwords of the URL',
    heldBy: ['unit/client/judge-sent.test.ts: and hands no credential to the server'],
  },
  {
    says: '**The log and messages** hold no bodies',
    heldBy: ['lsp/canary.test.ts: about %s', 'editor/steps/canary.mjs: afterwards nothing that came to rest holds a secret'],
  },
  {
    says: 'An unexpected error is logged by its kind',
    heldBy: ['../packages/text/src/visible.test.ts: says kind and place, without the message and the folders of the machine'],
  },
  {
    says: 'At the level Trace',
    heldBy: ['unit/client/message-trace.test.ts: a traced message is written without its content: %j'],
  },
  {
    says: '**The history** holds requests and responses',
    heldBy: [
      'unit/client/history.test.ts: holds the request as written and both sides, with secrets masked',
      'unit/client/history.test.ts: holds the beginning of long bodies, and no half of a secret',
    ],
  },
  { says: '**Responses** reach the language server', heldBy: ['lsp/canary.test.ts: about %s'] },
  {
    says: '**Words of scripts** that have read a private value',
    heldBy: [
      'unit/sending/scripts/carried-values.test.ts: are kept back in any spelling, and the results of its tests are not',
      'cli/run/script-secrets.test.ts: are in no report, but the results are, and what the code says itself',
    ],
  },
  {
    says: '**Logs of builds**',
    heldBy: [
      '../packages/text/src/log-guard.test.ts: becomes no command: %j',
      'cli/run/script-secrets.test.ts: becomes no command: run, %s',
    ],
  },
  {
    says: '**Reports** of `check` quote',
    heldBy: ['cli/canary.test.ts: of findings, as %s'],
  },
  { says: '`--show-secrets`, `--output` and', heldBy: ['cli/canary.test.ts: unless it is asked for'] },
  // Trust
  {
    says: 'In a workspace that is not trusted',
    heldBy: [
      'editor/steps/restricted.mjs: a workspace that is not trusted is checked, but sends nothing and says why',
      'unit/client/restricted.test.ts: asks for trust before %s',
      'unit/client/restricted.test.ts: enables no command that starts or controls a sandbox',
    ],
  },
  {
    says: 'Its settings `rulebook.endpoints`',
    heldBy: ['unit/client/restricted.test.ts: ignores its settings that lead somewhere'],
  },
  {
    says: 'So a credential never goes somewhere because of its name alone',
    heldBy: [
      "cli/run/credentials.test.ts: is not given to a stranger's endpoint of that name",
      'cli/run/authentication.test.ts: does not give a credential to another address of the same endpoint',
    ],
  },
  {
    says: 'A credential that you keep belongs to the name',
    heldBy: [
      'cli/run/private-ways.test.ts: is not found for an endpoint with %s that it was not kept for',
      'cli/run/private-ways.test.ts: goes to no device URL that it was not kept for',
    ],
  },
  {
    says: 'An endpoint that moves, or gets a proxy',
    heldBy: [
      'cli/run/authentication.test.ts: does not give a credential to another address of the same endpoint',
      "cli/run/private-ways.test.ts: does not go by a stranger's proxy, and neither does a kept secret",
    ],
  },
  {
    says: 'A credential of the environment goes only where',
    heldBy: [
      "cli/run/credentials.test.ts: is not given to a stranger's endpoint of that name",
      'unit/sending/variables/environment-credential.test.ts: is confirmed with the proxy and the authorities that the file names',
      'lsp/sending/send.test.ts: gets that credential at an origin that nothing names only if the user agrees, once',
    ],
  },
  {
    says: 'A client certificate is presented to the origin',
    heldBy: [
      'unit/platform/http/tls.test.ts: presents its certificate to no other origin',
      'cli/run/run-tls.test.ts: writes paths from the current folder, and no files for another origin',
    ],
  },
  {
    says: 'Its passphrase is in the environment',
    heldBy: [
      'unit/platform/http/connection-options.test.ts: asks for the passphrase of an encrypted key that the environment does not have',
      'unit/exchange-formats/copied-connection.test.ts: is not there where nothing is configured, and never has a password',
    ],
  },
  {
    says: 'A credential goes only to URLs that begin',
    heldBy: [
      "unit/sending/send/prepare-request.test.ts: adds the endpoint's credential behind its base URL only, and where the request has none",
      'unit/sending/variables/materialise.test.ts: never sends a credential where a variable in the path leads out of the base URL',
    ],
  },
  {
    says: 'A certificate proves the host of the URL',
    heldBy: [
      'unit/platform/http/tls.test.ts: is that of the URL, whatever %s says, on each way',
      'unit/platform/http/tls.test.ts: is asked for by the host of the URL, and the field is sent as it is',
    ],
  },
  {
    says: 'A `Host` that differs from the URL is another place',
    heldBy: [
      'unit/sending/send/prepare-request.test.ts: adds and asks for no credential where the `Host` is %j',
      'cli/run/differing-host.test.ts: gets no credential, %s',
    ],
  },
  {
    says: 'A browser opens for a token',
    heldBy: [
      '../packages/node/src/credentials/oauth.test.ts: opens no page and asks for no code before the whole way is confirmed',
      '../packages/node/src/credentials/token-way.test.ts: is asked once for a way, and again for another one',
    ],
  },
  {
    says: 'That a code goes to another origin than its page',
    heldBy: [
      '../packages/node/src/credentials/token-way.test.ts: is asked once for a way, and again for another one',
      'unit/client/tokens.test.ts: the editor asks once about the way of a token, and says plainly where the code leaves the origin of its page',
      '../packages/node/src/credentials/oauth.test.ts: takes a code only from the origin that was asked for it, also where the token URL has another origin',
    ],
  },
  {
    says: 'An endpoint whose `authentication` cannot be read',
    heldBy: [
      'unit/sending/send/prepare-request.test.ts: sends nothing to an endpoint whose `authentication` cannot be read, unless the request has a credential',
    ],
  },
  {
    says: 'A redirect that leads out of it',
    heldBy: [
      'unit/platform/http/redirects.test.ts: hold no credential elsewhere, but the cookies of the new origin',
      'unit/platform/http/transport-head.test.ts: that the request itself names stays on its origin',
    ],
  },
  {
    says: 'A credential of a sandbox goes to this machine only',
    heldBy: [
      'cli/sandbox/available-sandbox.test.ts: because it leads away from this machine',
      'cli/sandbox/available-sandbox.test.ts: gives nothing to an endpoint of its name elsewhere',
    ],
  },
  {
    says: 'Cookies go back to the origin',
    heldBy: [
      '../packages/node/src/http/cookie-jar.test.ts: gives a cookie back to the origin that set it, below its path',
      'cli/run/cookies.test.ts: go back to their origin, nowhere else, and are not shown',
    ],
  },
  {
    says: 'A request with a body, and one that may change',
    heldBy: ['unit/platform/http/redirects.test.ts: sends a body again within the origin only'],
  },
  {
    says: 'A reading request goes there without its credentials',
    heldBy: ['unit/platform/http/redirects.test.ts: leaves the credentials behind for good, and brings no certificate exception'],
  },
  {
    says: 'Nothing confidential is redirected',
    heldBy: ['unit/platform/http/redirects.test.ts: gives nothing confidential to a connection without TLS'],
  },
  {
    says: '`rulebook.json` has no member for a credential',
    heldBy: ['../packages/sender/src/configuration/configuration.test.ts: has no member for a credential, and never repeats a value'],
  },
  {
    says: '`"insecure": true` accepts any certificate',
    heldBy: [
      'cli/run/answers.test.ts: holds for the endpoint that says so, and for no other host',
      'unit/platform/http/transport-head.test.ts: is taken from the named origin only',
      'unit/platform/http/transport-head.test.ts: is not taken on a kept connection that another request left unverified',
    ],
  },
  {
    says: '`rulebook check` and the editor report it',
    heldBy: [
      'cli/run/private-ways.test.ts: reports an endpoint whose certificate is not verified, in its rulebook.json',
      '../packages/sender/src/private/risky-ways.test.ts: is reported as the rule is set',
    ],
  },
  // Where private values go
  {
    says: 'For every private value, one rule decides',
    heldBy: ['architecture/private-values.test.ts: go nowhere without the decision about their way: %s'],
  },
  {
    says: '**Where** is the whole way',
    heldBy: [
      'cli/run/private-ways.test.ts: is not found for an endpoint with %s that it was not kept for',
      'cli/run/private-ways.test.ts: goes to no device URL that it was not kept for',
      'unit/sending/private/allowed-ways.test.ts: to %s',
    ],
  },
  {
    says: '`Host` differs when it has another name',
    heldBy: [
      '../packages/text/src/loopback-host.test.ts: of %s and %s is a part of the way',
      'unit/sending/private/allowed-ways.test.ts: %s is another way',
    ],
  },
  {
    says: 'Behind a server with several tenants',
    heldBy: ['unit/sending/private/allowed-ways.test.ts: %s is another way', 'cli/run/differing-host.test.ts: is reported by check'],
  },
  {
    says: '**This machine** is `localhost`',
    heldBy: [
      '../packages/text/src/loopback-host.test.ts: takes %s',
      'unit/platform/http/tls.test.ts: may be below `localhost`, which is looked up nowhere and goes through no proxy',
    ],
  },
  {
    says: 'Such a name is looked up nowhere else',
    heldBy: [
      'unit/platform/http/tls.test.ts: may be below `localhost`, which is looked up nowhere and goes through no proxy',
      '../packages/text/src/loopback-host.test.ts: is none for %s and %s',
    ],
  },
  {
    says: "A file's values go unasked to this machine under",
    heldBy: ['unit/sending/private/allowed-ways.test.ts: %s is another way'],
  },
  {
    says: '| `{{$secret op://…}}`, by a command',
    heldBy: [
      'unit/sending/private/allowed-ways.test.ts: is resolved only when it may go where the request goes, which is asked once',
      'unit/sending/private/allowed-ways.test.ts: is never resolved for a host, and not before the other values are there',
    ],
  },
  {
    says: '| `{{$processEnv NAME}}`',
    heldBy: [
      'unit/sending/private/allowed-ways.test.ts: to %s',
      'unit/sending/private/allowed-ways.test.ts: is a secret of the environment, too',
      'unit/sending/private/allowed-ways.test.ts: may be the port of this machine',
      'cli/run/private-ways.test.ts: stays here: %s',
    ],
  },
  {
    says: '| `{{$dotenv NAME}}`',
    heldBy: [
      'unit/sending/private/allowed-ways.test.ts: to %s',
      'cli/run/private-ways.test.ts: of the folder does not go to a host that no one named: %s',
      'cli/run/private-ways.test.ts: asks nothing in the ordinary cases',
    ],
  },
  {
    says: '| a private file as a body',
    heldBy: ['unit/sending/private/allowed-ways.test.ts: is asked about as a whole body, as a part, and behind a link'],
  },
  {
    says: '| `{{$secret NAME}}`, kept',
    heldBy: [
      'unit/sending/private/allowed-ways.test.ts: goes nowhere by itself, also not to an endpoint of the user',
      'cli/run/authentication.test.ts: goes to its origin, and is in no output',
    ],
  },
  {
    says: '| a credential of an endpoint, kept or',
    heldBy: [
      'cli/run/private-ways.test.ts: is not found for an endpoint with %s that it was not kept for',
      "cli/run/credentials.test.ts: is not given to a stranger's endpoint of that name",
    ],
  },
  {
    says: '| `{{name.request.…}}`',
    heldBy: [
      'unit/sending/private/allowed-ways.test.ts: is as private as it was when it was sent; what a service answers is not',
      'unit/sending/private/allowed-ways.test.ts: may be a credential, which goes back to its endpoint only',
    ],
  },
  {
    says: '| what a script has read, with its own request',
    heldBy: [
      'unit/sending/scripts/carried-values.test.ts: costs nothing where the value may go, and nothing before it is read',
      'unit/sending/scripts/carried-values.test.ts: is not shown by a script behind a request, nor by how long one waits',
      'cli/run/script-secrets.test.ts: keeps later requests from other hosts, and none from this machine',
    ],
  },
  {
    says: '| variables of the environment that begin with `RULEBOOK_`',
    heldBy: ['unit/sending/private/allowed-ways.test.ts: is never one of Rulebook itself: %s', 'cli/run/private-ways.test.ts: stays here: %s'],
  },
  {
    says: 'Anything else is asked about once',
    heldBy: [
      'unit/client/private-ways.test.ts: are remembered by names, without values',
      'unit/platform/credentials/private-ways.test.ts: are remembered outside of the folder, by names and without values',
    ],
  },
  {
    says: 'Where no one can be asked',
    heldBy: [
      'cli/run/private-ways.test.ts: goes where an option of the command says',
      "cli/run/credentials.test.ts: is not given to a stranger's endpoint of that name",
    ],
  },
  {
    says: 'A value whose name sounds like a secret',
    heldBy: ['unit/sending/private/allowed-ways.test.ts: to %s', 'cli/run/authentication.test.ts: does not go into the host of a URL'],
  },
  {
    says: 'The message shows `***` for any other one.',
    heldBy: [
      'cli/run/private-ways.test.ts: is not shown where it is in a host',
      'cli/mcp.test.ts: shows no private value that is in a host or in a file that is sent',
    ],
  },
  {
    says: 'What a service answers, what you type',
    heldBy: ['unit/sending/private/allowed-ways.test.ts: is as private as it was when it was sent; what a service answers is not'],
  },
  {
    says: 'A `rulebook.json` in a folder below',
    heldBy: ["cli/run/private-ways.test.ts: does not follow a variable of a stranger's folder below"],
  },
  {
    says: 'A link counts as the file',
    heldBy: [
      "cli/run/private-ways.test.ts: is not a stranger's by a link of theirs: %s -> %s, %s",
      'cli/run/private-ways.test.ts: may go to the endpoints of a folder that is reached by a link itself',
      'unit/sending/private/allowed-ways.test.ts: is asked about as a whole body, as a part, and behind a link',
    ],
  },
  // Files
  {
    says: 'A request can send files of its folder',
    heldBy: ['cli/run/outside-files.test.ts: may lie in the current folder that holds the request file'],
  },
  {
    says: 'For others the editor asks',
    heldBy: ['cli/run/outside-files.test.ts: is sent when that is asked for, unless it has no end'],
  },
  { says: 'Links are followed before', heldBy: ['cli/run/outside-files.test.ts: %s is not sent'] },
  { says: 'Devices, pipes and sockets', heldBy: ['cli/run/outside-files.test.ts: is sent when that is asked for, unless it has no end'] },
  // What a service answers
  {
    says: 'A response cannot make Rulebook send',
    heldBy: ['cli/run/private-ways.test.ts: is never one that a response names'],
  },
  {
    says: '[A value fills its place',
    heldBy: [
      'unit/sending/variables/sent-as-judged.test.ts: in %s',
      'cli/run/run-changed.test.ts: adds no line to a bulk body',
      'cli/run/run-changed.test.ts: is not sent: %j with %s',
    ],
  },
  {
    says: 'A response is never written over',
    heldBy: ['cli/run/run-outputs.test.ts: is none of those that say where values go'],
  },
  { says: 'On a terminal, control characters', heldBy: ['cli/terminal.test.ts: shows escapes of a response'] },
  {
    says: 'Compressed bodies are unpacked',
    heldBy: [
      'unit/platform/http/transport-body.test.ts: %s that would unpack without end is unpacked no further than what is kept and usual',
    ],
  },
  // The sandbox
  { says: 'It listens on 127.0.0.1.', heldBy: ['sandbox/frame/listener.test.ts: is of this machine only'] },
  { says: 'Another address needs `--host`', heldBy: ['cli/sandbox/sandbox-state.test.ts: refuses %j without --allow-remote'] },
  {
    says: 'Each start makes new random credentials',
    heldBy: [
      'cli/sandbox/available-sandbox.test.ts: has no file when it is not listed, and other credentials at each start',
      'cli/sandbox/sandbox-state.test.ts: keeps every change that it answered, also when it is killed at once',
      'cli/sandbox/sandbox-state.test.ts: gives the same answers in every run',
    ],
  },
  {
    says: '`--deterministic` does not go with',
    heldBy: ['cli/sandbox/sandbox-state.test.ts: refuses known credentials where others can reach it'],
  },
  {
    says: 'Requests must authenticate',
    heldBy: ['sandbox/cluster/cluster.test.ts: answers 401 to %s', 'sandbox/frame/control.test.ts: is not open to an API key, whatever the key may do', 'sandbox/frame/received.test.ts: is healthy without a credential'],
  },
  {
    says: 'Without a credential, the code host',
    heldBy: ['sandbox/host/host-access.test.ts: does not learn of a private repository'],
  },
  {
    says: 'What its servers received is kept in memory',
    heldBy: [
      'sandbox/frame/received.test.ts: holds no control request, is emptied, and is not in the state',
      'sandbox/frame/received.test.ts: shows no secret, wherever it occurs',
    ],
  },
  {
    says: 'Nothing of a recording of',
    heldBy: ['cli/sandbox/sandbox-for-tests.test.ts: gives the responses of --replay first, and says nothing of what was recorded'],
  },
  {
    says: 'A web page cannot use it',
    heldBy: [
      'sandbox/foreign-request.test.ts: of "%s" may not, whatever it sends',
      'sandbox/foreign-request.test.ts: is needed once',
    ],
  },
  {
    says: 'It delivers webhooks to this machine only',
    heldBy: [
      'sandbox/frame/listener.test.ts: go to no other machine unless it is allowed',
      'sandbox/cluster/repository-folders.test.ts: reports when there is no response',
    ],
  },
  {
    says: 'Snapshot repositories lie below',
    heldBy: ['cli/sandbox/sandbox-repositories.test.ts: lie in the folders of --path-repo, which stay'],
  },
  {
    says: 'Nothing outside is read or written',
    heldBy: [
      'sandbox/cluster/repository-folders.test.ts: refuses links that lead out, at any depth and also broken ones',
      'sandbox/cluster/repository-folders.test.ts: never follows or removes links',
      'sandbox/cluster/repository-location.test.ts: never leaves the folders, whatever is written',
    ],
  },
  {
    says: 'Bodies have a limit',
    heldBy: [
      'sandbox/frame/listener.test.ts: limits a body by what it is for',
      '../packages/node/src/sandbox/request-body.test.ts: shares memory with others that are under way, and gives it back',
    ],
  },
  // The recorder
  {
    says: '| the files of `record`',
    heldBy: [
      'cli/record/record.test.ts: writes no secret into a file or a line',
      'cli/record/record.test.ts: refuses %s before it listens',
    ],
  },
  {
    says: '[`rulebook record`](recording.md) listens on 127.0.0.1',
    heldBy: [
      'cli/record/record.test.ts: refuses %s, and sends nothing',
      'cli/record/record.test.ts: changes nothing on the way: bytes, order and spelling of fields, codings',
    ],
  },
  {
    says: 'Pages of other machines cannot use it',
    heldBy: ['cli/record/record.test.ts: refuses %s, and sends nothing'],
  },
  {
    says: 'A credential that passes',
    heldBy: ['cli/record/record.test.ts: writes no secret into a file or a line'],
  },
];

/** What promises nothing that a test could hold. */
export const explanations: readonly string[] = [
  'What Rulebook stores, where it sends something',
  '| The chosen endpoints and environments',
  '[What is masked](responses.md#what-is-masked) lists',
  'Masking is a net, not a wall',
  'Everybody can write a `rulebook.json`.',
  'See [Credentials on the command line]',
  'See [Redirects]',
  'The sandbox is a tool for tests.',
  'Do not put data into it',
  'Please report it privately',
  'Say what you did',
  'Leave real credentials out.',
];
