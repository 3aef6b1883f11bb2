import type { Endpoint } from '@rulebook/checker/binding/model';
import type { Effect, RequestPlan } from '../plan/plan';
import type { PreparedRequest } from '../plan/prepared-request';
import type { Refusal } from '../refusal';
import type { PrivateSource } from '../private/private-sources';
import type { Way } from '../private/ways';

/** What is known about where private values may go, and who can be asked. */
export interface WayPorts {
  /** Returns whether the user allowed values of a source to go this way before, or for this run. */
  readonly isAllowed: (source: PrivateSource, way: Way, place: Endpoint | undefined) => boolean;
  /** Returns a folder behind links, since those of files are followed; the folder itself unless given. */
  readonly realFolder?: ((folder: string) => string) | undefined;
  /** Asks whether the values may go there, and remembers a "yes"; returns why the request is not sent instead. */
  readonly ask: (question: WayQuestion) => Promise<Refusal | undefined>;
}

/** Values that were not sent this way before. */
export interface WayQuestion {
  /** Each once. */
  readonly sources: readonly PrivateSource[];
  /** The sources in words. */
  readonly what: string;
  /** None of them need be in the request itself: a script has read them. */
  readonly isCarried?: true;
  readonly way: Way;
  readonly origin: string;
  /** The way and the origin for a message that someone else may read: without private values that are in the host. */
  readonly shown: { readonly way: string; readonly origin: string };
  /** The `Host` of the request, if it is not that of its URL. */
  readonly host?: string | undefined;
  /** The endpoint behind whose base URL the request goes. */
  readonly place: Endpoint | undefined;
}

/** A request that is judged: as it is sent, or with the names of variables in its path. */
export interface JudgedRequest {
  readonly method: string;
  readonly url: string;
  /** The endpoint that it goes to. */
  readonly place: Endpoint | undefined;
  readonly headers: PreparedRequest['headers'];
  readonly body: string;
}

/** What is known of a request by its parts. */
export interface Judgement {
  readonly operation?: string;
  /** The path template of the operation. */
  readonly template?: string;
  /** What it destroys. */
  readonly losses: readonly Effect[];
  /** What of these is destroyed by what is in its body. */
  readonly lossesOfBody: readonly Effect[];
}

/** Judges a request by the services that hold for its file; undefined where who knows them does not respond. */
export type Judge = (request: JudgedRequest) => Judgement | undefined | Promise<Judgement | undefined>;

/** Where requests go, and whether they may. */
export interface WaysPort {
  /** All known endpoints, since the value of a variable may lead to one of them. */
  readonly endpoints: readonly Endpoint[];
  /** Returns the endpoint for the path of a request. */
  readonly endpointOf: (plan: RequestPlan) => Endpoint | undefined;
  /** Where private values may go. */
  readonly privateWays: WayPorts;
  /** Returns why the request may not go to an endpoint, or elsewhere, whatever the user says; with the URL, and a `Host` that differs from it, as soon as they are filled in. */
  readonly forbid?: (place: Endpoint | undefined, url?: string, host?: string) => string | undefined;
  /** Judges the filled request; absent where no one knows the services. */
  readonly judge?: Judge | undefined;
}
