import { maskNamedSecrets } from '@rulebook/catalogue/masking/mask-named-secrets';
import type { FileNames } from '@rulebook/checker/rules/across/summary';
import type { Block } from '@rulebook/request-file/syntax/model';
import { textIn } from '@rulebook/text/span';
import { cursorAt } from '../cursor/cursor-at';
import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';
import type { Hover } from '../model';

/** Describes the request that a comment such as `# @sequence` names: what it sends, or the imported file that has it. Undefined elsewhere. */
export function hoverRequestName(
  block: Block,
  offset: number,
  { outside }: FileNames,
  requestNamed: (name: string) => Block | undefined,
): Hover | undefined {
  const cursor = cursorAt(block, undefined, offset);
  if (cursor?.kind !== 'request-name' || cursor.span.start === cursor.span.end) return undefined;
  const name = textIn(block.text, cursor.span);
  const named = requestNamed(name);
  const lineSpan = named?.request?.lineSpan ?? named?.otherRequest?.line.span;
  const line =
    named &&
    lineSpan &&
    textIn(named.text, lineSpan)
      .split(/[\r\n]/, 1)[0]
      ?.trim();
  const file = outside?.importedFrom?.get(name);
  const about =
    line !== undefined
      ? inCode(maskNamedSecrets(line).text)
      : file !== undefined || outside?.requests.has(name) === true
        ? `In the imported file ${file === undefined ? '' : inCode(file)}`.trim() + '.'
        : undefined;
  return about === undefined ? undefined : { markdown: `**${inCode(name)}** · request\n\n${about}`, span: cursor.span };
}
