import { affiliation as affiliationField, usualPermission } from '../facts/collaborators';
import type { Operation } from '@rulebook/catalogue/operation';
import { partIn } from './access';
import { notFound, refuseCaller, type HostStep } from './responses';
import { conditional } from './conditional';
import type { HostState, ProjectRecord, TokenRecord } from './model';
import { pageOf } from './paging';
import { accountOf, userView } from './users';
import type { StepInput } from '@rulebook/sandbox/model';
import { answer, ownValue, result, type Call } from '@rulebook/sandbox/wire';

/** A request about classic projects, from a known caller. */
interface ProjectCall extends Call {
  readonly operation: Operation;
  readonly caller: TokenRecord;
  readonly body: Readonly<Record<string, unknown>>;
  readonly input: StepInput;
}

/** A request about an existing project, from an authorized caller. */
interface OnProject extends ProjectCall {
  readonly id: string;
  readonly project: ProjectRecord;
}

type ProjectHandler = (state: HostState, call: ProjectCall) => HostStep;

/** The operations on classic projects that the sandbox plays, by id. */
export const projectHandlers: Readonly<Record<string, ProjectHandler>> = {
  'code-hosting.collaborators.list': inProject(listCollaborators),
  'code-hosting.collaborators.add': inProject(addCollaborator),
  'code-hosting.collaborators.remove': inProject(removeCollaborator),
  'code-hosting.collaborators.permission': inProject(readPermission),
};

function inProject(handle: (state: HostState, call: OnProject) => HostStep): ProjectHandler {
  return (state, call) => {
    const id = call.parameters.get('project_id') ?? '';
    const project = ownValue(state.projects, id);
    const part = project && partIn(project, call.caller.user);
    if (!project || part === 'stranger') {
      return notFound(state, `You cannot see a project ${id}. The sandbox has ${projectNames(state)}.`);
    }
    if (part !== 'administrator') {
      return refuseCaller(state, call.operation, `${call.caller.user} does not administer project ${id}.`);
    }
    const step = handle(state, { ...call, id, project });
    return { ...step, response: conditional(call.operation, call.request, step.response, project.changedAt) };
  };
}

function listCollaborators(state: HostState, { id, project, query, input }: OnProject): HostStep {
  const added = project.collaborators.ordered().map(([handle]) => handle);
  const affiliation = query.get(affiliationField.name);
  const owner = project.owner.toLowerCase();
  const handles =
    affiliation === 'direct'
      ? added
      : affiliation === 'outside'
        ? added.filter((handle) => handle !== owner && !project.members.includes(handle))
        : [...new Set([owner, ...added])];
  const url = `${input.baseUrl}/projects/${id}/collaborators`;
  const kept = { ...(affiliation !== undefined && { [affiliationField.name]: affiliation }) };
  const page = pageOf(handles, query, url, kept);
  const users = page.items.flatMap((handle) => {
    const found = accountOf(state, handle);
    return found ? [userView(found.account, input.baseUrl)] : [];
  });
  return result(state, answer(200, users, page.headers));
}

function addCollaborator(state: HostState, call: OnProject): HostStep {
  const login = call.parameters.get('username') ?? '';
  const found = accountOf(state, login);
  if (!found) return notFound(state, `There is no account ${login}.`);
  const { permission } = call.body;
  const key = login.toLowerCase();
  const granted =
    typeof permission === 'string' ? permission : (call.project.collaborators.get(key) ?? usualPermission);
  return result(withProject(found.state, call, call.project.collaborators.with(key, granted)), answer(204));
}

function removeCollaborator(state: HostState, call: OnProject): HostStep {
  const key = (call.parameters.get('username') ?? '').toLowerCase();
  if (!call.project.collaborators.has(key)) return withoutUser(state, call);
  return result(withProject(state, call, call.project.collaborators.without(key)), answer(204));
}

function readPermission(state: HostState, call: OnProject): HostStep {
  const login = call.parameters.get('username') ?? '';
  const { owner, collaborators } = call.project;
  const isOwner = login.toLowerCase() === owner.toLowerCase();
  const permission = isOwner ? 'admin' : collaborators.get(login.toLowerCase());
  const found = accountOf(state, login);
  if (permission === undefined || !found) return withoutUser(state, call);
  return result(state, answer(200, { permission, user: userView(found.account, call.input.baseUrl) }));
}

function withProject(
  state: HostState,
  { id, project, input }: OnProject,
  collaborators: ProjectRecord['collaborators'],
): HostState {
  return { ...state, projects: { ...state.projects, [id]: { ...project, collaborators, changedAt: input.now } } };
}

function withoutUser(state: HostState, { parameters }: ProjectCall): HostStep {
  return notFound(state, `The project has no collaborator ${parameters.get('username') ?? ''}.`);
}

function projectNames({ projects }: HostState): string {
  const names = Object.keys(projects);
  return names.length === 0 ? 'none' : names.join(', ');
}
