import * as vscode from 'vscode';

/** Says what an endpoint is and what an environment is, wherever a user meets one of them and could mean the other. */
export function endpointOrEnvironment(): string {
  return vscode.l10n.t(
    'An endpoint is a service with its URL and credential; an environment is a set of values for variables.',
  );
}
