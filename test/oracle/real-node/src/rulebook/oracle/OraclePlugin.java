package rulebook.oracle;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.IndexSettingProvider;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;

/**
 * What the node needs of modules that no repository of jars serves: the parts of an analyzer that templates of security use, by the classes of
 * Lucene, and the reading of replication requests, by the classes of the product.
 */
public final class OraclePlugin extends Plugin implements AnalysisPlugin, ActionPlugin {
  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(
        "pattern_capture",
        AnalysisPlugin.requiresAnalysisSettings(
            (index, environment, name, settings) ->
                filter(
                    name,
                    stream ->
                        new PatternCaptureGroupTokenFilter(
                            stream,
                            settings.getAsBoolean("preserve_original", true),
                            settings.getAsList("patterns").stream()
                                .map(Pattern::compile)
                                .toArray(Pattern[]::new)))),
        "unique",
        (index, environment, name, settings) -> filter(name, RemoveDuplicatesTokenFilter::new));
  }

  private static TokenFilterFactory filter(
      String name, UnaryOperator<TokenStream> make) {
    return new TokenFilterFactory() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public TokenStream create(TokenStream stream) {
        return make.apply(stream);
      }
    };
  }

  @Override
  public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
    return Map.of(
        "uax_url_email",
        (index, environment, name, settings) -> TokenizerFactory.newFactory(name, UAX29URLEmailTokenizer::new));
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
    return List.of(
        ReplicationHandler.follow(), ReplicationHandler.resume(), ReplicationHandler.autoFollow());
  }
}
