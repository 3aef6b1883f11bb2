import * as vscode from 'vscode';
import { describeOutcome, type DescribedOutcome, type Outcome } from '@rulebook/sender/outcome';

/** Says in the language of the editor what became of a request. */
export function describeSent(outcome: Outcome): DescribedOutcome {
  return describeOutcome(outcome, {
    cancelled: vscode.l10n.t('It was not sent.'),
    status: (status) => vscode.l10n.t('The service answered with the status {0}.', status),
    redirect: (cause) => vscode.l10n.t('The redirect was not followed: {0}.', cause),
    redirectAdvice: vscode.l10n.t(
      'Send the request to its new address, or accept the redirect by `# @no-redirect` in front of the request.',
    ),
  });
}
