import { nameOfRequest } from '@rulebook/checker/binding/request-name';
import { maskNamedSecrets } from '@rulebook/catalogue/masking/mask-named-secrets';
import type { Block } from '@rulebook/request-file/syntax/model';
import { countLineEnds } from '@rulebook/text/lines';
import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';

/** The script that gives a variable its value. */
export interface SettingScript {
  /** The line in its file, counted from 0. */
  readonly line: number;
  /** The request with which it runs, by name or as `POST /login`; absent where it belongs to none. */
  readonly request?: string;
}

/** Returns the first script of a block that gives a variable its value, as it is written there; `startLine` is the line of the block in its file. */
export function scriptSetting(block: Block, startLine: number, name: string): SettingScript | undefined {
  const script = block.scripts.find(({ names }) => names.some(({ text }) => text === name));
  if (script === undefined) return undefined;
  const line = startLine + countLineEnds(block.text.slice(0, script.span.start));
  const { request, title } = block;
  if (request === undefined || script.isShared === true) return { line };
  const words = nameOfRequest(block)?.text ?? title?.text;
  const sent = `${request.method?.text.toUpperCase() ?? 'GET'} ${request.target.path.text}`;
  return { line, request: maskNamedSecrets(words ?? sent).text };
}

/** Says in a few words what gives a variable its value. */
export function briefOfScript({ line }: SettingScript): string {
  return `set by the script in line ${line + 1}`;
}

/** Says what gives a variable its value, and when; `file` is the imported file in which the script is. */
export function describeScript({ line, request }: SettingScript, file?: string): string {
  const where = `line ${line + 1}${file === undefined ? '' : ` of the imported file ${inCode(file)}`}`;
  const when = request === undefined ? 'with the requests of its file' : `when the request ${inCode(request)} is sent`;
  return `Set by the script in ${where}, which runs ${when}.`;
}
