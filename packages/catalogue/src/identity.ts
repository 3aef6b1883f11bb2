import type { ServiceId } from './facts';
import type { PayloadSignature } from './resources';

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

/** The official client of a service for JavaScript, as far as a request is copied as a call of it. */
export interface OfficialClient {
  /** What people call it: "Octokit". */
  readonly title: string;
  readonly package: string;
  readonly className: string;
  /** The usual name of the variable that holds it. */
  readonly variable: string;
  /** The option with the base URL. */
  readonly baseUrl: string;
  /** The option `auth` by the scheme of `Authorization` in lower case; `$` stands for the credential. */
  readonly auth: Readonly<Record<string, string>>;
  /** The expression whose members are the named methods: `octokit.rest`. */
  readonly methods: string;
  /** `route`: `request('GET /a/{b}', { b })`; `transport`: `transport.request({ method, path, body })`. */
  readonly style: 'route' | 'transport';
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

/** An option of the command line that a service adds. */
export interface PlayedOption {
  /** As the help shows it: `--repository <owner/repo>`. */
  readonly flags: string;
  readonly summary: string;
}

/** An option of `rulebook sandbox`. It may be repeated; its values are the list of a member of the seed. */
export interface StartOption extends PlayedOption {
  /** The heading of the help under which it is. */
  readonly group: 'State' | 'Behaviour';
  /** The member of the seed. */
  readonly member: string;
  /**
   * What the values are. Names are added to those of a seed and of a kept state. Folders exist, and addresses are patterns; only the options of
   * a start say which of them the sandbox may use, never a file. A word is one value, of which the last counts, and is set at each start, too.
   */
  readonly takes: 'names' | 'folders' | 'addresses' | 'word';
  /** Of names: the parameters of paths that they are made of, `{owner}/{repo}`. */
  readonly ofPath?: string;
  /** Set if the requests to its servers are checked as those of an endpoint with this. */
  readonly target?: 'version' | 'vendor';
  /** What a name looks like: a source of a regular expression, and what to say of others: "a repository name; use owner/repo". */
  readonly form?: { readonly pattern: RegExp; readonly advice: string };
  /** Of folders: what those that the sandbox makes for itself without the option hold, for example `repositories`. Absent: it makes none. */
  readonly own?: string;
}

/** An option of `rulebook event`: a member of the control request that raises the event. */
export interface EventOption extends PlayedOption {
  readonly member: string;
  /** The value is the JSON of a file. Absent: it is the text of the option. */
  readonly isFile?: true;
}

/** The events that can be raised at a server of the sandbox. */
export interface PlayedEvents {
  /** What an event happens to: the member of the control request that names it, and what it is called. */
  readonly subject: { readonly member: string; readonly noun: string };
  /** What a receiver of events is called: "webhook". */
  readonly receiver: string;
  /** Names of usual events, for the help. */
  readonly usual: readonly string[];
  readonly options: readonly EventOption[];
}

/** A file to begin with, which editors offer. Its text is in `templates/`, under the id. */
export interface ServiceTemplate {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Set for the JSON of a body; absent for a request file. */
  readonly isBody?: true;
}

/** An ending of file names that says which request a JSON file is the body of. */
export interface BodyFileName {
  /** For example `.webhook.json`. A file that is named only so, `webhook.json`, counts as well. */
  readonly suffix: string;
  /** The file must have one of these keys. Absent: any file of the name. */
  readonly holds?: readonly string[];
  /** What a file must have one of that is named only so, where other programs use such a name. Absent: as `holds`. */
  readonly bareHolds?: readonly string[];
  readonly method: string;
  readonly target: string;
  /** A JSON pointer to the part of the body that the file holds; empty: all of it. */
  readonly at: string;
  /** The file says what a credential may do: so does one of another name that an endpoint names. */
  readonly isOfRights?: true;
}

/** What is known of a service without its operations. The client has it too, which does not hold the catalogue. */
export interface ServiceIdentity {
  readonly id: ServiceId;
  /** What people call it, for example `Search cluster`. */
  readonly title: string;
  /** The products that people know it by, where they look for them. */
  readonly products?: string;
  /** It answers a request without a credential as if nothing was there, so that no status says that one is needed. */
  readonly hidesFromStrangers?: true;
  /** It counts the requests of each user, and refuses more than a certain number; so none is sent that the user did not ask for. */
  readonly isMetered?: true;
  /** It is described by the folder, so what a request does there is not known for certain. */
  readonly isOwn?: true;
  /** Absent: requests are not copied as calls of a client. */
  readonly client?: OfficialClient;
  /** The servers of the sandbox that play it. Absent: the sandbox does not play it. */
  readonly servers?: readonly PlayedServer[];
  /** Options of `rulebook sandbox` that it adds. */
  readonly startOptions?: readonly StartOption[];
  readonly templates?: readonly ServiceTemplate[];
  /** File names that say which request they are the body of; the first that fits counts. */
  readonly bodyFiles?: readonly BodyFileName[];
  /** The header fields that sign what it sends. Absent: it signs nothing. */
  readonly signatures?: readonly PayloadSignature[];
  /** Names that each of its vendors writes in its own way. Absent: there are none. */
  readonly vendorNames?: VendorNames;
  /** How responses show which product has answered. Absent: there is one product. */
  readonly shownProducts?: readonly ShownProduct[];
}

/** A product that serves an interface, and what shows in a response that it does. */
export interface ShownProduct {
  /** The value of `vendor` of its endpoints. */
  readonly vendor: string;
  readonly title: string;
  /** What it is called in short, as in `es@9.5`. */
  readonly short?: string;
  /** An endpoint that names no vendor is taken for it. */
  readonly isUsual?: true;
  /** A header field of its responses; the name in lower case. */
  readonly header?: { readonly name: string; readonly value: string };
  /** Where the response to a request of the root says it, and its version. */
  readonly body?: { readonly at: readonly string[]; readonly value: string; readonly version: readonly string[] };
}
