import { describeHead, redact, type ResponseHead, type ResponseObserver } from '../../../engine/src/index';
import type { ArrivingAnswer } from './show-response';

/** In milliseconds: an answer that is whole by then is shown at once, formatted. */
const patience = 700;
/** In UTF-16 code units; of a long stream, the end is what somebody follows. */
const shownEnd = 100_000;

/** Watches an answer and shows it while it arrives, if that takes a while; `stop` is called when it is whole. */
export function followAnswer(
  arriving: ArrivingAnswer,
  secrets: readonly string[],
): { readonly observer: ResponseObserver; readonly stop: () => void } {
  let head: ResponseHead | undefined;
  let end = '';
  let length = 0;
  let isSlow = false;
  const text = (): string => {
    if (head === undefined) return '';
    const isCut = length > end.length;
    // A line that has not ended may be the first half of a secret.
    const whole = end.slice(isCut ? end.indexOf('\n') + 1 : 0, end.lastIndexOf('\n') + 1);
    const left = isCut ? '# The beginning is shown when the answer is whole.\n' : '';
    return `${describeHead(head, { secrets })}\n${left}${redact(whole, secrets)}\n# Still arriving: ${length} characters so far\n`;
  };
  const update = () => {
    if (isSlow && head !== undefined) arriving.update(text);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    observer: {
      onHead: (given) => {
        head = given;
        timer = setTimeout(() => {
          isSlow = true;
          if (length > 0) update();
        }, patience);
      },
      onText: (piece) => {
        length += piece.length;
        end = (end + piece).slice(-shownEnd);
        update();
      },
    },
    stop: () => {
      clearTimeout(timer);
      isSlow = false;
    },
  };
}
