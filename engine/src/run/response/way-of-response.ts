import type { ReceivedResponse } from '../plan';
import { describeDuration } from './measures';

/** Returns lines about how a response was reached: attempts before it, and where redirects led. The response is masked already. */
export function wayOfResponse({ redirects = [], retries = [] }: ReceivedResponse): readonly string[] {
  return [
    ...retries.map(({ cause, wait }) => `# Sent again after ${describeDuration(wait)}: ${cause}`),
    ...redirects.map((url) => `# Redirected to ${url}`),
  ];
}

/** Returns lines about a redirect that was not followed. */
export function unfollowedRedirect({ status, headers }: ReceivedResponse): readonly string[] {
  const isRedirect = status > 300 && status < 400 && headers.some(([name]) => name.toLowerCase() === 'location');
  return isRedirect
    ? [
        '# The redirect was not followed. Only GET and HEAD requests follow redirects, a few times and within their origin.',
      ]
    : [];
}
