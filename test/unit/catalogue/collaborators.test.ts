import { describe, expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';

// What the document says about classic projects and about paths, headers and pages of the code host, case by case.

const list = 'GET /projects/1/collaborators';
const add = (body: string) => `PUT /projects/1/collaborators/octocat\n\n${body}\n`;
const permission = (answer: string) =>
  `GET /projects/1/collaborators/octocat/permission\n\nHTTP/1.1 200 OK\n\n${answer}\n`;

function findingsIn(text: string): readonly string[] {
  return checkText(text).map(({ finding }) => `${finding.severity} ${finding.rule}`);
}

describe('what the document refuses or advises against', () => {
  it.each([
    ['a project without a number', 'GET /projects/my-project/collaborators', 'error wrong-type'],
    ['a page size in words', `${list}?per_page=all`, 'error wrong-type'],
    ['a page above the largest', `${list}?per_page=101`, 'error number-range'],
    ['a page below the smallest', `${list}?per_page=0`, 'warning number-range'],
    ['a page number in words', `${list}?page=two`, 'error wrong-type'],
    ['a page number below 1', `${list}?page=0`, 'warning number-range'],
    ['the cursor of deliveries', `${list}?cursor=v1_1`, 'warning misplaced-query-parameter'],
    ['another query parameter', `${list}?role=admin`, 'warning unknown-query-parameter'],
    ['a near miss of an affiliation', `${list}?affiliation=outsid`, 'information unknown-value'],
    ['a list of permissions', add('{ "permission": ["write"] }'), 'error wrong-type'],
    ['no text as permission', add('{ "permission": null }'), 'error wrong-type'],
    ['a permission of repositories', add('{ "permission": "maintain" }'), 'warning unknown-value'],
    ['another member', add('{ "permissions": "read" }'), 'warning unknown-field'],
    ['a body that is no object', add('["write"]'), 'error wrong-type'],
    ['a body to remove a user', 'DELETE /projects/1/collaborators/o\n\n{ "a": 1 }', 'warning unexpected-body'],
    ['an answer without its user', permission('{ "permission": "admin" }'), 'warning mismatched-response'],
    [
      'a flag as text',
      permission('{ "permission": "a", "user": { "site_admin": "no" } }'),
      'information mismatched-response',
    ],
    ['a status of another operation', `${list}\n\n?? status == 201`, 'information unlisted-status'],
    ['a method of nothing', 'POST /projects/1/collaborators', 'warning undocumented-method'],
    ['an earlier scheme', `${list}\nAuthorization: Basic dTpw`, 'warning malformed-credentials'],
    ['a deprecated operation', list, 'warning deprecated-element'],
  ])('%s', (_title, text, expected) => {
    expect(findingsIn(`${text}\n`)).toContain(expected);
  });
});

describe('what the document allows', () => {
  it.each([
    `${list}?affiliation=all&per_page=100&page=2`,
    `${list}?affiliation=something-else`,
    `${list}?per_page={{size}}`,
    'GET /projects/{{project}}/collaborators',
    'PUT /projects/1/collaborators/octocat',
    add('{}'),
    add('{ "permission": "write" }'),
    add('{ "permission": "{{permission}}" }'),
    'DELETE /projects/1/collaborators/octocat',
    permission('{ "permission": "admin", "user": { "login": "octocat", "gravatar_id": "", "extra": 1 } }'),
    `${list}\n\n?? status == 304`,
    `${list}\n\nHTTP/1.1 422 Unprocessable Entity\n\n{ "message": "Validation Failed", "errors": ["no", { "code": "invalid" }] }`,
    'GET /projects/1',
  ])('%s', (text) => {
    const loud = findingsIn(`# rulebook-ignore deprecated-element\n${text}\n`).filter(
      // What is not done yet is named where it is, whatever the document allows.
      (finding) => !finding.startsWith('hint') && finding !== 'information unsupported-feature',
    );
    expect(loud).toEqual([]);
  });
});
