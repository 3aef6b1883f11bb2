/** What reads private values or carries them to a socket, and the files that may do so. Whatever else sends goes through `sendPlan`, which decides. */
const doors: readonly { readonly what: string; readonly pattern: RegExp; readonly files: readonly string[] }[] = [
  {
    what: 'fills variables in',
    pattern: /\b(?:createFiller|systemValue|materialise)\(/,
    files: [
      'engine/src/sending/variables/',
      // It decides, and nothing else sends what was filled in.
      'engine/src/sending/send/prepare-request.ts',
      // It refuses secrets in a host, with a word in the place of each.
      'engine/src/sending/send/secret-host.ts',
      'engine/src/sending/variables/iterations.ts',
      // These show values, compare them, or name files.
      'engine/src/explain/',
      'cli/src/plan/declared-requests.ts',
      'engine/src/sending/asserts/evaluate-asserts.ts',
      // It refuses to compare private values.
      'engine/src/sending/outcome/conditions.ts',
      // What a script makes of a value carries its sources.
      'engine/src/sending/scripts/run-scripts.ts',
      'platform/node/files/write-outputs.ts',
    ],
  },
  {
    what: 'prepares requests',
    pattern: /\bprepareRequest\(/,
    files: [
      'engine/src/sending/send/prepare-request.ts',
      'engine/src/sending/send/send-plan.ts',
      'cli/src/convert/curl.ts',
      'client/src/convert/prepare-place.ts',
    ],
  },
  {
    what: 'sends',
    pattern: /\btransport\.send\(/,
    files: [
      'engine/src/sending/send/send-plan.ts',
      // The client of `sendPlan`, and its port.
      'client/src/node-main.ts',
      // Within `sendPlan`, the same request again.
      'engine/src/sending/outcome/poll.ts',
      // A token is got by the secret of the client, whose key holds every URL.
      'platform/node/credentials/oauth.ts',
      // It answers the challenge to a request that was decided about.
      'platform/node/http/digest.ts',
      // It signs such a request.
      'platform/node/http/aws-signing.ts',
      // Requests to the sandbox itself, without variables.
      'cli/src/sandbox/event.ts',
      'client/src/sandbox-view/sandbox-control.ts',
    ],
  },
  {
    what: 'reads the kept credentials and secrets',
    pattern: /\bcredentialFile\(|\bsecrets\.get\(/,
    files: [
      'platform/node/credentials/credential-file.ts',
      'platform/node/credentials/file-secrets.ts',
      'platform/node/credentials/private-ways.ts',
      'platform/node/sending/sender.ts',
      'cli/src/credential.ts',
      'cli/src/configuration/credentials.ts',
      'cli/src/convert/curl.ts',
      'cli/src/explain.ts',
      'cli/src/plan/',
      'cli/src/run/run.ts',
      'cli/src/test-service/case-sender.ts',
      'client/src/credentials/kept-secrets.ts',
      'client/src/credentials/secrets.ts',
      'client/src/credentials/tokens.ts',
      // The secrets of a sandbox are its own.
      'engine/src/sandbox/',
    ],
  },
  {
    what: 'names origins without the way to them',
    pattern: /\boriginsOf\(/,
    files: [
      'engine/src/sending/private/ways.ts',
      'engine/src/sending/private/environment-overrides.ts',
      'platform/node/credentials/oauth.ts',
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
