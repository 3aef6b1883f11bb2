/** How many days back `last_response` looks. */
export const lastResponseDays = 30;

/** How many webhooks of a repository the public service lets subscribe to the same event. */
export const hooksPerEvent = 20;

/** How many requests the public service answers in an hour. */
export const requestsPerHour = { anonymous: 60, user: 5000 } as const;

/** The header fields in which the public service tells how many requests are left. */
export const rateHeaders = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  used: 'x-ratelimit-used',
  reset: 'x-ratelimit-reset',
  resource: 'x-ratelimit-resource',
  retry: 'retry-after',
} as const;
