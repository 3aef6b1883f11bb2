import { field } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape } from '@rulebook/catalogue/shape';
import type { Need } from '@rulebook/catalogue/need';
import type { Operation } from '@rulebook/catalogue/operation';
import { refused } from '@rulebook/catalogue/provenance';
import { text, wholeNumber } from '@rulebook/catalogue/shapes';
import { collaborators, permissionResponse } from './collaborator-shapes';
import { collaboratorsPage, collaboratorsPerPage } from './parameters';
import { errors, success } from './responses';
import { referenceOnCollaborators, fromCollaborators, fromVersioning, projectRoutes, retiredOpenApi } from './sources';
import { documented } from './source-document';

const provenance = fromCollaborators;

/** The permission that the public service grants when a request names none. */
export const usualPermission = 'write';
const list = '/projects/{project_id}/collaborators';
const member = `${list}/{username}`;

const project: Field = {
  name: 'project_id',
  summary: 'The id of the project.',
  provenance: documented('Project record'),
  required: true,
  shape: wholeNumber,
};

const user: Field = field('username', text, 'The handle of the user account.', provenance, { required: true });

/** Filters the collaborators. */
export const affiliation: Field = {
  name: 'affiliation',
  summary: 'Filters the collaborators by their affiliation with the project.',
  provenance,
  shape: {
    type: 'string',
    values: {
      noun: 'affiliation',
      closed: false,
      provenance: referenceOnCollaborators,
      values: [
        { value: 'all', summary: 'All collaborators.' },
        { value: 'direct', summary: 'Collaborators who were added to the project directly.' },
        { value: 'outside', summary: 'Collaborators who are not members of the organization.' },
      ],
    },
  },
  reference: { text: 'The default is `all`.', source: retiredOpenApi },
};

const addBody: ObjectShape = {
  type: 'object',
  name: 'collaborator grant',
  fields: [
    {
      name: 'permission',
      summary: 'The permission to grant to the collaborator.',
      provenance,
      shape: {
        type: 'string',
        values: {
          noun: 'permission',
          closed: false,
          unlisted: 'warning',
          provenance: referenceOnCollaborators,
          refusal: refused(referenceOnCollaborators),
          values: [
            { value: 'read', summary: 'Can view the project.' },
            { value: 'write', summary: 'Can also change the cards and columns of the project.' },
            { value: 'admin', summary: 'Can also change the project itself and its collaborators.' },
          ],
        },
      },
      example: '"write"',
      reference: { text: `The default is \`${usualPermission}\`.`, source: retiredOpenApi },
    },
  ],
};

const onProject = { service: 'code-hosting', provenance } as const;
const life = {
  deprecated: 'Projects (classic) is being closed down. Use the newer projects instead.',
  deprecatedBy: fromVersioning,
  reference: {
    text: 'The current public API description no longer includes classic projects.',
    source: retiredOpenApi,
  },
} as const;
const needsAdmin: Need = {
  kind: 'role',
  names: ['owner of organization', 'admin of project'],
  provenance: { ...referenceOnCollaborators, source: projectRoutes },
};
const failures = errors(304, 401, 403, 404, 422);

/** The operations on the collaborators of a classic project, all of them deprecated. */
export const collaboratorOperations: readonly Operation[] = [
  {
    ...onProject,
    ...life,
    id: 'code-hosting.collaborators.list',
    title: 'List collaborators of a classic project',
    summary: 'Lists the collaborators of a project, one page at a time.',
    methods: ['GET'],
    path: list,
    parameters: { path: [project], query: [affiliation, collaboratorsPerPage, collaboratorsPage] },
    responses: [success(200, 'The users on this page.', collaborators, provenance), ...failures],
    needs: [needsAdmin],
    notes: [],
    misplacedQuery: [
      {
        name: 'cursor',
        use: 'page',
        severity: 'warning',
        message: '`cursor` pages through deliveries. Use `page` for collaborators.',
        provenance,
      },
    ],
  },
  {
    ...onProject,
    ...life,
    id: 'code-hosting.collaborators.add',
    title: 'Add a collaborator to a classic project',
    summary: 'Adds a user to a project. The body can set the permission.',
    methods: ['PUT'],
    path: member,
    parameters: { path: [project, user], query: [] },
    body: { shape: addBody, provenance },
    responses: [success(204, 'The user is now a collaborator.', undefined, provenance), ...failures],
    needs: [needsAdmin],
    notes: [],
  },
  {
    ...onProject,
    ...life,
    id: 'code-hosting.collaborators.remove',
    title: 'Remove a collaborator from a classic project',
    summary: 'Removes a user from a project.',
    methods: ['DELETE'],
    path: member,
    parameters: { path: [project, user], query: [] },
    responses: [success(204, 'The user is no longer a collaborator.', undefined, provenance), ...failures],
    losses: [
      {
        message: 'Removes {what} from the project `{project_id}`.',
        what: { one: 'the collaborator', several: 'collaborators', parameter: 'username' },
        provenance,
      },
    ],
    needs: [needsAdmin],
    notes: [],
  },
  {
    ...onProject,
    ...life,
    id: 'code-hosting.collaborators.permission',
    title: 'Read the permission of a collaborator',
    summary: 'Reads the permission of a user in a project.',
    methods: ['GET'],
    path: `${member}/permission`,
    parameters: { path: [project, user], query: [] },
    responses: [success(200, 'The user and their permission.', permissionResponse, provenance), ...failures],
    needs: [needsAdmin],
    notes: [],
  },
];
