import type { Service } from '@rulebook/catalogue/service';
import type { WireRequest, WireResponse } from '@rulebook/sandbox/model';
import { perRequest } from '@rulebook/sandbox/remember-requests';
import { headerValue } from '@rulebook/sandbox/wire';
import type { Edition } from './edition';
import { perObject } from '@rulebook/text/structures/memo';

/** Returns the media type of a body if the service does not read bodies in it. */
export function unreadableType({ bodyMediaTypes }: Service, request: WireRequest): string | undefined {
  if (bodyMediaTypes === undefined || request.body === '') return undefined;
  const written = headerValue(request, 'content-type');
  if (written === undefined) return undefined;
  const [type = ''] = normalized(written).split(';');
  const isRead = bodyMediaTypes.types.includes(type) || /[+/](?:x-ndjson|json|yaml|cbor|smile)$/.test(type);
  return isRead ? undefined : written;
}

/** Returns the media type of a body that is of another vendor's product than the played one. */
export function typeOfOtherProduct({ product }: Edition, request: WireRequest): string | undefined {
  if (product === undefined || request.body === '') return undefined;
  const written = headerValue(request, 'content-type');
  return written !== undefined && compatible.test(normalized(written)) ? written : undefined;
}

/** Returns why the servers cannot be compatible with a version that a media type names: they are with their own one and the one before. */
export function incompatibleType({ version, product }: Edition, request: WireRequest): string | undefined {
  if (product !== undefined) return undefined;
  const own = Number(version.split('.')[0]);
  for (const name of ['accept', ...(request.body === '' ? [] : ['content-type'])]) {
    const [, asked] = compatible.exec(normalized(headerValue(request, name) ?? '')) ?? [];
    if (asked === undefined || [own, own - 1].includes(Number(asked))) continue;
    return `The header field [${name}] asks for version [${asked}]; this server is compatible with [${String(own)}] and [${String(own - 1)}].`;
  }
  return undefined;
}

/** A media type of a vendor with the version with which it is to be compatible. */
const compatible = /\/vnd\.[\w-]+\+[\w-]+;compatible-with=(\d+)/;

/** Returns whether only one of both media types names the version with which it is to be compatible. */
export function isVersionOpen(request: WireRequest): boolean {
  const [body, wanted] = ['content-type', 'accept'].map((name) => normalized(headerValue(request, name) ?? ''));
  const names = (type = ''): boolean => type.includes('compatible-with=');
  return request.body !== '' && names(body) && !names(wanted);
}

/** Returns the response with the service's media type that the caller accepts; otherwise it stays plain JSON. */
export function inKind(service: Service, request: WireRequest, response: WireResponse): WireResponse {
  const wanted = response.body === '' ? undefined : wantedBy(service)(request);
  if (wanted === undefined) return response;
  const headers = response.headers.map(([name, value]) =>
    name === 'Content-Type' && value.startsWith('application/json')
      ? ([name, wanted] as const)
      : ([name, value] as const),
  );
  return { ...response, headers };
}

const wantedBy = perObject((service: Service) => {
  const own = ownTypes(service);
  return perRequest((request) => {
    const accepted = headerValue(request, 'accept')?.split(',') ?? [];
    return accepted.map(normalized).find((type) => own.includes(type));
  });
});

/** Returns the vendor's media types for JSON that the service documents for responses. */
function ownTypes(service: Service): readonly string[] {
  const accept = service.headers.find(({ name }) => name === 'Accept')?.shape;
  const listed = accept?.type === 'string' ? (accept.values?.values ?? []) : [];
  return listed.map(({ value }) => normalized(String(value))).filter((type) => type.includes('+json'));
}

function normalized(type: string): string {
  return type.replaceAll(/\s/g, '').toLowerCase();
}
