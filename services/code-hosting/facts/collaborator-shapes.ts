import { field } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { flag, text, wholeNumber } from '@rulebook/catalogue/shapes';
import { fromCollaborators, fromUser } from './sources';

const provenance = fromUser;

const link = (name: string, summary: string): Field => field(name, text, summary, provenance);

/** A user in a response. */
export const user: ObjectShape = {
  type: 'object',
  name: 'user',
  isOpen: true,
  fields: [
    field('login', text, 'The handle of the account, as used in paths.', provenance),
    field('id', wholeNumber, 'The id of the account as a number.', provenance),
    field('node_id', text, 'The id of the account as a string.', provenance),
    link('avatar_url', 'The URL of the profile picture.'),
    field('gravatar_id', text, 'The id of the Gravatar picture. It can be empty.', provenance),
    link('url', 'The API URL of the account.'),
    link('html_url', 'The URL of the profile page.'),
    link('followers_url', 'The URL of the list of followers.'),
    link('following_url', 'The URL of the list of users that the user follows. It can be a URL template.'),
    link('gists_url', 'The URL of the user’s gists. It can be a URL template.'),
    link('starred_url', 'The URL of the repositories that the user starred. It can be a URL template.'),
    link('subscriptions_url', 'The URL of the repositories that the user watches.'),
    link('organizations_url', 'The URL of the user’s organizations.'),
    link('repos_url', 'The URL of the user’s repositories.'),
    link('events_url', 'The URL of the events that the user caused. It can be a URL template.'),
    link('received_events_url', 'The URL of the events that the user received.'),
    field('type', text, 'The kind of account.', provenance),
    field('site_admin', flag, 'Whether the user is an administrator of the service.', provenance),
  ],
};

/** A list of users. */
export const collaborators: Shape = { type: 'array', items: user };

const isAlwaysThere = { severity: 'warning', provenance: fromCollaborators } as const;

/** The permission of a user in a project. */
export const permissionResponse: ObjectShape = {
  type: 'object',
  name: 'permission of a collaborator',
  isOpen: true,
  fields: [
    field('permission', text, 'The permission of the user.', fromCollaborators, { required: isAlwaysThere }),
    field('user', user, 'The user.', fromCollaborators, { required: isAlwaysThere }),
  ],
};
