/** The method of a request that opens a WebSocket connection, whatever it is called in the file. */
export const channelMethod = 'WEBSOCKET';

/** What a request with a WebSocket connection does next: it waits for messages, and sends one. The last step may only wait, and then close. */
export interface ChannelStep {
  /** So many further messages of the server have to arrive first. */
  readonly waits: number;
  /** Text, or pieces of text and bytes; what is not UTF-8 is a binary message. */
  readonly message?: string | readonly (string | Uint8Array)[];
}

/** A message that went over a WebSocket connection. */
export interface ChannelMessage {
  readonly direction: 'sent' | 'received';
  /** In milliseconds since 1970. */
  readonly time: number;
  /** The text; of a binary message, its bytes as base64. */
  readonly text: string;
  readonly isBinary?: true;
  /** In bytes. */
  readonly size: number;
}

/** What went over a WebSocket connection. */
export interface ChannelRecord {
  readonly messages: readonly ChannelMessage[];
  /** How many messages are not among them, since there were more than are kept. */
  readonly omitted?: number;
  /** How the server ended the connection; absent where this side did. */
  readonly close?: { readonly code: number; readonly reason: string };
}

/** An open WebSocket connection. */
export interface OpenChannel {
  /** Sends a text; returns whether the connection was still open. */
  readonly send: (text: string) => boolean;
  readonly close: () => void;
}
