import * as vscode from 'vscode';
import { identities } from '@rulebook/services';

/** A request file to begin with. Its text is in `templates/`, under the id. */
export interface Template {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly language: 'http' | 'jsonc';
  /** The heading of the list below which it is. */
  readonly area: string;
}

const files = identities.flatMap(({ title, products = title, templates: own = [] }) =>
  own.map(({ id, label, description, isBody }): Template =>
    isBody === true
      ? { id: `${id}-json`, label, description, language: 'jsonc', area: vscode.l10n.t('JSON body files') }
      : { id, label, description, language: 'http', area: products },
  ),
);

/** What can be chosen, in this order: request files of any service, those of each service, and bodies. */
export const templates: readonly Template[] = [
  general(
    'empty',
    vscode.l10n.t('Empty file'),
    vscode.l10n.t('Start from nothing; Ctrl+Space offers methods, hosts and variables'),
  ),
  general(
    'token',
    vscode.l10n.t('Request with a token'),
    vscode.l10n.t('Any service; the token is kept apart from the file'),
  ),
  general(
    'login',
    vscode.l10n.t('Login, then use'),
    vscode.l10n.t('Use the token of one response in the next request'),
  ),
  general('upload', vscode.l10n.t('Upload a file'), vscode.l10n.t('A form of several parts (multipart)')),
  general('graphql', vscode.l10n.t('GraphQL'), vscode.l10n.t('A query with variables')),
  general('curl', vscode.l10n.t('From curl'), vscode.l10n.t('Paste a curl command, send it or make a request of it')),
  general('mistake', vscode.l10n.t('Request with a mistake'), vscode.l10n.t('See how a mistake is shown and fixed')),
  ...files.filter(({ language }) => language === 'http'),
  ...files.filter(({ language }) => language === 'jsonc'),
];

/** Returns the template with an id; undefined for anything else. */
export function templateOf(id: unknown): Template | undefined {
  return templates.find((one) => one.id === id);
}

/** Returns the file of a template, as a path in the extension's folder; undefined for the empty one. */
export function templateFile({ id, language }: Template): string | undefined {
  if (id === 'empty') return undefined;
  return language === 'http' ? `templates/${id}.http` : `templates/${id.replace(/-json$/, '')}.json`;
}

function general(id: string, label: string, description: string): Template {
  return { id, label, description, language: 'http', area: vscode.l10n.t('General') };
}
