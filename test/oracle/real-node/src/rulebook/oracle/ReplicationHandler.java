package rulebook.oracle;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xpack.core.ccr.action.PutAutoFollowPatternAction;
import org.elasticsearch.xpack.core.ccr.action.PutFollowAction;
import org.elasticsearch.xpack.core.ccr.action.ResumeFollowAction;

/**
 * Reads and validates a replication request as the product does, and answers with `X-Oracle: valid` what would be sent on to the remote
 * cluster. Nothing is followed.
 */
final class ReplicationHandler extends BaseRestHandler {
  /** Reads a request. */
  private interface Reader {
    ActionRequest read(RestRequest request, XContentParser parser) throws IOException;
  }

  private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

  private final String name;
  private final Route route;
  private final boolean needsBody;
  private final Reader reader;

  private ReplicationHandler(String name, Route route, boolean needsBody, Reader reader) {
    this.name = name;
    this.route = route;
    this.needsBody = needsBody;
    this.reader = reader;
  }

  static ReplicationHandler follow() {
    return new ReplicationHandler(
        "oracle_follow",
        new Route(RestRequest.Method.PUT, "/{index}/_ccr/follow"),
        true,
        (request, parser) -> {
          PutFollowAction.Request follow = PutFollowAction.Request.fromXContent(TIMEOUT, TIMEOUT, parser);
          follow.setFollowerIndex(request.param("index"));
          return follow;
        });
  }

  static ReplicationHandler resume() {
    return new ReplicationHandler(
        "oracle_resume",
        new Route(RestRequest.Method.POST, "/{index}/_ccr/resume_follow"),
        false,
        (request, parser) -> {
          if (parser != null) return ResumeFollowAction.Request.fromXContent(TIMEOUT, parser, request.param("index"));
          ResumeFollowAction.Request resume = new ResumeFollowAction.Request(TIMEOUT);
          resume.setFollowerIndex(request.param("index"));
          return resume;
        });
  }

  static ReplicationHandler autoFollow() {
    return new ReplicationHandler(
        "oracle_auto_follow",
        new Route(RestRequest.Method.PUT, "/_ccr/auto_follow/{name}"),
        true,
        (request, parser) ->
            PutAutoFollowPatternAction.Request.fromXContent(TIMEOUT, TIMEOUT, parser, request.param("name")));
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public List<Route> routes() {
    return List.of(route);
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
    request.param("wait_for_active_shards");
    request.param("master_timeout");
    request.param("timeout");
    ActionRequest read = read(request);
    ActionRequestValidationException invalid = read.validate();
    if (invalid != null) throw invalid;
    return channel -> {
      RestResponse response = new RestResponse(RestStatus.OK, "{\"acknowledged\":true}");
      response.addHeader("X-Oracle", "valid");
      channel.sendResponse(response);
    };
  }

  private ActionRequest read(RestRequest request) throws IOException {
    // What has no body and needs none.
    if (!needsBody && !request.hasContentOrSourceParam()) {
      request.param("index");
      return reader.read(request, null);
    }
    try (XContentParser parser = request.contentOrSourceParamParser()) {
      return reader.read(request, parser);
    }
  }
}
