import * as vscode from 'vscode';
import { redact } from '@rulebook/catalogue/masking';
import { joinPages, pagesOf, type CancelSignal, type Segment } from '@rulebook/sender/plan';
import { printJson } from '@rulebook/sender/response';
import type { Exchange } from '../response/kept-responses';
import { confirmTrust } from '../credentials/trust';
import type { Attempt, Outcome } from './attempt';
import { execute } from './execute';
import type { SendServices } from './send-services';

/** The pages that are fetched unless the user enters another number, and the most. */
const pageLimits = { usual: 10, most: 1000 };
/** In characters: more is not shown as one document. */
const longest = 20 * 1024 * 1024;

/** Sends the request for the page before or behind a response. */
export async function sendPage(services: SendServices, exchange: Exchange, which: 'next' | 'previous'): Promise<void> {
  const target = exchange.pages[which];
  if (target === undefined) {
    void vscode.window.showInformationMessage(
      which === 'next'
        ? vscode.l10n.t('The response has no next page that Rulebook knows of.')
        : vscode.l10n.t('The response has no previous page that Rulebook knows of.'),
    );
    return;
  }
  if (!(await confirmTrust())) return;
  await execute(services, await attemptFor(exchange, target));
}

/** Fetches the pages from a response on, and shows their items in one document. */
export async function fetchAllPages(services: SendServices, exchange: Exchange): Promise<void> {
  if (exchange.pages.next === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The response has no next page that Rulebook knows of.'));
    return;
  }
  const limit = await askForLimit();
  if (limit === undefined || !(await confirmTrust())) return;
  const fetched = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Fetching pages of {0}', exchange.label),
      cancellable: true,
    },
    (progress, token) =>
      services.sends.during(token, (signal) =>
        fetchFrom(services, exchange, limit, signal, (pages) => {
          progress.report({ message: vscode.l10n.t('{0} of at most {1}', pages, limit), increment: 100 / limit });
        }),
      ),
  );
  const { bodies, secrets, end } = fetched;
  const joined = joinPages(bodies);
  await services.responses.showJson(
    vscode.l10n.t('All pages of {0}', exchange.label),
    redact(printJson(joined) ?? joined, secrets),
  );
  const said = fetchedText(bodies.length, end);
  if (end === undefined) vscode.window.setStatusBarMessage(said, 5000);
  else void vscode.window.showWarningMessage(said);
}

function fetchedText(pages: number, end: string | undefined): string {
  if (end === undefined)
    return pages === 1 ? vscode.l10n.t('1 page fetched.') : vscode.l10n.t('{0} pages fetched.', pages);
  return pages === 1
    ? vscode.l10n.t('1 page fetched; {0}.', end)
    : vscode.l10n.t('{0} pages fetched; {1}.', pages, end);
}

interface Fetched {
  readonly bodies: readonly string[];
  readonly secrets: readonly string[];
  /** Why it ended before the last page, as a part of a sentence. */
  readonly end?: string;
}

async function fetchFrom(
  services: SendServices,
  exchange: Exchange,
  limit: number,
  signal: CancelSignal,
  onPage: (pages: number) => void,
): Promise<Fetched> {
  const bodies = [exchange.response.body];
  const secrets = new Set(exchange.secrets);
  const ended = (end?: string): Fetched => ({ bodies, secrets: [...secrets], ...(end !== undefined && { end }) });
  const seen = new Set<string>();
  const run = { ofRun: new Set<never>(), signal };
  let length = exchange.response.body.length;
  let next = exchange.pages.next;
  if (exchange.response.isTruncated) return ended(vscode.l10n.t('the response is too long to be joined with others'));
  while (next !== undefined) {
    if (bodies.length >= limit) return ended(vscode.l10n.t('there are more'));
    const key = JSON.stringify(next);
    // A service may lead in a circle.
    if (seen.has(key)) return ended(vscode.l10n.t('the next page is one that was fetched already'));
    seen.add(key);
    const attempt = await attemptFor(exchange, next);
    const { sent }: Outcome = await execute(services, { ...attempt, choices: { run } });
    if (signal.isCancelled) return ended(vscode.l10n.t('the rest was cancelled'));
    if (sent.kind !== 'answered') return ended(vscode.l10n.t('the next one received no response'));
    const { response, request, endpoint } = sent;
    for (const secret of sent.secrets) secrets.add(secret);
    if (response.status !== 200) return ended(vscode.l10n.t('the next one received {0}', response.status));
    length += response.body.length;
    if (response.isTruncated || response.interruption !== undefined || length > longest)
      return ended(vscode.l10n.t('the next one is too long or incomplete'));
    bodies.push(response.body);
    onPage(bodies.length);
    next = pagesOf({ plan: attempt.plan, url: request.url, baseUrl: endpoint?.baseUrl, response }).next;
  }
  return ended();
}

async function askForLimit(): Promise<number | undefined> {
  const entered = await vscode.window.showInputBox({
    title: vscode.l10n.t('Fetch All Pages'),
    prompt: vscode.l10n.t('The most pages to fetch, up to {0}', pageLimits.most),
    value: String(pageLimits.usual),
    validateInput: (text) =>
      /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= pageLimits.most
        ? undefined
        : vscode.l10n.t('Enter a whole number from 1 to {0}.', pageLimits.most),
  });
  return entered === undefined ? undefined : Number(entered);
}

async function attemptFor({ plan, source, endpoint }: Exchange, target: readonly Segment[]): Promise<Attempt> {
  // The name and the asserts belong to the request as it is written.
  const { name: _name, asserts: _asserts, ...rest } = plan;
  return {
    document: await vscode.workspace.openTextDocument(vscode.Uri.parse(source.uri)),
    line: source.line,
    plan: { ...rest, target },
    picked: plan.isAbsolute ? undefined : endpoint,
    answers: new Map(),
    choices: {},
  };
}
