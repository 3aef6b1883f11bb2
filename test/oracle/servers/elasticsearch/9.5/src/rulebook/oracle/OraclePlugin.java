package rulebook.oracle;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.IndexSettingProvider;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.rest.RestHandler;

/** The plugin as version 9.5 asks for it. */
public final class OraclePlugin extends ServerParts {
  /** A key is answered when a search finds it, so the index of security is refreshed more often than once a second. */
  @Override
  public Collection<IndexSettingProvider> getAdditionalIndexSettingProviders(IndexSettingProvider.Parameters parameters) {
    return List.of(
        (name, dataStream, mode, metadata, resolved, settings, mappings, version, builder) -> {
          if (name.startsWith(".security")) builder.put("index.refresh_interval", "20ms");
        });
  }

  @Override
  public Collection<RestHandler> getRestHandlers(
      ActionPlugin.RestHandlersServices services,
      Supplier<DiscoveryNodes> nodes,
      Predicate<NodeFeature> features) {
    return handlers();
  }
}
