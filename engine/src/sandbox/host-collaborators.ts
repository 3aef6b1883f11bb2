import { user as userShape } from '../catalogue/code-hosting/collaborator-shapes';
import { collaboratorsPage, collaboratorsPerPage } from '../catalogue/code-hosting/parameters';
import { encodeBase64 } from '../text/base64';
import { notFound, type HostStep } from './host-answers';
import type { CollaboratorRecord, HostState } from './host-model';
import { linkHeader, pageNumber, pageSize } from './host-paging';
import type { StepInput } from './model';
import { answer, ownValue, result, type Call } from './wire';

/** A request about a classic project, from a caller who may. */
export interface ProjectCall extends Call {
  readonly body: Readonly<Record<string, unknown>>;
  readonly input: StepInput;
}

type ProjectHandler = (state: HostState, call: ProjectCall) => HostStep;

/** The number of the one classic project that every sandbox has. */
const seededProject = '1';

/** What the public service grants when the request says nothing. */
const usualPermission = 'write';

/** The operations on classic projects that the sandbox plays, by id. */
export const projectHandlers: Readonly<Record<string, ProjectHandler>> = {
  'code-hosting.collaborators.list': inProject(listCollaborators),
  'code-hosting.collaborators.add': inProject(addCollaborator),
  'code-hosting.collaborators.remove': inProject(removeCollaborator),
  'code-hosting.collaborators.permission': inProject(readPermission),
};

function inProject(handle: ProjectHandler): ProjectHandler {
  return (state, call) => {
    const id = call.parameters.get('project_id') ?? '';
    return id === seededProject
      ? handle(state, call)
      : notFound(state, `There is no project ${id}; the sandbox has ${seededProject}.`);
  };
}

function listCollaborators(state: HostState, { query, input }: ProjectCall): HostStep {
  const all = Object.values(state.collaborators ?? {});
  const size = pageSize(query);
  const page = pageNumber(query);
  const last = Math.max(1, Math.ceil(all.length / size));
  const to = (rel: string, number: number) => ({
    rel,
    query: { [collaboratorsPerPage.name]: size, [collaboratorsPage.name]: number },
  });
  const links = [
    ...(page > 1 ? [to('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1), to('last', last)] : []),
  ];
  const users = all.slice((page - 1) * size, page * size).map((one) => userView(one, input.baseUrl));
  const url = `${input.baseUrl}/projects/${seededProject}/collaborators`;
  return result(state, answer(200, users, linkHeader(url, links)));
}

function addCollaborator(state: HostState, call: ProjectCall): HostStep {
  const login = call.parameters.get('username') ?? '';
  const { permission } = call.body;
  const known = collaboratorOf(state, call);
  const record: CollaboratorRecord = {
    id: known?.id ?? state.nextId,
    login: known?.login ?? login,
    permission: typeof permission === 'string' ? permission : (known?.permission ?? usualPermission),
  };
  const collaborators = { ...state.collaborators, [login.toLowerCase()]: record };
  const next: HostState = { ...state, nextId: known ? state.nextId : state.nextId + 1, collaborators };
  return result(next, answer(204));
}

function removeCollaborator(state: HostState, call: ProjectCall): HostStep {
  const known = collaboratorOf(state, call);
  if (!known) return nobody(state, call);
  const entries = Object.entries(state.collaborators ?? {}).filter(([, record]) => record !== known);
  const next: HostState = { ...state, collaborators: Object.fromEntries(entries) };
  return result(next, answer(204));
}

function readPermission(state: HostState, call: ProjectCall): HostStep {
  const known = collaboratorOf(state, call);
  if (!known) return nobody(state, call);
  const { permission } = known;
  return result(state, answer(200, { permission, user: userView(known, call.input.baseUrl) }));
}

function collaboratorOf(state: HostState, { parameters }: ProjectCall): CollaboratorRecord | undefined {
  return ownValue(state.collaborators ?? {}, (parameters.get('username') ?? '').toLowerCase());
}

function nobody(state: HostState, { parameters }: ProjectCall): HostStep {
  return notFound(state, `The project has no collaborator ${parameters.get('username') ?? ''}.`);
}

/** Returns the user with every member that the catalogue knows. */
function userView({ id, login }: CollaboratorRecord, baseUrl: string): Readonly<Record<string, unknown>> {
  const own: Readonly<Record<string, unknown>> = {
    login,
    id,
    node_id: encodeBase64(`User${id}`),
    gravatar_id: '',
    type: 'User',
    site_admin: false,
    url: `${baseUrl}/users/${login}`,
  };
  // What is left are links to parts of the user.
  const linkOf = (name: string) => `${baseUrl}/users/${login}/${name.replace(/_url$/, '')}`;
  return Object.fromEntries(userShape.fields.map(({ name }) => [name, own[name] ?? linkOf(name)]));
}
