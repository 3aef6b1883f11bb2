import type { Version } from '@rulebook/catalogue/facts';
import type { ShownProduct } from '@rulebook/catalogue/identity';
import { readVersion } from '@rulebook/checker/binding/target';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { fieldOf, jsonIn, judgeAnswer } from './judge-answer';
import type { KnownExchange, SeenExchange } from './model';

/** Returns the product and the version, in two numbers, that responses show. */
export function releaseSeen(
  products: readonly ShownProduct[],
  exchanges: readonly SeenExchange[],
): { readonly vendor?: string; readonly version?: Version } {
  for (const { request, response } of exchanges) {
    if (!/^\/?(?:\?|$)/.test(request.target)) continue;
    const value = jsonIn(response.body);
    for (const { vendor, body } of products) {
      if (body === undefined || valueAt(value, body.at) !== body.value) continue;
      const version = readVersion(String(valueAt(value, body.version)));
      return { vendor, ...(version !== undefined && { version }) };
    }
  }
  const byHeader = products.find(({ header }) =>
    exchanges.some(({ response }) => header !== undefined && fieldOf(response, header.name) === header.value),
  );
  return byHeader === undefined ? {} : { vendor: byHeader.vendor };
}

/** Returns whether a response is one of the operation that its request seems to call. */
export function wellKnown(exchange: KnownExchange): boolean {
  const found = judgeAnswer(exchange);
  return !('unjudged' in found) && found.every(({ level }) => level !== 'breaking');
}
