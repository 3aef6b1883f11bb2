/** A proxy that does not pass a connection on. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';

  /** `status` is the status with which an HTTP proxy responded; absent for SOCKS, where `reason` is a part of a sentence. */
  constructor(
    readonly status: number | undefined,
    readonly reason = '',
  ) {
    super('The proxy refused the connection.');
  }
}
