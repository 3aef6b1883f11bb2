import type { Binding } from '../../binding/model';
import { inVendorTerms, neutralHeaderName, vendorIn } from '../../binding/vendor-name';
import type { Block } from '../../syntax/model';
import type { Fix } from '../rule';
import { hasCredentialInUrl, isCredentialField, standsAlone } from '../support/authorization';
import { quoted } from '../support/wording';
import type { BlockSummary, LoneRequest, MissingHeader } from './summary';

/** Returns what a request without an endpoint omits; undefined for any other request, and if nothing is missing. */
export function loneRequestOf(block: Block, binding: Binding): LoneRequest | undefined {
  const { service, operation, request } = binding;
  if (service === undefined || operation === undefined || block.association !== undefined) return undefined;
  // A variable in the head may be any field.
  if (!standsAlone(binding) || request.headVariables !== undefined) return undefined;
  const host = (request.target.origin?.text ?? '').toLowerCase().replace(/^[a-z]+:\/\/(?:[^/@]*@)?/, '');
  const written = request.headers.map(({ name }) => neutralHeaderName(name.text, service.vendorNames).toLowerCase());
  const vendor = vendorOf(binding);
  const missing = service.headers.flatMap((field): readonly MissingHeader[] => {
    const isCredential = isCredentialField(field);
    if (field.absent === undefined || written.includes(field.name.toLowerCase())) return [];
    // A service on the local machine usually requires no credential.
    if (isCredential && (hasCredentialInUrl(binding) || isLoopback(host))) return [];
    const { message, severity, provenance } = field.absent;
    return [
      {
        name: field.name,
        isCredential,
        note: { message: inVendorTerms(message, vendor, service.vendorNames), severity, provenance },
      },
    ];
  });
  return missing.length === 0 ? undefined : { host, span: request.lineSpan, missing };
}

/** Returns the group of the requests to one host; a missing header field is reported at the first request. */
export function hostGroupOf({ lone }: BlockSummary): string | undefined {
  return lone === undefined ? undefined : `host ${lone.host}`;
}

/** Returns the fixes that add the header fields that are missing according to the message of the finding. */
export function missingHeaderFixes(message: string, binding: Binding): readonly Fix[] {
  const vendor = vendorOf(binding);
  const names = binding.service?.vendorNames;
  const { end } = binding.request.lineSpan;
  return (binding.service?.headers ?? [])
    .filter(({ absent }) => absent !== undefined && inVendorTerms(absent.message, vendor, names) === message)
    .map((field) => {
      const value = (field.default ?? field.example ?? '').replace(/^"|"$/g, '');
      const newText = inVendorTerms(`\n${field.name}: ${value}`, vendor, names);
      return {
        title: inVendorTerms(`Add ${quoted(field.name)}`, vendor, names),
        edits: [{ span: { start: end, end }, newText }],
        // The request is sent with more than before.
        isSafe: false,
      };
    });
}

function vendorOf({ request, vendor, service }: Binding): string | undefined {
  return vendorIn(request.headers, service?.vendorNames) ?? vendor;
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)(:\d+)?$/.test(host);
}
