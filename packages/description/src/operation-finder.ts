import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';

/** What finds an operation of a service by its method and the form of its path. */
type Finder = (method: string, path: string) => Operation | undefined;

// A finder belongs to one object, not to what it says: a copy of a service may have other operations.
const finders = new WeakMap<Service, Finder>();

/** Says how operations of a service are found one by one. */
export function addFinder(service: Service, finder: Finder): void {
  finders.set(service, finder);
}

/** Returns what finds operations of a described service one by one; undefined where all of them have to be looked at. */
export function finderOf(service: Service): Finder | undefined {
  return finders.get(service);
}
