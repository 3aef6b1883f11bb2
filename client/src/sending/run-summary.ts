import * as vscode from 'vscode';
import type { ReportedRequest, RunReport } from '@rulebook/sender/report';
import { nameOfAssert } from '@rulebook/text';
import { headNotes } from '@rulebook/sender/send';
import { hasFailed } from '@rulebook/sender/outcome';
import { comparedResponse, responseDocument } from '@rulebook/sender/response';
import { assertNotes, markOf } from '../response/assert-notes';
import { responsePlace } from '../pages/response-column';
import { noteLine } from '../response/render-response';
import { writtenNotes } from '../response/written-notes';
import { bodyToSave } from '../response/body-to-save';
import { askAndSave } from '../response/response-actions';
import { namePart } from '../response/tab-title';
import type { BodyFiles } from '../ports/ports';
import type { Outcome } from './attempt';
import { describeSent } from './outcome-words';
import { createRunBodies, saveBodyOfRunCommand, type RunBodies } from './run-bodies';
import { reportedOf, saveReport, type RunAbout } from './run-report';
import { runTable, type RunRow } from './run-table';

/** What became of one request of a run. */
export interface SummaryEntry extends RunRow {
  /** The response as it is shown, without secrets; for a comparison, without what differs each time. */
  readonly text: string;
  readonly reported: ReportedRequest;
  /** By what its body is found. */
  readonly body?: number;
}

/** A link of a summary. */
interface SummaryLink {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly target: vscode.Uri;
  readonly tooltip: string;
}

declare const RULEBOOK_VERSION: string;

/** Shows what became of the requests of a run, each with a link to its response. */
export interface RunSummary extends vscode.Disposable {
  readonly show: (file: string, entries: readonly SummaryEntry[], left: number, about: RunAbout) => Promise<void>;
  /** Asks where the report of a shown run goes, or that of the last one, and writes it. */
  readonly save: (summary?: vscode.Uri) => Promise<void>;
  /** The bodies of the requests of the last runs. */
  readonly bodies: RunBodies;
  /** Asks where a body of a run goes, and writes it. */
  readonly saveBody: (key: unknown) => Promise<void>;
  /** Shows the responses of two outcomes side by side. */
  readonly compare: (first: SummaryEntry, second: SummaryEntry) => Promise<void>;
}

/** The scheme of the read-only documents about runs. */
const runScheme = 'rulebook-run';
/** The texts that are kept at most, and the longest of them, in UTF-16 code units. */
const kept = { texts: 500, length: 256 * 1024, reports: 10 };

