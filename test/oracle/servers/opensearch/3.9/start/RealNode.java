import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/**
 * Starts one node in the folder of its first argument, with modules from the class path, and ends with its standard input. The settings are those
 * that `real-node.mjs` hands in as `name=value`.
 */
public final class RealNode {
  private static final String[] MODULES = {
    "org.opensearch.transport.Netty4ModulePlugin",
    "org.opensearch.index.mapper.MapperExtrasModulePlugin",
    "org.opensearch.analysis.common.CommonAnalysisModulePlugin",
    "org.opensearch.painless.PainlessModulePlugin",
  };

  private RealNode() {}

  /** A node whose modules are on the class path: the constructor for that is for classes that extend it. */
  private static final class NodeOfModules extends Node {
    NodeOfModules(Environment environment, Collection<PluginInfo> modules) {
      super(environment, modules, false);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    Settings.Builder settings = Settings.builder().put("path.home", home.toString());
    for (int at = 1; at < arguments.length; at++) {
      int sign = arguments[at].indexOf('=');
      settings.put(arguments[at].substring(0, sign), arguments[at].substring(sign + 1));
    }
    LogConfigurator.configureWithoutConfig(Settings.builder().put("logger.level", "WARN").build());
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), home.resolve("config"), () -> "oracle");
    List<PluginInfo> modules = new ArrayList<>();
    for (String name : MODULES)
      modules.add(new PluginInfo(name, "module", "NA", Version.CURRENT, "1.8", name, null, List.of(), false));
    Node node = new NodeOfModules(environment, modules);
    node.start();
    System.out.println("started");
    waitForEnd();
    node.close();
    System.exit(0);
  }

  private static void waitForEnd() throws IOException {
    while (System.in.read() >= 0) {
      // What is written to it says nothing.
    }
  }
}
