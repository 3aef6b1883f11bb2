import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.KeyStoreWrapper;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;

/**
 * Starts one node in the folder of its first argument, and ends with its standard input. The settings are those that `real-node.mjs` hands in
 * as `name=value`; the first password is in the environment, as that of the product's container is.
 */
public final class RealNode {
  private RealNode() {}

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    Settings.Builder settings = Settings.builder().put("path.home", home.toString());
    for (int at = 1; at < arguments.length; at++) {
      int sign = arguments[at].indexOf('=');
      settings.put(arguments[at].substring(0, sign), arguments[at].substring(sign + 1));
    }
    KeyStoreWrapper secrets = KeyStoreWrapper.create();
    secrets.setString("bootstrap.password", System.getenv("ELASTIC_PASSWORD").toCharArray());
    settings.setSecureSettings(secrets);
    LogConfigurator.configureWithoutConfig(Settings.builder().put("logger.level", "WARN").build());
    LogConfigurator.configureESLogging();
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), home.resolve("config"), () -> "oracle");
    Node node = new Node(environment, Modules.load(environment));
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
