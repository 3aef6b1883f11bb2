// What the view of responses shows, and what it says. The script of the view has the same types, so nothing here needs the editor.

/** Name and value. */
export type Field = readonly [name: string, value: string];

/** How text is coloured and folded. */
export type TextLanguage = 'json' | 'xml' | 'html' | 'javascript' | 'yaml' | 'plain';

/** A body as it is shown. */
export type BodyModel =
  | { readonly kind: 'none' }
  | { readonly kind: 'binary'; readonly text: string }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly language: TextLanguage;
      /** It is formatted, and can be shown as it came; or the other way round. */
      readonly form?: 'pretty' | 'raw';
      /** Only its beginning is shown; a sentence says how much. */
      readonly cut?: string;
      /** All of it can be shown, in pieces; its size, as a text. */
      readonly whole?: string;
    };

/** A piece of a body that is shown as a whole. */
export interface PieceModel {
  readonly text: string;
  readonly isLast: boolean;
  /** How much is shown, as a sentence. */
  readonly said: string;
}

/** A cookie that the response sets. */
export interface CookieModel {
  readonly name: string;
  readonly value: string;
  /** The attributes as they were written, such as `Path=/`. */
  readonly attributes: readonly string[];
}

/** A test, or an assert. */
export interface TestModel {
  readonly outcome: 'passed' | 'failed' | 'unevaluated';
  readonly name: string;
  /** Why it failed; empty when it did not. */
  readonly message: string;
}

/** Something that the user can do, named by a command or by a number of the moment. */
export interface ActionModel {
  readonly id: string;
  readonly label: string;
  /** The main one. */
  readonly isFirst?: true;
  /** It is in the menu of the others. */
  readonly isFurther?: true;
}

/** An array of objects. */
export interface TableModel {
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
}

/** The events of a stream, the latest of them. */
export interface EventsModel {
  readonly events: readonly {
    readonly name: string;
    readonly data: string;
    /** The time of day at which it came; absent where that is not known. */
    readonly time?: string;
  }[];
  readonly total: number;
  /** The text that a chat has added so far. */
  readonly said?: string;
}

/** How a response is looked at as what it is. */
export type PreviewModel =
  | { readonly kind: 'image'; readonly address: string; readonly alternative: string }
  | { readonly kind: 'html'; readonly content: string };

/** A response. Secrets are masked, unless the user wanted to see them. */
export interface AnsweredModel {
  readonly kind: 'answered';
  readonly uri: string;
  readonly label: string;
  readonly status: number;
  readonly statusText: string;
  readonly method: string;
  readonly url: string;
  /** The environment or the endpoint. */
  readonly place?: string;
  readonly isProtected: boolean;
  readonly duration: string;
  readonly size: string;
  /** When it came, in milliseconds since 1970: after a reload, the history knows it by that. */
  readonly time: number;
  /** Sentences about how it came, where it was written, and what it lacked. */
  readonly notes: readonly string[];
  readonly body: BodyModel;
  readonly headers: readonly Field[];
  readonly cookies: readonly CookieModel[];
  readonly tests: readonly TestModel[];
  /** The lines that scripts wrote. */
  readonly log: readonly string[];
  /** HTML of the extension's own about times, ways and the request as it was sent. */
  readonly details: string;
  readonly preview?: PreviewModel;
  readonly table?: TableModel;
  readonly events?: EventsModel;
  /** The names of the secrets that are masked. */
  readonly secrets: readonly string[];
  readonly isRevealed: boolean;
  readonly actions: readonly ActionModel[];
}

/** A request that is being sent, or whose response arrives. */
export interface RunningModel {
  readonly kind: 'running';
  readonly uri: string;
  readonly label: string;
  /** Milliseconds since then count, since 1970. */
  readonly since: number;
  /** What has arrived; absent before the first piece. */
  readonly text?: string;
  readonly events?: EventsModel;
  /** Messages can be sent over the connection. */
  readonly isOpen?: true;
}

/** There is no response. */
export interface FailedModel {
  readonly kind: 'failed';
  readonly uri: string;
  readonly label: string;
  readonly message: string;
  readonly actions: readonly ActionModel[];
}

export type ViewModel = AnsweredModel | RunningModel | FailedModel;

/** A request of the same run; choosing it shows its response. */
export interface StripEntry {
  readonly uri: string;
  readonly label: string;
  readonly hasFailed: boolean;
}

/** What the view receives. */
export type ToView =
  | { readonly kind: 'show'; readonly model: ViewModel; readonly strip: readonly StripEntry[] }
  /** Another part of the response is chosen. */
  | { readonly kind: 'part'; readonly part: string }
  /** The next piece of a whole body, which the view has asked for; the first one replaces what is shown. */
  | ({ readonly kind: 'piece'; readonly uri: string; readonly isFirst: boolean } & PieceModel)
  /** The lines in which a response differs from its description. */
  | { readonly kind: 'findings'; readonly uri: string; readonly findings: readonly string[] };

/** What the view says. */
export type FromView =
  | { readonly kind: 'ready' }
  /** It wants the first piece of the whole body, or the next one. */
  | { readonly kind: 'piece'; readonly uri: string; readonly isFirst: boolean }
  | { readonly kind: 'do'; readonly uri: string; readonly id: string }
  | { readonly kind: 'choose'; readonly uri: string }
  | { readonly kind: 'reveal'; readonly uri: string; readonly isRevealed: boolean }
  | { readonly kind: 'secret'; readonly uri: string; readonly index: number; readonly keeps: boolean }
  | { readonly kind: 'send'; readonly uri: string; readonly text: string }
  | { readonly kind: 'copy'; readonly text: string };

/** The words of the view, in the language of the editor. */
export type ViewWords = Readonly<Record<string, string>>;
