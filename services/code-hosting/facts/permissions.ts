import type { Operation } from '@rulebook/catalogue/operation';
import { includedScopes } from './scopes';
import type { Need } from '@rulebook/catalogue/need';
import type { Provenance } from '@rulebook/catalogue/facts';
import { hooksPerEvent, rateHeaders, requestsPerHour } from './limits';
import {
  referenceOnAuthentication,
  referenceOnHooksLimits,
  referenceOnRates,
  fromAuthentication,
  fromHooks,
} from './sources';

type OperationNote = Operation['notes'][number];

/** The levels of a fine-grained token's permission for webhooks; each includes those before it. */
export type WebhooksPermission = 'read' | 'write';

/** The name of the permission for webhooks, as tokens and apps have it. */
export const webhooksPermission = 'repository_hooks';

/** The permission that every fine-grained token has for reading. */
export const impliedPermission = 'metadata';

/** What a fine-grained token needs for operations that only read or trigger. */
export const needsRead = permission('read');

/** What a fine-grained token needs for operations that change something. */
export const needsWrite = permission('write');

/** What a classic token needs to read the configuration. */
export const needsReadScope = scopes(fromAuthentication, 'read:repo_hook', 'repo');

/** What a classic token needs to update the configuration. */
export const needsWriteScope = scopes(fromAuthentication, 'write:repo_hook', 'repo');

/** What a classic token needs for the other operations that only read or trigger. */
export const usesReadScope = scopes(referenceOnAuthentication, 'read:repo_hook', 'public_repo', 'repo');

/** What a classic token needs for the other operations that change something. */
export const usesWriteScope = scopes(referenceOnAuthentication, 'write:repo_hook', 'public_repo', 'repo');

/** What a classic token needs to delete a webhook. */
export const usesDeleteScope = scopes(referenceOnAuthentication, 'admin:repo_hook', 'public_repo', 'repo');

/** The scopes that a scope includes, and the one for public repositories only, from the page that `usesReadScope` names. */
export const scopeFacts = {
  includes: includedScopes,
  publicOnly: 'public_repo',
  /** The scopes of a token that may do everything with the webhooks of all its user's repositories. */
  everything: ['repo', 'admin:repo_hook'],
} as const;

/** How often operations may be called. */
export const rateLimit: OperationNote = {
  message: `The hourly request limit is ${requestsPerHour.anonymous} without a credential, and ${inWords(requestsPerHour.user)} with the token of a user. Beyond it, the response is 403 or 429. \`${rateHeaders.retry}\` or \`${rateHeaders.reset}\` says when to try again.`,
  provenance: referenceOnRates,
};

/** The number of webhooks that a repository can have. */
export const hookLimit: OperationNote = {
  message: `A repository can have at most ${hooksPerEvent} webhooks for the same event.`,
  provenance: referenceOnHooksLimits,
};

/** Who may delete a webhook: its repository's owner, and users with admin access. */
export const needsOwner: Need = { kind: 'role', names: ['admin of repository'], provenance: fromHooks };

function permission(access: WebhooksPermission): Need {
  return {
    kind: 'permission',
    names: [webhooksPermission],
    titles: ['Webhooks'],
    access,
    provenance: fromAuthentication,
  };
}

function scopes(provenance: Provenance, ...names: readonly string[]): Need {
  return { kind: 'scope', names, provenance };
}

function inWords(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