/** Returns what shows runs. */
export function createRunSummary(files?: Pick<BodyFiles, 'remove'>): RunSummary {
  const bodies = createRunBodies((path) => files?.remove(path));
  const texts = new Map<string, string>();
  /** Links by the URI of the summary: to the documents of the responses, and to what saves their bodies. */
  const links = new Map<string, readonly SummaryLink[]>();
  /** The reports of the last runs, by the URI of their summary. */
  const reports = new Map<string, RunReport>();
  let runs = 0;
  const keep = (name: string, text: string, ending = '.http'): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme: runScheme, path: `/${namePart(name)}${ending}` });
    texts.set(uri.toString(), text);
    for (const oldest of [...texts.keys()].slice(0, -kept.texts)) texts.delete(oldest);
    return uri;
  };
  const subscriptions = [
    vscode.workspace.registerTextDocumentContentProvider(runScheme, {
      provideTextDocumentContent: (uri) =>
        texts.get(uri.toString()) ?? vscode.l10n.t('# This run is no longer kept.\n'),
    }),
    vscode.languages.registerDocumentLinkProvider(
      { scheme: runScheme },
      {
        provideDocumentLinks: (document) =>
          (links.get(document.uri.toString()) ?? []).map(({ line, from, to, target, tooltip }) => {
            const link = new vscode.DocumentLink(new vscode.Range(line, from, line, to), target);
            link.tooltip = tooltip;
            return link;
          }),
      },
    ),
  ];
  return {
    show: async (file, entries, left, about) => {
      const run = ++runs;
      const targets: SummaryLink[] = [];
      const rows = entries.map((entry) => ({ ...entry, hasBody: bodies.find(entry.body) !== undefined }));
      const table = runTable(file, rows, left);
      for (const [index, { label, text, body }] of [...entries.entries()].slice(-kept.texts + 1)) {
        const { line, end, save } = table.rows[index] ?? { line: 0, end: 0 };
        const target = keep(vscode.l10n.t('Run {0}, {1} {2}', run, index + 1, label.slice(0, 60)), text);
        targets.push({ line, from: 0, to: end, target, tooltip: vscode.l10n.t('Show the response') });
        if (save === undefined) continue;
        const to = save + vscode.l10n.t('Save Body…').length;
        const tooltip = vscode.l10n.t('Save the body as received: secrets are not masked');
        targets.push({
          line,
          from: save,
          to,
          target: vscode.Uri.parse(`command:${saveBodyOfRunCommand}?[${body ?? 0}]`),
          tooltip,
        });
      }
      const uri = keep(vscode.l10n.t('Run {0}', run), table.text, '');
      links.set(uri.toString(), targets);
      const requests = entries.map(({ reported }) => reported);
      reports.set(uri.toString(), { path: file, requests, ...about, version: RULEBOOK_VERSION });
      void vscode.commands.executeCommand('setContext', 'rulebook.hasRuns', true);
      for (const oldest of [...reports.keys()].slice(0, -kept.reports)) reports.delete(oldest);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
      await vscode.window.showTextDocument(document, {
        ...responsePlace(runScheme),
        preview: true,
      });
    },
    save: async (summary) => {
      const last = [...reports.values()].at(-1);
      const report = summary?.scheme === runScheme ? reports.get(summary.toString()) : last;
      if (report !== undefined) return saveReport(report);
      void vscode.window.showInformationMessage(
        last === undefined
          ? vscode.l10n.t('There is no run to report. Send several requests first.')
          : vscode.l10n.t('This run is no longer kept. Send its requests again.'),
      );
    },
    bodies,
    saveBody: async (key) => {
      const body = bodies.find(key);
      if (body !== undefined) return askAndSave(body);
      void vscode.window.showInformationMessage(
        vscode.l10n.t('This body is no longer kept. Send the request again and save its response.'),
      );
    },
    compare: async (first, second) => {
      const run = ++runs;
      const [left, right] = [first, second].map((entry) =>
        keep(vscode.l10n.t('Comparison {0}, {1}', run, entry.endpoint ?? entry.label), entry.text),
      );
      if (!left || !right) return;
      const title = `${first.label}: ${first.endpoint ?? ''} ↔ ${second.endpoint ?? ''}`;
      await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: false });
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Returns what a summary says of an outcome; long responses are cut. */
export function summaryEntryOf(outcome: Outcome, isCompared: boolean, bodies?: RunBodies): SummaryEntry {
  const { plan, sent, asserts, written } = outcome;
  const { label, verdict, reason = '' } = describeSent(outcome);
  const about = {
    label,
    hasFailed: hasFailed(verdict),
    isOmitted: verdict === 'skipped',
    reported: reportedOf(outcome),
  };
  if (sent.kind !== 'answered')
    return {
      ...{ ...about, endpoint: sent.kind === 'unsent' ? undefined : sent.endpoint?.name, remarks: [reason] },
      text: vscode.l10n.t('# {0} received no response: {1}\n', label, reason),
    };
  const { secrets, response, endpoint } = sent;
  const { status, duration, interruption } = response;
  const files = written ? writtenNotes(written, secrets) : [];
  const notes = [...headNotes(plan), ...files.map(noteLine), ...assertNotes(asserts)];
  const options = { secrets, form: 'pretty' as const, longest: kept.length, notes };
  const text = isCompared ? comparedResponse(response, options) : responseDocument(response, options).text;
  const remarks = [
    ...(interruption === undefined ? [] : [reason]),
    ...files.map(({ text }) => text.replace(/\.$/, '')),
    ...asserts.filter((one) => one.outcome !== 'passed').map((one) => `${nameOfAssert(one)}: ${markOf(one)}`),
  ];
  const body = outcome.body && bodyToSave(response, outcome.body());
  const key = body && bodies?.keep(body);
  return {
    ...about,
    endpoint: endpoint?.name,
    status,
    duration,
    remarks,
    text,
    ...(key !== undefined && { body: key }),
  };
}
