/** Names by which requests reach a resource, such as `repository`. */
export type ResourceNames = Readonly<Record<string, string>>;

/**
 * A request of the view of resources. `{name}` in its path and in its body stands for a name of the resource, or of one that it is in.
 */
export interface ResourceRequest {
  readonly method: string;
  readonly path: string;
  /** Text behind the head, as a request file has it. */
  readonly body?: string;
}

/** A request of the view as a service states it: an operation of its catalogue, which has the method and the path. */
interface OperationRequest {
  /** The id of the operation, without the service. */
  readonly operation: string;
  /** What takes the place of a parameter of the path: `_all`, or a variable that the user fills in. */
  readonly names?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: string;
}

/** How a service states a request: by its operation, or by its path where only the published description has the operation. */
export type StatedRequest = OperationRequest | ResourceRequest;

/** A request that is offered for a resource, or for a list of them. */
export type ResourceAction<Request = ResourceRequest> = Request & { readonly title: string };

/**
 * A text about a resource. `{member}` stands for a member of it, where a point leads into an object: `{config.url}`; `{$key}` for its key in
 * an object of resources, `{$lag}` for its measure. `|time` behind the name makes a date of milliseconds. The text of which a member is absent
 * is left out.
 */
export interface ResourceText {
  readonly text: string;
  /** Shown only where the member has this value. */
  readonly when?: { readonly member: string; readonly is: string | number | boolean };
}

/** How far something is behind: a sum of differences over the members of a list. */
export interface ResourceMeasure {
  /** The path of the list in the resource. */
  readonly over: readonly string[];
  readonly ahead: string;
  readonly behind: string;
}

/** How the sender of a delivery signs its payload. */
export interface PayloadSignature {
  readonly header: string;
  readonly hash: 'sha1' | 'sha256';
  readonly prefix: string;
}

/** The members of a delivery, for a table and its timeline. */
export interface DeliveryTable<Request = ResourceRequest> {
  readonly columns: Readonly<
    Record<'id' | 'status' | 'code' | 'event' | 'action' | 'duration' | 'time' | 'redelivery', string>
  >;
  /** Reads one with its request and response. */
  readonly details: Request;
  /** Sends one once more. */
  readonly again: Request;
  readonly signatures: readonly PayloadSignature[];
}

/** What a resource of a list shows. */
export interface ResourceItem<Request = ResourceRequest> {
  /** An icon of the editor. */
  readonly icon: string;
  readonly label: string;
  /** Behind the label, separated. */
  readonly description?: readonly ResourceText[];
  /** The names that requests take from it, by the member that they are in. */
  readonly names: Readonly<Record<string, string>>;
  readonly measure?: ResourceMeasure;
  /** Reads it alone. */
  readonly opens?: Request;
  readonly actions?: readonly ResourceAction<Request>[];
  readonly groups?: readonly ResourceGroup<Request>[];
}

/** Resources that the service does not list: the user names them, or an open request file does. */
interface NamedResources {
  /** What one is called: `repository`. */
  readonly noun: string;
  /** What is entered: `{owner}/{repo}`. It is also the label. */
  readonly form: string;
  /** How requests name one. */
  readonly path: string;
}

/** A list of resources. */
export interface ResourceGroup<Request = ResourceRequest> {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  /** Either the request that lists them, or how they are named. */
  readonly source:
    | {
        readonly request: Request;
        /** Where the list is in the response; empty: the response is it. An object is a list of its members' values by their keys. */
        readonly at: readonly string[];
        /** A second request whose list knows more about the same resources; one that fails leaves the list as it is. */
        readonly neighbour?: {
          readonly request: Request;
          readonly at: readonly string[];
          /** The member that names the resource here, and there. */
          readonly member: string;
          readonly own: string;
        };
      }
    | { readonly named: NamedResources };
  readonly item: ResourceItem<Request>;
  readonly actions?: readonly ResourceAction<Request>[];
  readonly table?: DeliveryTable<Request>;
}
