import { isText, listForm, mapOf, optional } from '@rulebook/sandbox/control/form';
import type { SandboxPart } from '@rulebook/sandbox/part';
import { roleDescriptorOf } from '@rulebook/checker/privileges/role-descriptor';
import { encodeBase64 } from '@rulebook/text/base64';
import { searchCluster } from '@rulebook/search-cluster/facts/service';
import { changeOfClusters } from './change';
import { failure, withProductHeader } from './cluster/responses';
import { createClusterPair, stepCluster } from './cluster/cluster';
import { inPlainKind } from './cluster/media-type';
import type { ClusterName, ClusterPair } from './cluster/model';
import { exportClusters, importClusters } from './export';
import type { ExportedClusters } from './exported';
import { isClusters, isUser } from './form';
import { view } from './view';

const usualProduct = searchCluster.shownProducts?.find(({ isUsual }) => isUsual)?.vendor;

/** The search cluster in the sandbox: two clusters, of which each has the other one as its remote cluster. */
export const part: SandboxPart<ClusterPair> = {
  service: searchCluster,
  member: 'clusters',
  credential: 'clusterCredential',
  seedForms: {
    pathRepo: optional(listForm(isText)),
    allowedUrls: optional(listForm(isText)),
    clusterVersion: optional(isText),
    clusterProduct: optional(isText),
    clusterUsers: optional(mapOf(isUser)),
  },
  longestBody: 100 * 1024 * 1024,
  holders: (holders) => ({
    seed: {
      clusterUsers: Object.fromEntries(
        holders.map(({ name, rights }) => [
          name,
          { password: name, roles: { [name]: { ...roleDescriptorOf({ rights }) } } },
        ]),
      ),
    },
    credentialOf: (name) => `Basic ${encodeBase64(`${name}:${name}`)}`,
  }),
  examplePath: '/_security/*',
  create: ({ clusterCredential, clusterUsers }) => createClusterPair(clusterCredential, clusterUsers),
  adopt: ({ cluster, leader }, { clusterCredential }) => ({
    cluster: { ...cluster, bootstrap: clusterCredential },
    leader: { ...leader, bootstrap: clusterCredential },
  }),
  step: (clusters, { server, request, input, check, seed, service }) =>
    stepCluster(clusters, server as ClusterName, request, { ...input, nodeSettings: { ...seed, service } }, check),
  failure: (status, reason, type, { clusterProduct = usualProduct } = {}) => {
    const response = inPlainKind(failure(status, type, [{ reason }]));
    return clusterProduct === usualProduct ? withProductHeader(response) : response;
  },
  view,
  form: isClusters,
  exported: exportClusters,
  imported: (exported) => importClusters(exported as ExportedClusters),
  change: changeOfClusters,
};
