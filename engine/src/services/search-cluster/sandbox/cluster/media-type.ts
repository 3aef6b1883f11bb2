import type { Service } from '../../../../catalogue/service';
import type { WireRequest, WireResponse } from '../../../../sandbox/model';
import { headerValue } from '../../../../sandbox/wire';

/** Returns the response with the service's media type that the caller accepts; otherwise it stays plain JSON. */
export function inKind(service: Service, request: WireRequest, response: WireResponse): WireResponse {
  const accepted = headerValue(request, 'accept');
  if (accepted === undefined || response.body === '') return response;
  const own = ownTypes(service);
  const wanted = accepted
    .split(',')
    .map(normalized)
    .find((type) => own.includes(type));
  if (wanted === undefined) return response;
  const headers = response.headers.map(([name, value]) =>
    name === 'Content-Type' && value.startsWith('application/json')
      ? ([name, wanted] as const)
      : ([name, value] as const),
  );
  return { ...response, headers };
}

/** Returns the vendor's media types for JSON that the service documents for responses. */
function ownTypes(service: Service): readonly string[] {
  const accept = service.headers.find(({ name }) => name === 'Accept')?.shape;
  const listed = accept?.type === 'string' ? (accept.values?.values ?? []) : [];
  return listed.map(({ value }) => normalized(String(value))).filter((type) => type.includes('+json'));
}

function normalized(type: string): string {
  return type.replaceAll(/\s/g, '').toLowerCase();
}
