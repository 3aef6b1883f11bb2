/** The number of days after which `last_response` is empty. */
export const lastResponseDays = 30;

/** The number of webhooks in a repository that the public service lets subscribe to the same event. */
export const hooksPerEvent = 20;

/** The number of requests that the public service accepts in an hour. */
export const requestsPerHour = { anonymous: 60, user: 5000 } as const;

/** The number of searches that the public service accepts in a minute. */
export const searchesPerMinute = { anonymous: 10, user: 30 } as const;

/** The header fields in which the public service reports its rate limit. */
export const rateHeaders = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  used: 'x-ratelimit-used',
  reset: 'x-ratelimit-reset',
  resource: 'x-ratelimit-resource',
  retry: 'retry-after',
} as const;
