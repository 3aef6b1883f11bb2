import { nearest } from '@rulebook/text/edit-distance';
import type { Span } from '@rulebook/text/span';
import { isEverywhere, membersOf, scriptModules, type ScriptSituation } from './script-members';
import { scriptObjects } from './script-objects';
import { chainsOf, ownNamesOf, tokensOf, type ScriptChain, type ScriptToken } from './script-tokens';

/** What will end a script with an error, as far as it can be read. */
export interface ScriptProblem {
  /** A sentence without its full stop. */
  readonly message: string;
  readonly span: Span;
  /** The name that is probably meant. */
  readonly meant?: string;
}

/** Names of browsers and Node, and why no script has them. */
const absent: Readonly<Record<string, string>> = {
  fetch: 'Scripts reach no network; write a request, and name it in `# @ref`',
  XMLHttpRequest: 'Scripts reach no network; write a request, and name it in `# @ref`',
  WebSocket: 'Scripts reach no network',
  setTimeout: 'Scripts have no timers; a block of httpYac can `await sleep(milliseconds)`',
  setInterval: 'Scripts have no timers; a block of httpYac can `await sleep(milliseconds)`',
  process: 'Scripts do not reach the process and its environment; read a variable',
  Buffer: 'Scripts have no `Buffer`; use `btoa` and `atob`',
  $httpyac: 'Scripts send no requests; name the request in `# @ref`, or its file in `# @import`',
  $getOAuth2Response: 'Scripts reach no network; give the endpoint a credential of the type `oauth2`',
  xpath: 'Scripts have no `xpath`; take the value out of the text of the body',
  CryptoJS: 'Scripts have no `CryptoJS`; use `crypto.sha256()` and the like',
  _: 'Scripts have no `_` of Lodash; use the methods of JavaScript',
  moment: 'Scripts have no `moment`; use `Date`',
  cheerio: 'Scripts read no HTML; take the value out of the text of the body',
  xml2Json: 'Scripts read no XML; take the value out of the text of the body',
  tv4: 'Scripts have no schemas; describe the service, which checks each response',
};

/** Members that are there to say that they do nothing. */
const refused: Readonly<Record<string, string>> = {
  'client.global.headers': 'A script sets no header fields; write the field into the request, with a variable',
  'request.skip': 'A script does not leave a request out',
  'request.replay': 'A script does not send a request again',
  'pm.sendRequest': 'Scripts send no requests; write a request, and name it in `# @ref`',
  'pm.execution': 'Scripts do not choose the next request; name what comes first in `# @ref`',
  'postman.setNextRequest': 'Scripts do not choose the next request; name what comes first in `# @ref`',
  'pm.visualizer': 'Scripts draw nothing; look at the response as a table',
  ...Object.fromEntries(
    ['headers.add', 'headers.upsert', 'headers.remove', 'addHeader', 'upsertHeader', 'removeHeader', 'url.query.add']
      .concat('addQueryParams', 'url.addQueryParams', 'url.update', 'update', 'body.update')
      .map((member) => [
        `pm.request.${member}`,
        'A script does not change the request; set a variable, and write it there',
      ]),
  ),
  'pm.cookies.jar': 'Scripts do not reach the cookies that are kept; they see those of the response',
  'pm.response.to.have.jsonSchema': 'Scripts have no schemas; describe the service, which checks each response',
  'pm.vault': 'Scripts reach no vault; read a variable of a private environment',
};

/** Objects of blocks that handlers do not have. */
const ofBlocks = new Set(
  scriptObjects.flatMap(({ path, in: only }) => (only === 'block' ? [path.split('.', 1)[0] ?? ''] : [])),
);
for (const { path, in: only } of scriptObjects) if (only !== 'block') ofBlocks.delete(path.split('.', 1)[0] ?? '');

/** Returns what in a script the box does not have, and a bracket without its other one. Nothing is run. */
export function problemsInScript(source: string, offset: number, situation: ScriptSituation): readonly ScriptProblem[] {
  const tokens = tokensOf(source, offset);
  const unpaired = unpairedBracket(tokens);
  if (unpaired) return [unpaired];
  const own = ownNamesOf(tokens);
  return chainsOf(tokens).flatMap((chain) => {
    const problem = own.has(chain.words[0]?.text ?? '') ? undefined : problemWith(chain, tokens, situation);
    return problem === undefined ? [] : [problem];
  });
}

