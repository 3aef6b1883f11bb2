import { user as userShape } from '../facts/collaborator-shapes';
import { encodeBase64 } from '@rulebook/text/base64';
import type { AccountRecord, HostState } from './model';
import { withAccount } from './seed';

/** Returns the account of a handle, in any case. A handle that was never mentioned has one only where every handle is an account. */
export function accountOf(
  state: HostState,
  login: string,
): { readonly state: HostState; readonly account: AccountRecord } | undefined {
  const known = state.accounts.get(login.toLowerCase());
  if (known) return { state, account: known };
  if (!state.knowsEveryHandle || login === '') return undefined;
  const accounts = withAccount(state.accounts, login);
  const account = accounts.get(login.toLowerCase());
  return account && { state: { ...state, accounts }, account };
}

/** Returns the user with every member that the catalogue knows. */
export function userView({ id, login }: AccountRecord, baseUrl: string): Readonly<Record<string, unknown>> {
  const own: Readonly<Record<string, unknown>> = {
    login,
    id,
    node_id: encodeBase64(`User${id}`),
    gravatar_id: '',
    type: 'User',
    site_admin: false,
    url: `${baseUrl}/users/${encodeURIComponent(login)}`,
  };
  // The other members are links to parts of the user.
  const linkOf = (name: string) => `${baseUrl}/users/${encodeURIComponent(login)}/${name.replace(/_url$/, '')}`;
  return Object.fromEntries(userShape.fields.map(({ name }) => [name, own[name] ?? linkOf(name)]));
}

/** What the sandbox does not play of a profile. */
const emptyProfile = {
  ...{ name: null, company: null, blog: '', location: null, email: null, hireable: null, bio: null },
  ...{ twitter_username: null, public_gists: 0, followers: 0, following: 0 },
};

/** Returns the user with its profile; `now` is a timestamp. */
export function profileView(
  account: AccountRecord,
  { repositories }: HostState,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: string },
): Readonly<Record<string, unknown>> {
  const isOwn = (one: { readonly owner: string; readonly isPrivate: boolean }): boolean =>
    !one.isPrivate && one.owner.toLowerCase() === account.login.toLowerCase();
  const publicRepositories = Object.values(repositories).filter(isOwn).length;
  return {
    ...userView(account, baseUrl),
    ...emptyProfile,
    ...{ public_repos: publicRepositories, created_at: now, updated_at: now },
  };
}
