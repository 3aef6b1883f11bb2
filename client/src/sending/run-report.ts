import * as vscode from 'vscode';
import { redact } from '@rulebook/catalogue/masking';
import {
  reportedRequest,
  runAsHtml,
  runAsJson,
  runAsJunit,
  type ReportedRequest,
  type RunReport,
} from '@rulebook/sender/report';
import { reportedDetails } from '@rulebook/sender/outcome';
import type { Outcome } from './attempt';
import { describeSent } from './outcome-words';

/** What a report says of a run, besides its requests. */
export type RunAbout = Pick<RunReport, 'environment' | 'began' | 'duration'>;

/** Returns what a report says of an outcome; the requests of a run in the editor follow each other. */
export function reportedOf(outcome: Outcome): ReportedRequest {
  const { plan, sent } = outcome;
  const described = describeSent(outcome);
  return reportedRequest(outcome, described, {
    ...(plan.line !== undefined && { line: plan.line + 1 }),
    ...(sent.kind !== 'unsent' && { url: redact(sent.request.url, sent.secrets) }),
    ...(sent.kind !== 'unsent' && sent.endpoint && { endpoint: sent.endpoint.name }),
    details: reportedDetails(outcome, described),
  });
}

/** Asks where the report of a run goes, and writes the one that the name asks for. */
export async function saveReport(report: RunReport): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Report (secrets are masked)'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'report.html') }),
    filters: { [vscode.l10n.t('Page')]: ['html'], JUnit: ['xml'], JSON: ['json'] },
  });
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(reportText(uri.path, report)));
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t('The report is saved.'), open);
  if (answer === open) await vscode.env.openExternal(uri);
}

/** Returns the report that the end of a path asks for; a page where it asks for none. */
export function reportText(path: string, report: RunReport): string {
  if (/\.xml$/i.test(path)) return runAsJunit(report);
  return /\.json$/i.test(path) ? runAsJson(report) : runAsHtml(report);
}
