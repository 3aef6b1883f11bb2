import type { Field, ObjectShape, Shape } from '../model';
import { flag, text, wholeNumber } from '../shapes';
import { fromCollaborators, fromUser } from './sources';

const provenance = fromUser;

const link = (name: string, summary: string): Field => ({ name, summary, provenance, shape: text });

/** A user in an answer. */
export const user: ObjectShape = {
  type: 'object',
  name: 'user',
  isOpen: true,
  fields: [
    { name: 'login', summary: 'The handle of the account, as it stands in paths.', provenance, shape: text },
    { name: 'id', summary: 'The number of the account.', provenance, shape: wholeNumber },
    { name: 'node_id', summary: "The account's id as text.", provenance, shape: text },
    link('avatar_url', 'Leads to the picture.'),
    { name: 'gravatar_id', summary: "The picture's id elsewhere; it may be empty.", provenance, shape: text },
    link('url', 'Leads to the account in this interface.'),
    link('html_url', "Leads to the account's page for people."),
    link('followers_url', 'Leads to those who follow the user.'),
    link('following_url', 'Leads to those whom the user follows; it can be a template.'),
    link('gists_url', "Leads to the user's snippets; it can be a template."),
    link('starred_url', 'Leads to what the user has starred; it can be a template.'),
    link('subscriptions_url', 'Leads to what the user watches.'),
    link('organizations_url', "Leads to the user's organizations."),
    link('repos_url', "Leads to the user's repositories."),
    link('events_url', 'Leads to what the user did; it can be a template.'),
    link('received_events_url', 'Leads to what the user was told.'),
    { name: 'type', summary: 'What kind of account it is.', provenance, shape: text },
    {
      name: 'site_admin',
      summary: 'Whether the user runs the site.',
      provenance,
      shape: flag,
    },
  ],
};

/** A list of users. */
export const collaborators: Shape = { type: 'array', items: user };

const isAlwaysThere = { severity: 'warning', provenance: fromCollaborators } as const;

/** What a user may do in a project. */
export const permissionAnswer: ObjectShape = {
  type: 'object',
  name: 'permission of a collaborator',
  isOpen: true,
  fields: [
    {
      name: 'permission',
      summary: 'What the user may do.',
      provenance: fromCollaborators,
      shape: text,
      required: isAlwaysThere,
    },
    { name: 'user', summary: 'Who it is.', provenance: fromCollaborators, shape: user, required: isAlwaysThere },
  ],
};
