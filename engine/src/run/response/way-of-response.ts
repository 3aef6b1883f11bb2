import type { ReceivedResponse } from '../plan';
import { describeDuration } from './measures';

/** Returns lines about how a response was reached: attempts before it, and where redirects led. The response is masked already. */
export function wayOfResponse({ redirects = [], retries = [] }: ReceivedResponse): readonly string[] {
  return [
    ...retries.map(({ cause, wait }) => `# Sent again after ${describeDuration(wait)}: ${cause}`),
    ...redirects.map((url) => `# Redirected to ${url}`),
  ];
}

/** Returns a line about a redirect that was not followed. */
export function unfollowedRedirect({ unfollowed }: ReceivedResponse): readonly string[] {
  return unfollowed === undefined ? [] : [`# The redirect was not followed: ${unfollowed}.`];
}
