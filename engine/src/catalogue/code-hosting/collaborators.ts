import type { Field, ObjectShape, Operation } from '../model';
import { documented } from '../provenance';
import { text, wholeNumber } from '../shapes';
import { collaborators, permissionAnswer } from './collaborator-shapes';
import { collaboratorsPage, collaboratorsPerPage } from './parameters';
import { errors, success } from './responses';
import { besideCollaborators, fromCollaborators, fromVersioning, projectRoutes, retiredOpenApi } from './sources';

const provenance = fromCollaborators;

/** What the public service grants when a request says nothing. */
export const usualPermission = 'write';
const list = '/projects/{project_id}/collaborators';
const member = `${list}/{username}`;

const project: Field = {
  name: 'project_id',
  summary: 'The number of the project.',
  provenance: documented('code-hosting', 'Project record'),
  required: true,
  shape: wholeNumber,
};

const user: Field = {
  name: 'username',
  summary: "The handle of the user's account.",
  provenance,
  required: true,
  shape: text,
};

/** Which collaborators are listed. */
export const affiliation: Field = {
  name: 'affiliation',
  summary: 'Lists only collaborators who belong to the project in this way.',
  provenance,
  shape: {
    type: 'string',
    values: {
      noun: 'affiliation',
      closed: false,
      provenance: besideCollaborators,
      values: [
        { value: 'all', summary: 'Everybody.' },
        { value: 'direct', summary: 'Those who were added to the project itself.' },
        { value: 'outside', summary: 'Those who do not belong to the organization.' },
      ],
    },
  },
  reference: { text: 'Without it, everybody is listed.', source: retiredOpenApi },
};

const addBody: ObjectShape = {
  type: 'object',
  name: 'collaborator grant',
  fields: [
    {
      name: 'permission',
      summary: 'What the collaborator may do in the project.',
      provenance,
      shape: {
        type: 'string',
        values: {
          noun: 'permission',
          closed: false,
          provenance: besideCollaborators,
          values: [
            { value: 'read', summary: 'Look at the project.' },
            { value: 'write', summary: 'Also change its cards and columns.' },
            { value: 'admin', summary: 'Also change the project itself and who takes part.' },
          ],
        },
      },
      example: '"write"',
      reference: { text: `Without it, \`${usualPermission}\` is granted.`, source: retiredOpenApi },
    },
  ],
};

const onProject = { service: 'code-hosting', provenance } as const;
const life = {
  deprecated: 'Classic projects are being closed down; the newer projects take their place.',
  deprecatedBy: fromVersioning,
  reference: {
    text: 'The present public description of the interface no longer has classic projects.',
    source: retiredOpenApi,
  },
} as const;
const needsAdmin = {
  message: 'Only owners of the organization and administrators of the project may call it.',
  provenance: { ...besideCollaborators, source: projectRoutes },
} as const;
const failures = errors(304, 401, 403, 404, 422);

/** The operations on the collaborators of a classic project, all of them deprecated. */
export const collaboratorOperations: readonly Operation[] = [
  {
    ...onProject,
    ...life,
    id: 'code-hosting.collaborators.list',
    title: 'List collaborators of a classic project',
    summary: 'Lists the users who take part in a project, page by page.',
    methods: ['GET'],
    path: list,
    parameters: { path: [project], query: [affiliation, collaboratorsPerPage, collaboratorsPage] },
    responses: [success(200, 'The users of the page.', collaborators, provenance), ...failures],
    notes: [needsAdmin],
    misplacedQuery: [
      {
        name: 'cursor',
        use: 'page',
        severity: 'warning',
        message: '`cursor` is for deliveries; collaborators are paged with `page`.',
        provenance,
      },
    ],
  },
  {
    ...onProject,
    ...life,
    id: 'code-hosting.collaborators.add',
    title: 'Add a collaborator to a classic project',
    summary: 'Lets a user take part in a project; the body can say with which permission.',
    methods: ['PUT'],
    path: member,
    parameters: { path: [project, user], query: [] },
    body: { shape: addBody, provenance },
    responses: [success(204, 'The user is a collaborator.', undefined, provenance), ...failures],
    notes: [needsAdmin],
  },
  {
    ...onProject,
    ...life,
    id: 'code-hosting.collaborators.remove',
    title: 'Remove a collaborator from a classic project',
    summary: "Ends a user's part in a project.",
    methods: ['DELETE'],
    path: member,
    parameters: { path: [project, user], query: [] },
    responses: [success(204, 'The user is no collaborator any more.', undefined, provenance), ...failures],
    notes: [needsAdmin],
  },
  {
    ...onProject,
    ...life,
    id: 'code-hosting.collaborators.permission',
    title: 'Read the permission of a collaborator',
    summary: 'Says what a user may do in a project.',
    methods: ['GET'],
    path: `${member}/permission`,
    parameters: { path: [project, user], query: [] },
    responses: [success(200, 'The user and the permission.', permissionAnswer, provenance), ...failures],
    notes: [needsAdmin],
  },
];
