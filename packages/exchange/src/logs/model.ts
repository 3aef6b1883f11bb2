import { isRecord } from '@rulebook/json/is-record';

/** The request in a line of a log. */
export interface LoggedRequest {
  readonly method: string;
  /** Begins with a slash; with its query. */
  readonly target: string;
  /** Empty: the log has none. */
  readonly body: string;
  /** The id of the request, where several lines may be about one. */
  readonly id?: string;
  /** The path of what was there when the server answered, such as `/orders`. Absent: the log does not say. */
  readonly of?: string;
}

/** What a line of a log holds: a request, something else that the log has, or nothing that is understood. */
export type LogLine =
  | { readonly kind: 'request'; readonly request: LoggedRequest }
  | { readonly kind: 'other' }
  | { readonly kind: 'unread'; readonly reason: UnreadReason };

/** Why a line is not understood: it is not whole, the server has cut the request in it, or it is of another form. */
export type UnreadReason = 'cut' | 'shortened' | 'form';

/** The members of a line in JSON. */
export type LogMembers = Readonly<Record<string, unknown>>;

/** A line about something else. */
export const otherLine: LogLine = { kind: 'other' };
/** A line that is not understood. */
export const unreadLine: LogLine = { kind: 'unread', reason: 'form' };
/** A line whose request the server has cut, as it does with long ones. */
export const shortenedLine: LogLine = { kind: 'unread', reason: 'shortened' };

/** Returns a member that is a string; `a.b` is a member of this name, or one in an object, as programs that ship logs write it. */
export function textOfMember(members: LogMembers, name: string): string | undefined {
  if (Object.hasOwn(members, name)) {
    const value = members[name];
    return typeof value === 'string' ? value : undefined;
  }
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  const first = name.slice(0, dot);
  const inner = Object.hasOwn(members, first) ? members[first] : undefined;
  return isRecord(inner) ? textOfMember(inner, name.slice(dot + 1)) : undefined;
}

/** Returns the first of several members that is a string. */
export function firstText(members: LogMembers, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textOfMember(members, name);
    if (text !== undefined) return text;
  }
  return undefined;
}
