/** The options of `rulebook record`. */
export interface RecordOptions {
  /** The URL of the service, or an endpoint of rulebook.json. */
  readonly to: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly service?: string;
  /** The request file; the recording is next to it. */
  readonly output: string;
  /** In seconds. */
  readonly for?: number;
  /** It ends after so many exchanges. */
  readonly count?: number;
  readonly parentPid?: number;
  /** The most bytes of a body that are kept. */
  readonly maxBody?: number;
  readonly cacert?: string;
  readonly insecure?: boolean;
  /** `--no-asserts` makes it false. */
  readonly asserts: boolean;
  readonly json?: boolean;
}
