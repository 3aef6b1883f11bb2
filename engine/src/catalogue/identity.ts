import type { ServiceId } from './facts';

/** The names of header fields and media types that the document writes with a neutral word in the place of the vendor's name. */
export interface VendorNames {
  /** The neutral word, for example `vendor`: an endpoint of this vendor keeps the names of the document. */
  readonly neutral: string;
  /** How the header fields of the document begin, for example `X-Vendor-`. */
  readonly header: string;
  /** How a vendor's header fields begin: a source of a regular expression, which does not regard case. */
  readonly vendorHeader: string;
  /** The neutral part of media types, for example `vnd.vendor`. */
  readonly mediaType: string;
  /** Sources of regular expressions whose group is the vendor, in the name of a header field or in its value. */
  readonly shownBy: { readonly name: string; readonly value: string };
  /** How vendors spell their names in header fields, by the name in lower case. Others are written as the endpoint names them. */
  readonly spellings: Readonly<Record<string, string>>;
}

/** A server of the sandbox that plays a service. */
export interface PlayedServer {
  /** The name of the server in the sandbox's commands, for example `cluster`. */
  readonly name: string;
  /** The endpoint that leads to it where no configuration says otherwise. */
  readonly endpoint: string;
  /** What it is called among the others, without an article: "second search cluster". */
  readonly title: string;
  /** What it plays, with an article: "a search cluster". */
  readonly summary: string;
  /** Its port, counted from the sandbox's first one. */
  readonly portOffset: number;
  /** Set if events can be raised at it, as by `rulebook event`. */
  readonly events?: PlayedEvents;
  /** Requests that name no endpoint go to it where no configuration says otherwise. */
  readonly isDefault?: boolean;
}

/** The events that can be raised at a server of the sandbox. */
export interface PlayedEvents {
  /** What an event happens to: the member of the control request that names it, and what it is called. */
  readonly subject: { readonly member: string; readonly noun: string };
  /** What a receiver of events is called: "webhook". */
  readonly receiver: string;
}

/** An ending of file names that says which request a JSON file is the body of. */
export interface BodyFileName {
  /** For example `.webhook.json`. */
  readonly suffix: string;
  /** The file must have one of these keys. Absent: any file of the name. */
  readonly holds?: readonly string[];
  readonly method: string;
  readonly target: string;
  /** A JSON pointer to the part of the body that the file holds; empty: all of it. */
  readonly at: string;
}

/** What is known of a service without its operations. The client has it too, which does not hold the catalogue. */
export interface ServiceIdentity {
  readonly id: ServiceId;
  /** What people call it, for example `Search cluster`. */
  readonly title: string;
  /** The servers of the sandbox that play it. Absent: the sandbox does not play it. */
  readonly servers?: readonly PlayedServer[];
  /** File names that say which request they are the body of; the first that fits counts. */
  readonly bodyFiles?: readonly BodyFileName[];
  /** Names that each of its vendors writes in its own way. Absent: there are none. */
  readonly vendorNames?: VendorNames;
}
