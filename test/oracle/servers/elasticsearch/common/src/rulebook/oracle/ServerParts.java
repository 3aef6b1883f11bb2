package rulebook.oracle;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProviderFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.indices.analysis.PreBuiltCacheFactory;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xpack.core.ilm.AllocateAction;
import org.elasticsearch.xpack.core.ilm.DeleteAction;
import org.elasticsearch.xpack.core.ilm.DownsampleAction;
import org.elasticsearch.xpack.core.ilm.ForceMergeAction;
import org.elasticsearch.xpack.core.ilm.FreezeAction;
import org.elasticsearch.xpack.core.ilm.LifecycleAction;
import org.elasticsearch.xpack.core.ilm.LifecycleSettings;
import org.elasticsearch.xpack.core.ilm.LifecycleType;
import org.elasticsearch.xpack.core.ilm.MigrateAction;
import org.elasticsearch.xpack.core.ilm.ReadOnlyAction;
import org.elasticsearch.xpack.core.ilm.RolloverAction;
import org.elasticsearch.xpack.core.ilm.SearchableSnapshotAction;
import org.elasticsearch.xpack.core.ilm.SetPriorityAction;
import org.elasticsearch.xpack.core.ilm.ShrinkAction;
import org.elasticsearch.xpack.core.ilm.TimeseriesLifecycleType;
import org.elasticsearch.xpack.core.ilm.UnfollowAction;
import org.elasticsearch.xpack.core.ilm.WaitForSnapshotAction;

/**
 * What the node needs of modules that no repository of jars serves: the parts of an analyzer that templates of security use and analyzers of
 * languages, by the classes of Lucene; the reading of replication requests, and lifecycle policies with their settings, by the classes of the
 * product. What the versions do in different ways is in their `OraclePlugin`.
 */
abstract class ServerParts extends Plugin implements AnalysisPlugin, ActionPlugin {
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

  @Override
  public List<PreBuiltAnalyzerProviderFactory> getPreBuiltAnalyzerProviderFactories() {
    return List.of(
        language("english", EnglishAnalyzer::new),
        language("french", FrenchAnalyzer::new),
        language("german", GermanAnalyzer::new),
        language("spanish", SpanishAnalyzer::new));
  }

  private static PreBuiltAnalyzerProviderFactory language(String name, Supplier<Analyzer> make) {
    return new PreBuiltAnalyzerProviderFactory(name, PreBuiltCacheFactory.CachingStrategy.ONE, make);
  }

  @Override
  public List<Setting<?>> getSettings() {
    return List.of(
        LifecycleSettings.LIFECYCLE_POLL_INTERVAL_SETTING,
        LifecycleSettings.LIFECYCLE_NAME_SETTING,
        LifecycleSettings.LIFECYCLE_INDEXING_COMPLETE_SETTING,
        LifecycleSettings.LIFECYCLE_HISTORY_INDEX_ENABLED_SETTING,
        LifecycleSettings.LIFECYCLE_STEP_MASTER_TIMEOUT_SETTING,
        LifecycleSettings.LIFECYCLE_STEP_WAIT_TIME_THRESHOLD_SETTING,
        LifecycleSettings.LIFECYCLE_ROLLOVER_ONLY_IF_HAS_DOCUMENTS_SETTING,
        RolloverAction.LIFECYCLE_ROLLOVER_ALIAS_SETTING,
        LifecycleSettings.SLM_HISTORY_INDEX_ENABLED_SETTING,
        LifecycleSettings.SLM_RETENTION_SCHEDULE_SETTING,
        LifecycleSettings.SLM_RETENTION_DURATION_SETTING,
        LifecycleSettings.SLM_MINIMUM_INTERVAL_SETTING,
        LifecycleSettings.SLM_HEALTH_FAILED_SNAPSHOT_WARN_THRESHOLD_SETTING);
  }

  /** The parts of a policy, each by its name in JSON. */
  @Override
  public List<NamedXContentRegistry.Entry> getNamedXContent() {
    return List.of(
        new NamedXContentRegistry.Entry(
            LifecycleType.class,
            new ParseField(TimeseriesLifecycleType.TYPE),
            parser -> TimeseriesLifecycleType.INSTANCE),
        action(AllocateAction.NAME, AllocateAction::parse),
        action(DeleteAction.NAME, DeleteAction::parse),
        action(DownsampleAction.NAME, DownsampleAction::parse),
        action(ForceMergeAction.NAME, ForceMergeAction::parse),
        action(FreezeAction.NAME, FreezeAction::parse),
        action(MigrateAction.NAME, MigrateAction::parse),
        action(ReadOnlyAction.NAME, ReadOnlyAction::parse),
        action(RolloverAction.NAME, RolloverAction::parse),
        action(SearchableSnapshotAction.NAME, SearchableSnapshotAction::parse),
        action(SetPriorityAction.NAME, SetPriorityAction::parse),
        action(ShrinkAction.NAME, ShrinkAction::parse),
        action(UnfollowAction.NAME, UnfollowAction::parse),
        action(WaitForSnapshotAction.NAME, WaitForSnapshotAction::parse));
  }

  private static NamedXContentRegistry.Entry action(
      String name, CheckedFunction<XContentParser, LifecycleAction, IOException> read) {
    return new NamedXContentRegistry.Entry(LifecycleAction.class, new ParseField(name), read);
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

  /** The handlers of requests whose modules no repository serves. */
  static Collection<RestHandler> handlers() {
    return List.of(
        ReplicationHandler.follow(),
        ReplicationHandler.resume(),
        ReplicationHandler.autoFollow(),
        PolicyHandler.ofIndices(),
        PolicyHandler.ofSnapshots());
  }
}
