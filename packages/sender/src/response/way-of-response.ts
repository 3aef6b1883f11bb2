import type { ReceivedResponse } from '../plan/response';
import { visibleLine } from '@rulebook/text/visible';
import { describeDuration } from './measures';

/** Returns lines about how a response was reached: over which connection, attempts before it, and where redirects led. The response is masked already. */
export function wayOfResponse({ redirects = [], retries = [], isUnverified }: ReceivedResponse): readonly string[] {
  return [
    ...(isUnverified ? ['# TLS certificate not verified'] : []),
    ...retries.map(({ cause, wait }) => `# Sent again after ${describeDuration(wait)}: ${cause}`),
    ...redirects.map((url) => `# Redirected to ${url}`),
  ];
}

/** Returns lines about what is peculiar in a response: its coding, fields behind its body, and a redirect that was not followed. The response is masked already. */
export function remarksOnResponse({ miscoded, trailers = [], unfollowed }: ReceivedResponse): readonly string[] {
  return [
    ...(miscoded === undefined
      ? []
      : [
          `# Its header says \`Content-Encoding: ${visibleLine(miscoded)}\`, which the body is not; it is given as it came.`,
        ]),
    ...trailers.map(([name, value]) => `# Trailer ${visibleLine(`${name}: ${value}`)}`),
    ...(unfollowed === undefined ? [] : [`# The redirect was not followed: ${unfollowed}.`]),
  ];
}
