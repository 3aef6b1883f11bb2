import type { Service } from '@rulebook/catalogue/service';
import { withoutBasePath } from '../base-path';
import { readCall } from '../wire';
import type { KnownExchange, SeenExchange } from './model';

/** Returns the exchanges that are of operations of a service, below whose paths their targets are written, and how many are not. */
export function knownExchanges(
  service: Service,
  exchanges: readonly SeenExchange[],
): { readonly known: readonly KnownExchange[]; readonly others: number } {
  const known = exchanges.flatMap((exchange) => knownExchange(service, exchange) ?? []);
  return { known, others: exchanges.length - known.length };
}

/** Returns an exchange with its operation; undefined where the service has none for it. */
export function knownExchange(service: Service, exchange: SeenExchange): KnownExchange | undefined {
  const { request } = exchange;
  const method = request.method.toUpperCase();
  const asked = { ...request, method: method === 'HEAD' ? 'GET' : method };
  const found = [request.target, withoutBasePath(asked, service)].flatMap((target) => {
    const { match } = readCall({ ...asked, target }, service);
    return match.kind === 'operation' ? [{ target, operation: match.operation }] : [];
  })[0];
  return found && { ...exchange, request: { ...request, method, target: found.target }, operation: found.operation };
}

/** Returns the method by which an exchange names its operation; HEAD is what GET is without its body. */
export function methodOf({ request, operation: { methods } }: KnownExchange): string {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return methods.includes(method) ? method : (methods[0] ?? method);
}
