import type { Binding } from '../../binding/model';
import { inVendorTerms, neutralHeaderName, vendorIn } from '../../binding/vendor-name';
import type { Block } from '@rulebook/request-file/syntax/model';
import { editDistance } from '@rulebook/text/edit-distance';
import { isLoopbackHost } from '@rulebook/text/loopback-host';
import type { Finding, Fix, Report } from '../rule';
import { hasCredentialInUrl, isCredentialField, isAlone } from '../support/authorization';
import { changeTo } from '../support/change-to';
import { code, quoted } from '../support/wording';
import type { BlockSummary, LoneRequest, MissingHeader } from './summary';

/** Returns what a request without an endpoint omits; undefined for any other request, and if nothing is missing. */
export function loneRequestOf(block: Block, binding: Binding): LoneRequest | undefined {
  const { service, operation, request } = binding;
  if (service === undefined || operation === undefined || block.association !== undefined) return undefined;
  // A variable in the head may be any field.
  if (!isAlone(binding) || request.headVariables !== undefined) return undefined;
  const host = (request.target.origin?.text ?? '').toLowerCase().replace(/^[a-z]+:\/\/(?:[^/@]*@)?/, '');
  const written = request.headers.map(({ name }) => neutralHeaderName(name.text, service.vendorNames).toLowerCase());
  const vendor = vendorOf(binding);
  const missing = service.headers.flatMap((field): readonly MissingHeader[] => {
    const isCredential = isCredentialField(field);
    if (field.absent === undefined || written.includes(field.name.toLowerCase())) return [];
    // A service on the local machine usually requires no credential.
    if (isCredential && (hasCredentialInUrl(binding) || isLocal(host))) return [];
    const { message, severity, provenance } = field.absent;
    const meant = inVendorTerms(field.name, vendor, service.vendorNames);
    const misspelt = binding.unknownHeaders.find(({ name }) => isMisspelt(name.text, meant))?.name;
    const absent = inVendorTerms(message, vendor, service.vendorNames);
    return [
      {
        name: field.name,
        isCredential,
        note: {
          message: misspelt === undefined ? absent : `${misspeltMessage(misspelt.text, meant)} ${absent}`,
          // Who wrote the field wants it to be there.
          severity: misspelt === undefined ? severity : 'warning',
          provenance,
        },
        ...(misspelt && { misspelt: { span: misspelt.span, meant } }),
      },
    ];
  });
  return missing.length === 0 ? undefined : { host, span: request.lineSpan, missing };
}

/** A name with something in front of it, such as `X-Authorization`, is a field of its own. */
function isMisspelt(written: string, meant: string): boolean {
  const [name, other] = [written.toLowerCase(), meant.toLowerCase()];
  return name.length > 4 && !name.includes(other) && editDistance(name, other, 2) <= 2;
}

function misspeltMessage(written: string, meant: string): string {
  return `${code(written)} is not a known header field; did you mean ${code(meant)}?`;
}

/** Reports the missing header fields of one kind: each at the first request, and where one is misspelt at its name in each request. */
export function reportMissingHeaders(
  summaries: readonly BlockSummary[],
  report: (block: number, report: Report) => void,
  isWanted: (missing: MissingHeader) => boolean,
): void {
  const reported = new Set<string>();
  summaries.forEach(({ lone }, block) => {
    for (const missing of lone?.missing ?? []) {
      const { name, note, misspelt } = missing;
      if (lone === undefined || !isWanted(missing) || (misspelt === undefined && reported.has(name))) continue;
      if (misspelt === undefined) reported.add(name);
      report(block, { ...note, span: misspelt?.span ?? lone.span, isFixable: true });
    }
  });
}

/** Returns the group of the requests to one host; a missing header field is reported at the first request. */
export function hostGroupOf({ lone }: BlockSummary): string | undefined {
  return lone === undefined ? undefined : `host ${lone.host}`;
}

/** Returns the fixes that add the header fields that are missing according to the finding, or correct the name of the misspelt one. */
export function missingHeaderFixes({ message, span }: Finding, binding: Binding): readonly Fix[] {
  const vendor = vendorOf(binding);
  const misspelt = loneRequestOf(binding.block, binding)?.missing.find(
    (one) => one.misspelt?.span.start === span.start && one.note.message === message,
  )?.misspelt;
  if (misspelt !== undefined) return changeTo(misspelt.meant, misspelt.span);
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

/** Of this machine, or of what runs in containers on it. */
function isLocal(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return isLoopbackHost(name) || name === '0.0.0.0' || name === 'host.docker.internal';
}
