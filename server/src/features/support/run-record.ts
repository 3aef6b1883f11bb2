import { MessageType } from 'vscode-languageserver';
import type { SendReport, SendStep } from '@rulebook/sender/outcome';
import { hasFailed } from '@rulebook/sender/outcome';
import { count } from '@rulebook/text';
import { explainRefusalAt } from '../refusal';
import type { RefusalResult, SendResult, SentRequest } from '../../protocol';
import type { Session } from '../../session/session';

/** A request of the run, and where it is. */
export interface StepAt extends SendStep {
  readonly line: number;
  /** What was sent; the text may change meanwhile. */
  readonly version: number | undefined;
}

/** The responses of a run are shown up to this length, in UTF-16 code units; of further ones, one line. */
const longestText = 5_000_000;
/** A message shows so many requests at most. */
const maxLines = 10;

/** What became of the requests of a run. */
interface RunRecord {
  readonly add: (report: SendReport, index: number) => void;
  readonly end: (isCancelled: boolean) => {
    readonly type: MessageType;
    readonly message: string;
    /** The responses; empty when there is none. */
    readonly text: string;
    readonly result: SendResult;
  };
}

/** Creates what takes the reports of a run. Of its responses, only what is shown is kept. */
export function createRunRecord(session: Session, steps: readonly StepAt[]): RunRecord {
  const texts: string[] = [];
  const lines: string[] = [];
  const requests: SentRequest[] = [];
  let length = 0;
  let last:
    | { readonly report: SendReport; readonly index: number; readonly problems: RefusalResult['problems'] }
    | undefined;
  return {
    add: (report, index) => {
      const step = steps[index];
      const { label } = report;
      const { location: uri = '', line = 0 } = step ?? {};
      const { response } = report;
      requests.push({ label, uri, line, ...(response ? { status: response.status } : { reason: report.message }) });
      const problems = response && step ? problemsOf(session, step, response) : [];
      const explained = problems.map(({ range, message }) => `Line ${range.start.line + 1}: ${message}`);
      lines.push([report.message, ...explained].join('\n'));
      const text = response ? response.text : `# ${report.message}\n`;
      const isShort = length + text.length <= longestText;
      length += text.length;
      texts.push([isShort ? text : `# ${report.message}\n`, ...explained.map((one) => `# ${one}\n`)].join(''));
      // What a run leaves out is not its result.
      if (report.verdict !== 'skipped' || last === undefined) last = { report, index, problems };
    },
    end: (isCancelled) => {
      const isRun = requests.length > 1 || steps.length > 1;
      const { report, index = 0, problems = [] } = last ?? {};
      const left = steps.length - 1 - Math.max(index, 0);
      const isWhole = report !== undefined && (left === 0 || !hasFailed(report.verdict));
      const rest = isWhole && !isCancelled ? [] : restOf(left, isCancelled && report === undefined);
      const message = [...shownLines(lines), ...rest].join('\n');
      const text = requests.some(({ status }) => status !== undefined) ? texts.join(isRun ? '\n' : '') : '';
      const ran = isRun && requests.length > 0 ? { requests } : {};
      const isAtEnd = isWhole && rest.length === 0;
      if (report?.response !== undefined && isAtEnd) {
        const { status, duration, size, asserts } = report.response;
        return {
          type: hasFailed(report.verdict) ? MessageType.Warning : MessageType.Info,
          message,
          text,
          result: {
            ...{ status, duration, size, ...ran },
            ...(problems.length > 0 && { problems }),
            ...(asserts.length > 0 && {
              asserts: asserts.map(({ text: assert, line, outcome, message: why }) => ({
                ...{ text: assert, line, outcome, message: why },
              })),
            }),
          },
        };
      }
      const reason = [report?.message ?? '', ...rest].filter((part) => part !== '').join(' ');
      const isFailed = report?.hasNoResponse === true && !isCancelled;
      return { type: isFailed ? MessageType.Error : MessageType.Warning, message, text, result: { reason, ...ran } };
    },
  };
}

function restOf(left: number, isCancelled: boolean): readonly string[] {
  if (isCancelled) return ['The run was cancelled.'];
  return left > 0 ? [`The ${count(left, 'request')} behind it ${left === 1 ? 'was' : 'were'} not sent.`] : [];
}

function shownLines(lines: readonly string[]): readonly string[] {
  const before = lines.length - maxLines;
  return before <= 0 ? lines : [`${count(before, 'request')} before`, ...lines.slice(-maxLines)];
}

/** Returns where the problems of a refused request are. */
function problemsOf(
  session: Session,
  { location, line, version }: StepAt,
  { status, refusal }: NonNullable<SendReport['response']>,
): RefusalResult['problems'] {
  if (refusal === undefined || version === undefined) return [];
  const at = { uri: location, line, version, status, body: refusal };
  return explainRefusalAt(session, session.documents.get(location), at).problems;
}
