import type { RetiredApi } from '@rulebook/catalogue/retired';
import { openApi } from './sources';
import { reference } from './source-document';

/** What a public source says of the public service. */
function removedOn(date: string, source: string): Pick<RetiredApi, 'removed' | 'provenance'> {
  return { removed: { date }, provenance: reference('What the service does', source) };
}

/** Parts of the interface that the public service no longer has. */
export const retired: readonly RetiredApi[] = [
  {
    title: 'Projects (classic)',
    paths: [
      { path: '/projects/{rest}' },
      { path: '/orgs/{org}/projects' },
      { path: '/users/{username}/projects' },
      { path: '/user/projects' },
      { path: '/repos/{owner}/{repo}/projects' },
      { path: '/teams/{team_id}/projects/{rest}' },
      { path: '/orgs/{org}/teams/{team_slug}/projects/{rest}' },
    ],
    instead: 'Use the new projects: `/orgs/{org}/projectsV2` and `/users/{username}/projectsV2`.',
    ...removedOn('1 April 2025', 'GitHub changelog, 2024-05-23'),
  },
  {
    title: 'Metrics of Copilot',
    paths: [{ path: '/orgs/{org}/copilot/metrics' }, { path: '/orgs/{org}/team/{team_slug}/copilot/metrics' }],
    instead: 'Use the reports of usage: `/orgs/{org}/copilot/metrics/reports/organization-28-day/latest`.',
    ...removedOn('2 April 2026', 'GitHub changelog, 2026-01-29'),
  },
  {
    title: 'Tag protection',
    paths: [{ path: '/repos/{owner}/{repo}/tags/protection/{rest}' }],
    instead: 'Use rulesets: `/repos/{owner}/{repo}/rulesets`.',
    ...removedOn('30 August 2024', openApi),
  },
  {
    title: 'Reactions by their number alone',
    paths: [{ path: '/reactions/{reaction_id}', methods: ['DELETE'] }],
    instead:
      'Name what the reaction belongs to: `/repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}`.',
    ...removedOn('11 February 2022', 'GitHub changelog, 2022-02-11'),
  },
  {
    title: 'Tokens of OAuth apps in the path',
    paths: [
      { path: '/applications/{client_id}/tokens/{access_token}' },
      { path: '/applications/{client_id}/grants/{access_token}' },
    ],
    instead: 'Use `/applications/{client_id}/token` or `/applications/{client_id}/grant` with the token in the body.',
    ...removedOn('11 August 2021', 'GitHub developer changes, 2020-02-14'),
  },
  {
    title: 'OAuth authorizations',
    paths: [{ path: '/authorizations/{rest}' }, { path: '/applications/grants/{rest}' }],
    instead: 'Create a token in the settings, or use the web application flow or the device flow.',
    ...removedOn('13 November 2020', 'GitHub developer changes, 2020-02-14'),
  },
];
