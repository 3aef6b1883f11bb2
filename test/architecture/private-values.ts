/** What reads private values or carries them to a socket, and the files that may do so. Whatever else sends goes through `createSender`, which decides. */
const doors: readonly { readonly what: string; readonly pattern: RegExp; readonly files: readonly string[] }[] = [
  {
    what: 'fills variables in',
    pattern: /\b(?:createFiller|systemValue|materialise(?:For)?)\(/,
    files: [
      'packages/sender/src/variables/',
      // It decides, and nothing else sends what was filled in.
      'packages/sender/src/send/prepare-request.ts',
      // It refuses secrets in a host, with a word in the place of each.
      'packages/sender/src/send/secret-host.ts',
      'packages/sender/src/variables/iterations.ts',
      // These show values, compare them, or name files.
      'packages/sender/src/explain/',
      'cli/src/plan/declared-requests.ts',
      // It hands them to a sandbox in its own memory.
      'cli/src/rehearsal/play-files.ts',
      'packages/sender/src/asserts/evaluate-asserts.ts',
      // It refuses to compare private values.
      'packages/sender/src/outcome/conditions.ts',
      // What a script makes of a value carries its sources.
      'packages/sender/src/scripts/run-scripts.ts',
      'packages/node/src/files/write-outputs.ts',
    ],
  },
  {
    what: 'prepares requests',
    pattern: /\bprepareRequest\(/,
    files: [
      'packages/sender/src/send/prepare-request.ts',
      'cli/src/convert/curl.ts',
      'client/src/convert/prepare-place.ts',
    ],
  },
  {
    what: 'sends',
    pattern: /\btransport\.send\(/,
    files: [
      'packages/sender/src/send/exchange.ts',
      // The client of the sender, and its port.
      'client/src/node-main.ts',
      // Within `sendPlan`, the same request again.
      'packages/sender/src/outcome/poll.ts',
      // A token is got by the secret of the client, whose key holds every URL.
      'packages/node/src/credentials/oauth.ts',
      // It answers the challenge to a request that was decided about.
      'packages/node/src/http/digest.ts',
      // It signs such a request.
      'packages/node/src/http/aws-signing.ts',
      // Requests to the sandbox itself, without variables.
      'cli/src/sandbox/event.ts',
      'client/src/sandbox-view/sandbox-control.ts',
    ],
  },
  {
    what: 'reads the kept credentials and secrets',
    pattern: /\bcredentialFile\(|\bsecrets\.get\(/,
    files: [
      'packages/node/src/credentials/credential-file.ts',
      'packages/node/src/credentials/file-secrets.ts',
      'packages/node/src/credentials/private-ways.ts',
      'packages/node/src/sending/sender.ts',
      'cli/src/credential.ts',
      'cli/src/configuration/credentials.ts',
      'cli/src/convert/curl.ts',
      'cli/src/explain.ts',
      'cli/src/plan/',
      'cli/src/run/sender-ports.ts',
      'client/src/credentials/kept-secrets.ts',
      'client/src/credentials/secrets.ts',
      'client/src/credentials/tokens.ts',
      // The secrets of a sandbox are its own.
      'packages/sandbox/src/',
    ],
  },
  {
    what: 'names origins without the way to them',
    pattern: /\boriginsOf\(/,
    files: [
      'packages/sender/src/private/ways.ts',
      'packages/sender/src/private/environment-overrides.ts',
      'packages/node/src/credentials/oauth.ts',
    ],
  },
];

/** Returns what a source file does that only others may do. */
export function undecidedIn(file: string, text: string): readonly string[] {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
  return doors.flatMap(({ what, pattern, files }) =>
    pattern.test(code) && !files.some((allowed) => file.startsWith(allowed)) ? [what] : [],
  );
}
