package rulebook.oracle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.IndexSettingProvider;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.xpack.core.ilm.LifecycleSettings;

/** The plugin as version 8.19 asks for it. */
public final class OraclePlugin extends ServerParts {
  @Override
  public List<Setting<?>> getSettings() {
    List<Setting<?>> settings = new ArrayList<>(super.getSettings());
    settings.add(LifecycleSettings.LIFECYCLE_SKIP_SETTING);
    return settings;
  }

  /** A key is answered when a search finds it, so the index of security is refreshed more often than once a second. */
  @Override
  public Collection<IndexSettingProvider> getAdditionalIndexSettingProviders(IndexSettingProvider.Parameters parameters) {
    Settings often = Settings.builder().put("index.refresh_interval", "20ms").build();
    return List.of(
        (name, dataStream, mode, metadata, resolved, settings, mappings) ->
            name.startsWith(".security") ? often : Settings.EMPTY);
  }

  @Override
  public Collection<RestHandler> getRestHandlers(
      Settings settings,
      NamedWriteableRegistry registry,
      RestController controller,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexSettings,
      SettingsFilter filter,
      IndexNameExpressionResolver resolver,
      Supplier<DiscoveryNodes> nodes,
      Predicate<NodeFeature> features) {
    return handlers();
  }
}
