import type { Need } from '@rulebook/catalogue/need';
import { visibleLine } from '@rulebook/text/visible';
import type { RequestNeed } from './request-needs';

/** More names are counted. */
const maxNamed = 5;

/** Returns what an operation or a request needs as one sentence, Markdown. */
export function needSentence(need: Need | RequestNeed): string {
  const sentence = `${mainClause(need)}${placeOfNeed(need)}.`;
  const condition = need.condition ?? ('where' in need ? need.where?.text : undefined);
  const text =
    condition === undefined ? sentence : `If ${condition}, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Returns a sentence where no right is listed: none is needed, or that is not published; empty where some are. */
export function noNeedsSentence(needs: readonly Need[] | readonly RequestNeed[] | undefined): string {
  if (needs === undefined) return 'Which rights it needs is not published.';
  return needs.length === 0 ? 'It needs no rights.' : '';
}

function mainClause(need: Need | RequestNeed): string {
  const { kind, names, titles = names, access } = need;
  switch (kind) {
    case 'permission':
      return `A fine-grained token needs the permission ${inList(titles)}${access === undefined ? '' : ` with ${code(access)} access`}`;
    case 'scope':
      return `A classic token needs the scope ${inList(names)}`;
    case 'role':
      return `The user must be ${names.map(describeRole).join(' or ')}`;
    default:
      return `${remoteOf(need)}the caller needs the ${kind} privilege ${inList(names)}`;
  }
}

/** Returns a role such as `admin of repository` in words. */
function describeRole(name: string): string {
  const [role = '', thing = ''] = name.split(' of ');
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}${thing === '' ? '' : ` of the ${thing}`}`;
}

function remoteOf({ remote }: Need | RequestNeed): string {
  if (remote === undefined) return '';
  return typeof remote === 'string' && remote !== ''
    ? `on the remote cluster ${code(remote)}, `
    : 'on the remote cluster, ';
}

function placeOfNeed(need: Need | RequestNeed): string {
  if (!('target' in need) || need.on.length === 0) return '';
  const shown = need.on.slice(0, maxNamed);
  const more = need.on.length - shown.length;
  const list = more > 0 ? `${shown.map(code).join(', ')} and ${more} more` : inList(shown, 'and');
  // The role names the thing: "an admin of the repository `octocat/hello-world`".
  if (need.kind === 'role' && need.names.length === 1) return ` ${list}`;
  return ` ${need.kind === 'role' || need.target === 'index' ? 'on' : 'for'} ${list}`;
}

function inList(names: readonly string[], conjunction = 'or'): string {
  const quoted = names.map(code);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} ${conjunction} ${quoted[quoted.length - 1] ?? ''}`;
}

function code(name: string): string {
  return `\`${visibleLine(name).replace(/`/g, '')}\``;
}
