import * as vscode from 'vscode';
import { mask, redact, type FoundSecret } from '@rulebook/catalogue/masking';
import type { AssertResult } from '@rulebook/sender/asserts';
import { nameOfAssert } from '@rulebook/text';
import { describeDuration, describeSize, isEventStream, responseParts } from '@rulebook/sender/response';
import { contentTypeOf } from '../content-type';
import { detailsContent } from '../details-page';
import type { Exchange, KeptResponse } from '../kept-responses';
import { frameContent, imageAddress, previewKindOf } from '../preview-page';
import { isFormattable, longestShown } from '../render-response';
import { eventModels } from '../stream-events';
import { tableOf } from '../table-rows';
import { hasWhole } from './whole-body';
import type {
  ActionModel,
  AnsweredModel,
  BodyModel,
  CookieModel,
  PreviewModel,
  TestModel,
  TextLanguage,
} from './view-model';

/** In bytes: a larger picture is opened by another program. */
const longestImage = 20 * 1024 * 1024;

/** What the model of a response depends on next to it. */
interface ModelFacts {
  readonly uri: string;
  /** The request received another response before. */
  readonly isComparable: boolean;
  /** The user wants to see the secrets. */
  readonly isRevealed: boolean;
}

/** Returns what the view shows of a response. */
export function modelOfResponse(
  answer: KeptResponse & { readonly exchange: Exchange },
  { uri, isComparable, isRevealed }: ModelFacts,
): AnsweredModel {
  const { exchange, secrets, form = 'pretty', body } = answer;
  const { response, sent, environment, endpoint, kept, written = [], denial = [], asserts = [], log = [] } = exchange;
  const hidden = isRevealed ? [] : exchange.secrets;
  const longest = exchange.isInFile === true ? longestShown.inFile : longestShown.inMemory;
  const preview = previewKindOf(exchange);
  const shownElsewhere = form === 'pretty' && preview !== undefined;
  const options = {
    ...{ secrets: exchange.secrets, form, longest, print: exchange.print },
    ...{ isShownElsewhere: shownElsewhere, isOnScreen: true },
  };
  const parts = responseParts(response, options);
  const place = environment ?? endpoint;
  const picture = previewOf(exchange, body, isRevealed);
  const events = isEventStream(response.headers) ? eventModels(parts.masked.body, exchange.arrivals) : undefined;
  const table = form === 'pretty' ? tableOf(exchange) : undefined;
  return {
    kind: 'answered',
    uri,
    label: exchange.label,
    status: response.status,
    statusText: response.statusText,
    method: sent.method,
    url: sent.url,
    ...(place !== undefined && { place }),
    isProtected: exchange.isProtected === true,
    duration: describeDuration(response.duration),
    size: describeSize(response.size),
    time: exchange.time,
    notes: [...(kept ? [kept.note] : []), ...parts.remarks, ...written.map(({ text }) => text), ...denial].map((line) =>
      line.replace(/^# /, ''),
    ),
    body: bodyOfResponse(answer, { text: revealed(parts.body, secrets, isRevealed), shown: parts.shown, form }),
    headers: (isRevealed ? response : parts.masked).headers.map(([name, value]) => [name, redact(value, hidden)]),
    cookies: cookiesOf(response.headers, isRevealed).map((cookie) => withoutSecrets(cookie, hidden)),
    tests: asserts.map(testOf),
    log,
    details: detailsContent(exchange),
    ...(picture && { preview: picture }),
    ...(table && { table }),
    ...(events && events.total > 0 && { events }),
    secrets: secrets.map(({ name }) => name),
    isRevealed,
    actions: actionsOf(answer, isComparable),
  };
}

/** Puts the values back where they are masked; both are in the order of the response. */
function revealed(text: string, secrets: readonly FoundSecret[], isRevealed: boolean): string {
  if (!isRevealed) return text;
  let at = 0;
  let shown = text;
  for (const { name, value } of secrets) {
    const member = `${JSON.stringify(name)}: `;
    const place = shown.indexOf(`${member}"${mask}"`, at);
    if (place < 0) continue;
    const written = `${member}${JSON.stringify(value)}`;
    shown = `${shown.slice(0, place)}${written}${shown.slice(place + member.length + mask.length + 2)}`;
    at = place + written.length;
  }
  return shown;
}

function bodyOfResponse(
  answer: KeptResponse & { readonly exchange: Exchange },
  { text, shown, form }: { readonly text: string; readonly shown: number; readonly form: 'pretty' | 'raw' },
): BodyModel {
  const { response } = answer.exchange;
  if (text === '') return { kind: 'none' };
  if (response.binary !== undefined) return { kind: 'binary', text: text.replace(/^# /, '') };
  const cut = shown < 1 ? vscode.l10n.t('The first {0} % are shown.', Math.max(1, Math.floor(shown * 100))) : undefined;
  return {
    kind: 'text',
    text,
    language: languageOf(contentTypeOf(response.headers), text),
    form,
    ...(cut !== undefined && { cut }),
    ...(cut !== undefined && hasWhole(answer) && { whole: describeSize(answer.body?.size ?? 0) }),
  };
}

function languageOf(type: string, text: string): TextLanguage {
  if (/json/.test(type)) return 'json';
  if (/html/.test(type)) return 'html';
  if (/xml/.test(type)) return 'xml';
  if (/javascript|ecmascript/.test(type)) return 'javascript';
  if (/yaml/.test(type)) return 'yaml';
  return /^\s*[[{]/.test(text) ? 'json' : 'plain';
}

/** The names and attributes of cookies are no secrets, unless the request has sent them. */
function cookiesOf(headers: readonly (readonly [string, string])[], isRevealed: boolean): readonly CookieModel[] {
  return headers.flatMap(([name, value]) => {
    if (name.toLowerCase() !== 'set-cookie') return [];
    const [pair = '', ...attributes] = value.split(';').map((part) => part.trim());
    const equals = pair.indexOf('=');
    const [key, content] = equals < 0 ? ['', pair] : [pair.slice(0, equals), pair.slice(equals + 1)];
    return [{ name: key, value: isRevealed ? content : mask, attributes }];
  });
}

function withoutSecrets({ name, value, attributes }: CookieModel, secrets: readonly string[]): CookieModel {
  const hide = (text: string) => redact(text, secrets);
  return { name: hide(name), value: hide(value), attributes: attributes.map(hide) };
}

function testOf(result: AssertResult): TestModel {
  const { outcome, message } = result;
  return { outcome, name: nameOfAssert(result), message: outcome === 'passed' ? '' : message };
}

function previewOf(exchange: Exchange, body: KeptResponse['body'], isRevealed: boolean): PreviewModel | undefined {
  const kind = previewKindOf(exchange);
  if (kind === 'html' && !isRevealed) return { kind: 'html', content: frameContent(exchange) };
  if (kind !== 'image' || body === undefined || body.file !== undefined || body.size > longestImage) return undefined;
  return {
    kind: 'image',
    address: imageAddress(exchange, body.bytes),
    alternative: vscode.l10n.t('The response to {0}', exchange.label),
  };
}

function actionsOf(answer: KeptResponse & { readonly exchange: Exchange }, isComparable: boolean) {
  const { exchange, body, isCut, form } = answer;
  const action = (id: string, label: string): ActionModel => ({ id: `rulebook.${id}`, label });
  const further = (id: string, label: string): ActionModel => ({ ...action(id, label), isFurther: true });
  const { next, previous } = exchange.pages;
  const isLong = isCut === true && body !== undefined;
  const openAll = vscode.l10n.t('Open All (secrets are not masked)');
  const isElsewhere = previewKindOf(exchange) === 'elsewhere' && body !== undefined;
  return [
    ...(isLong ? [(hasWhole(answer) ? further : action)('openWholeBody', openAll)] : []),
    ...(isElsewhere ? [action('previewResponse', vscode.l10n.t('Open with Another Program…'))] : []),
    ...(previous ? [action('previousPage', vscode.l10n.t('Previous Page'))] : []),
    ...(next
      ? [action('nextPage', vscode.l10n.t('Next Page')), action('fetchAllPages', vscode.l10n.t('Fetch All Pages…'))]
      : []),
    action('sendResponseAgain', vscode.l10n.t('Send Again')),
    action('copyResponseBody', vscode.l10n.t('Copy Body')),
    ...(body === undefined ? [] : [further('saveResponse', vscode.l10n.t('Save Body…'))]),
    ...(isFormattable(exchange)
      ? [
          form === 'raw'
            ? further('formatResponse', vscode.l10n.t('Format'))
            : further('showRawResponse', vscode.l10n.t('As Received')),
        ]
      : []),
    ...(isComparable ? [further('compareLastResponse', vscode.l10n.t('Compare with Last'))] : []),
    further('openResponseRequest', vscode.l10n.t('Open Request')),
    further('openResponseAsText', vscode.l10n.t('Open as Text')),
    further('pinResponse', vscode.l10n.t('Keep This View')),
  ];
}