function problemWith(
  { words, path, next, first }: ScriptChain,
  tokens: readonly ScriptToken[],
  situation: ScriptSituation,
): ScriptProblem | undefined {
  const [root, ...members] = words;
  if (root === undefined || tokens[first - 1]?.text === 'typeof' || isKey(tokens, first, next)) return undefined;
  const behind = tokens[next]?.text;
  if (path === 'import') return { message: 'A script cannot import files', span: root.span };
  if (path === 'require' && behind === '(') return unknownModule(tokens[next + 1]);
  const isUsed = behind === '(' || members.length > 0 || tokens[first - 1]?.text === 'new';
  if (Object.hasOwn(absent, root.text)) {
    const message = isUsed ? absent[root.text] : undefined;
    return message === undefined ? undefined : { message, span: root.span };
  }
  if (situation.language === 'handler' && isUsed && ofBlocks.has(root.text))
    return { message: `Only blocks between \`{{\` and \`}}\` have \`${root.text}\``, span: root.span };
  const isResponse = (root.text === 'response' && members.length > 0) || path.startsWith('pm.response.');
  if (isResponse && situation.phase === 'request')
    return { message: 'There is no response yet when this script runs', span: root.span };
  if (root.text === 'request' && members.length > 0 && isAssigned(tokens, next))
    return { message: 'A script does not change the request; set a variable, and write it there', span: root.span };
  return unknownMember(root, members, situation);
}

function unknownMember(
  root: ScriptToken,
  members: readonly ScriptToken[],
  situation: ScriptSituation,
): ScriptProblem | undefined {
  let path = root.text;
  for (const { text, span } of members) {
    const known = membersOf(path, situation);
    const whole = `${path}.${text}`;
    const message = Object.hasOwn(refused, whole) ? refused[whole] : undefined;
    if (message !== undefined) return { message, span };
    if (known && !known.has(text) && !isEverywhere(text)) {
      const meant = nearest(text, known);
      return { message: `Scripts have no \`${whole}\``, span, ...(meant !== undefined && { meant }) };
    }
    path = whole;
  }
  return undefined;
}

function unknownModule(name: ScriptToken | undefined): ScriptProblem | undefined {
  if (name?.kind !== 'string' || name.text.includes('${')) return undefined;
  const module = name.text.slice(1, -1).replace(/^node:/, '');
  if (scriptModules.some((one) => one === module)) return undefined;
  const [last, ...others] = [...scriptModules].reverse().map((one) => `\`${one}\``);
  return { message: `Scripts can load ${others.reverse().join(', ')} and ${last ?? ''} only`, span: name.span };
}

function isAssigned(tokens: readonly ScriptToken[], at: number): boolean {
  return tokens[at]?.text === '=' && !/^[=>]$/.test(tokens[at + 1]?.text ?? '');
}

/** A key of an object. */
function isKey(tokens: readonly ScriptToken[], first: number, next: number): boolean {
  return tokens[next]?.text === ':' && /^[{,]$/.test(tokens[first - 1]?.text ?? '');
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function unpairedBracket(tokens: readonly ScriptToken[]): ScriptProblem | undefined {
  const open: ScriptToken[] = [];
  for (const token of tokens) {
    if (token.kind !== 'sign') continue;
    if (Object.hasOwn(closing, token.text)) open.push(token);
    else if (/^[)\]}]$/.test(token.text)) {
      const last = open.pop();
      if (last === undefined) return { message: `Nothing opens this \`${token.text}\``, span: token.span };
      if (closing[last.text] !== token.text)
        return { message: `This \`${last.text}\` has no \`${closing[last.text] ?? ''}\``, span: last.span };
    }
  }
  const last = open.at(-1);
  return last && { message: `This \`${last.text}\` has no \`${closing[last.text] ?? ''}\``, span: last.span };
}
