import type { DescriptionText, PlacedProblem } from './own-description';
import { applyOverlay } from './overlay';
import { checkOverlayForm, type ComplainOfOverlay } from './overlay-form';
import { pointersIn, readTree } from './text-tree';

/** An overlay in a file of its own. */
export interface OverlaySource {
  readonly name: string;
  readonly text: string;
  /** Returns the file that `extends` names by a relative path; it decides which files may be read. */
  readonly read: (path: string) => DescriptionText;
}

/** Returns what is wrong with an overlay: its form, and where it extends a file next to it, targets that match nothing there. Never throws. */
export function checkOverlay({ name, text, read }: OverlaySource): readonly PlacedProblem[] {
  const overlay = readTree(text, name);
  if ('message' in overlay) return [{ ...overlay, severity: 'error', pointer: '#' }];
  const spanAt = pointersIn(text);
  const problems: PlacedProblem[] = [];
  const complain: ComplainOfOverlay = (pointer, message, severity = 'error', fix): void => {
    problems.push({ severity, message, pointer, span: spanAt(pointer), ...(fix && { fix }) });
  };
  const extended = extendedFile(overlay.tree);
  if (extended === undefined) {
    checkOverlayForm(overlay.tree, complain);
    return problems;
  }
  const content = read(extended);
  const target = 'cause' in content ? content : readTree(content.text, extended);
  if (!('tree' in target)) {
    checkOverlayForm(overlay.tree, complain);
    const cause = 'cause' in target ? target.cause : 'it is neither JSON nor YAML';
    complain(
      '#/extends',
      `The description is not read: ${cause}. What the targets match there is not known.`,
      'information',
    );
    return problems;
  }
  for (const problem of applyOverlay(target.tree, overlay.tree, name))
    complain(problem.pointer, problem.message, problem.severity, problem.fix);
  return problems;
}

/** Returns the relative path that the text of an overlay extends; undefined where it names none. */
export function extendedFileOf(text: string, name: string): string | undefined {
  const read = readTree(text, name);
  return 'tree' in read ? extendedFile(read.tree) : undefined;
}

/** Returns the relative path that an overlay extends; a URL is not read. */
function extendedFile(tree: unknown): string | undefined {
  const found: unknown = typeof tree === 'object' && tree !== null && 'extends' in tree ? tree.extends : undefined;
  if (typeof found !== 'string' || found === '' || /^[a-z][\w+.-]*:|^\/\//i.test(found)) return undefined;
  return found.split(/[?#]/, 1)[0];
}
