/** The request in a line of a log. */
export interface LoggedRequest {
  readonly method: string;
  /** Begins with a slash; with its query. */
  readonly target: string;
  /** Empty: the log has none. */
  readonly body: string;
  /** The id of the request, where several lines may be about one. */
  readonly id?: string;
}

/** What a line of a log holds: a request, something else that the log has, or nothing that is understood. */
export type LogLine =
  | { readonly kind: 'request'; readonly request: LoggedRequest }
  | { readonly kind: 'other' | 'unread' };

/** The members of a line in JSON. */
export type LogMembers = Readonly<Record<string, unknown>>;

/** A line about something else. */
export const otherLine: LogLine = { kind: 'other' };
/** A line that is not understood. */
export const unreadLine: LogLine = { kind: 'unread' };

/** Returns a member that is a string. */
export function textOfMember(members: LogMembers, name: string): string | undefined {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
