import type { Operation } from '../model';
import { besideRates, fromAuthentication, fromHooks } from './sources';

type OperationNote = Operation['notes'][number];

/** What a fine-grained token needs for operations that only read or trigger. */
export const needsRead: OperationNote = {
  message: 'A fine-grained token needs the repository permission `Webhooks`: read.',
  provenance: fromAuthentication,
};

/** What a fine-grained token needs for operations that change something. */
export const needsWrite: OperationNote = {
  message: 'A fine-grained token needs the repository permission `Webhooks`: write.',
  provenance: fromAuthentication,
};

/** What a classic token needs to read the configuration. */
export const needsReadScope: OperationNote = {
  message: 'A classic token needs the scope `read:repo_hook` or `repo`.',
  provenance: fromAuthentication,
};

/** What a classic token needs to update the configuration. */
export const needsWriteScope: OperationNote = {
  message: 'A classic token needs the scope `write:repo_hook` or `repo`.',
  provenance: fromAuthentication,
};

/** How often operations may be called. */
export const rateLimit: OperationNote = {
  message:
    'In an hour, 60 requests without a credential and 5,000 with the token of a user are answered; after that the answer is 403 or 429, and `retry-after` or `x-ratelimit-reset` says when to go on.',
  provenance: besideRates,
};

/** Who may delete a webhook. */
export const needsOwner: OperationNote = {
  message: 'Only the owner of the repository or somebody with admin access may delete a webhook.',
  provenance: fromHooks,
};
