import type { Field, Operation } from '../model';
import { documented } from '../provenance';
import { text, wholeNumber } from '../shapes';

const provenance = documented('code-hosting', 'Project (classic) collaborators');
const collaborators = '/projects/{project_id}/collaborators';
const collaborator = `${collaborators}/{username}`;

const project: Field = {
  name: 'project_id',
  summary: 'The number of the project.',
  provenance,
  required: true,
  shape: wholeNumber,
};
const user: Field = {
  name: 'username',
  summary: 'The handle of the user.',
  provenance,
  required: true,
  shape: text,
};

const common = {
  service: 'code-hosting',
  summary: 'Known, but its parameters and its body are not checked.',
  provenance,
  isOutline: true,
  responses: [],
  notes: [],
} as const;

/** Operations that exist, but are not described yet. */
export const outlineOperations: readonly Operation[] = [
  {
    ...common,
    id: 'code-hosting.collaborators.list',
    title: 'List collaborators of a classic project',
    methods: ['GET'],
    path: collaborators,
    parameters: { path: [project], query: [] },
  },
  {
    ...common,
    id: 'code-hosting.collaborators.add',
    title: 'Add a collaborator to a classic project',
    methods: ['PUT'],
    path: collaborator,
    parameters: { path: [project, user], query: [] },
  },
  {
    ...common,
    id: 'code-hosting.collaborators.remove',
    title: 'Remove a collaborator from a classic project',
    methods: ['DELETE'],
    path: collaborator,
    parameters: { path: [project, user], query: [] },
  },
  {
    ...common,
    id: 'code-hosting.collaborators.permission',
    title: 'Read the permission of a collaborator',
    methods: ['GET'],
    path: `${collaborator}/permission`,
    parameters: { path: [project, user], query: [] },
  },
];
