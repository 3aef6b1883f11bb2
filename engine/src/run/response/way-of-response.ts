import type { ReceivedResponse } from '../plan/plan';
import { describeDuration } from './measures';

/** Returns lines about how a response was reached: over which connection, attempts before it, and where redirects led. The response is masked already. */
export function wayOfResponse({ redirects = [], retries = [], isUnverified }: ReceivedResponse): readonly string[] {
  return [
    ...(isUnverified ? ['# TLS certificate not verified'] : []),
    ...retries.map(({ cause, wait }) => `# Sent again after ${describeDuration(wait)}: ${cause}`),
    ...redirects.map((url) => `# Redirected to ${url}`),
  ];
}

/** Returns a line about a redirect that was not followed. */
export function unfollowedRedirect({ unfollowed }: ReceivedResponse): readonly string[] {
  return unfollowed === undefined ? [] : [`# The redirect was not followed: ${unfollowed}.`];
}
