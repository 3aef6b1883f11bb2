import java.util.Map;
import org.elasticsearch.env.Environment;
import org.elasticsearch.plugins.PluginsLoader;

/** Loads the modules of the node, as version 9.5 does it. */
final class Modules {
  private Modules() {}

  static PluginsLoader load(Environment environment) {
    return PluginsLoader.createPluginsLoader(
        PluginsLoader.loadModulesBundles(environment.modulesDir(), true),
        PluginsLoader.loadPluginsBundles(environment.pluginsDir(), false),
        Map.of(),
        false);
  }
}
