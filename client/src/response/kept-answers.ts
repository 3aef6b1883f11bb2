import type { FoundSecret } from '../../../engine/src/index';

/** A response that is open in a tab, and what its document does not show. It stays in memory as long as its tab. */
export interface KeptAnswer {
  readonly text: string;
  /** The secrets of the response, in the order in which they appear masked in the text. */
  readonly secrets: readonly FoundSecret[];
  /** The body as received, for saving. */
  readonly body?: SavedBody;
}

/** A body that can be saved. */
export interface SavedBody {
  readonly bytes: Uint8Array;
  /** The file extension, without the dot. */
  readonly extension: string;
  readonly isWhole: boolean;
}

const kept = { answers: 20, bytes: 100 * 1024 * 1024 };

/** Keeps the responses in open tabs; of their bodies, the latest ones that together are not too large. */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();

  get(uri: string): KeptAnswer | undefined {
    return this.#answers.get(uri);
  }

  /** Returns the latest response with secrets. */
  lastWithSecrets(): KeptAnswer | undefined {
    return [...this.#answers.values()].reverse().find(({ secrets }) => secrets.length > 0);
  }

  /** Returns the latest response whose body can be saved. */
  lastWithBody(): KeptAnswer | undefined {
    return [...this.#answers.values()].reverse().find(({ body }) => body !== undefined);
  }

  set(uri: string, answer: KeptAnswer): void {
    this.#answers.delete(uri);
    this.#answers.set(uri, answer);
    for (const oldest of [...this.#answers.keys()].slice(0, -kept.answers)) this.#answers.delete(oldest);
    let size = 0;
    for (const [name, one] of [...this.#answers].reverse()) {
      size += one.body?.bytes.length ?? 0;
      if (size <= kept.bytes || one.body === undefined) continue;
      const { body: _body, ...rest } = one;
      this.#answers.set(name, rest);
    }
  }

  delete(uri: string): void {
    this.#answers.delete(uri);
  }
}
