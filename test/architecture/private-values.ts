/** What reads private values or carries them to a socket, and the files that may do so. Whatever else sends goes through `sendPlan`, which decides. */
const doors: readonly { readonly what: string; readonly pattern: RegExp; readonly files: readonly string[] }[] = [
  {
    what: 'fills variables in',
    pattern: /\b(?:createFiller|systemValue|materialise)\(/,
    files: [
      'engine/src/run/variables/',
      // It decides, and nothing else sends what was filled in.
      'engine/src/run/send/prepare-request.ts',
      'engine/src/run/send/turns.ts',
      // These show values, compare them, or name files.
      'engine/src/run/explain/',
      'engine/src/run/asserts/evaluate-asserts.ts',
      'platform/node/write-outputs.ts',
    ],
  },
  {
    what: 'prepares requests',
    pattern: /\bprepareRequest\(/,
    files: [
      'engine/src/run/send/prepare-request.ts',
      'engine/src/run/send/send-plan.ts',
      'cli/src/curl.ts',
      'client/src/convert/prepare-place.ts',
    ],
  },
  {
    what: 'sends',
    pattern: /\btransport\.send\(/,
    files: [
      'engine/src/run/send/send-plan.ts',
      // The client of `sendPlan`, and its port.
      'client/src/node-main.ts',
      'client/src/sending/send-request.ts',
      // A token is got by the secret of the client, whose key holds every URL.
      'platform/node/oauth.ts',
      // It answers the challenge to a request that was decided about.
      'platform/node/digest.ts',
      // Requests to the sandbox itself, without variables.
      'cli/src/event.ts',
      'client/src/sandbox-view/sandbox-control.ts',
    ],
  },
  {
    what: 'reads the kept credentials and secrets',
    pattern: /\bcredentialFile\(|\bsecrets\.get\(/,
    files: [
      'platform/node/credential-file.ts',
      'platform/node/file-secrets.ts',
      'platform/node/private-ways.ts',
      'platform/node/sender.ts',
      'cli/src/credential.ts',
      'cli/src/credentials.ts',
      'cli/src/curl.ts',
      'cli/src/explain.ts',
      'cli/src/run.ts',
      'client/src/kept-secrets.ts',
      'client/src/secrets.ts',
      'client/src/tokens.ts',
      // The secrets of a sandbox are its own.
      'engine/src/sandbox/',
    ],
  },
  {
    what: 'names origins without the way to them',
    pattern: /\boriginsOf\(/,
    files: [
      'engine/src/run/variables/ways.ts',
      'engine/src/run/variables/environment-overrides.ts',
      'platform/node/oauth.ts',
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
