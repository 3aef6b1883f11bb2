/** One line of what an editor shows of the sandbox, with the lines below it. Plain JSON, so that the editor knows no service. */
export interface ViewItem {
  /** Unique in the view, and the same as long as it means the same thing, so that an opened branch stays open. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** The name of one of the editor's icons. */
  readonly icon: string;
  readonly children?: readonly ViewItem[];
  /** What "Copy ID" copies: a name that requests use. */
  readonly copies?: string;
  /** The endpoint of a server, for the line of the server. */
  readonly endpoint?: string;
  /** What it is among the resources of its service: a list, or with its names a resource. */
  readonly resource?: ViewResource;
  /** Set for a delivery, which can be shown and sent again. */
  readonly delivery?: ViewDelivery;
}

/** A list of the resources of a service by its id, and the names of the resource in it; a list has none. */
interface ViewResource {
  readonly group: string;
  readonly names?: Readonly<Record<string, string>>;
}

/** What can be done with a delivery. */
export interface ViewDelivery {
  /** The title of what is shown: "Delivery 7". */
  readonly title: string;
  /** The endpoint of the server that sent it. */
  readonly endpoint: string;
  /** The path of the POST request to that server that sends it again. */
  readonly again: string;
}

/** Events that can be raised at a server, as an editor offers them. */
export interface ViewEvents {
  /** The endpoint of the server. */
  readonly endpoint: string;
  /** The names of the events, with a sentence about each; the usual ones come first. */
  readonly choices: readonly { readonly name: string; readonly summary: string }[];
  /** What an event happens to: the member of the control request that names it, what it is called, and the names that there are. */
  readonly subject: { readonly member: string; readonly noun: string; readonly names: readonly string[] };
  /** What a receiver of events is called: "webhook". */
  readonly receiver: string;
}

/** What an editor shows of a sandbox. */
export interface SandboxView {
  readonly items: readonly ViewItem[];
  readonly events: readonly ViewEvents[];
}

/** Returns an item with its children and their number; the editor draws an arrow in front of it when there are some. */
export function groupItem(
  id: string,
  label: string,
  icon: string,
  children: readonly ViewItem[],
  group?: string,
): ViewItem {
  const description = children.length === 0 ? 'none' : String(children.length);
  return {
    ...{ id, label, description, icon },
    ...(children.length > 0 && { children }),
    ...(group !== undefined && { resource: { group } }),
  };
}

/** Returns what follows a label: the notes that are not empty, the most important first, since the view is narrow. */
export function notesText(...notes: readonly (string | undefined)[]): string {
  return notes.filter((note) => note !== undefined && note !== '').join(' · ');
}

/** Returns a time as the view shows it; `milliseconds` since 1970. */
export function timeText(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? 'unknown' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
