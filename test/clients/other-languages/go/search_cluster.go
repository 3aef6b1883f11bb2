package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/typedapi/security/createapikey"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types/enums/clusterprivilege"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types/enums/indexprivilege"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types/enums/refresh"
)

// The stories of the official client of the search cluster, with its typed requests and responses.
var clusterStories = []story{
	{"connects, and says who it is", clusterInfo},
	{"creates, reads, queries, updates and invalidates API keys", apiKeys},
	{"registers, reads, verifies, cleans up and deletes snapshot repositories", repositories},
	{"takes, reads, clones, restores and deletes snapshots", snapshots},
	{"creates indices with flattened fields, and changes mappings, settings and aliases", indices},
	{"writes, reads, updates and deletes documents, and is refused those that are too deep", documents},
	{"streams documents by its bulk indexer", bulk},
	{"searches flattened fields, with pages by search_after, points in time and scrolls", searches},
	{"follows, pauses, resumes and unfollows an index, and follows by pattern", replication},
	{"tries again when the cluster is busy", clusterRetries},
}

var ctx = context.Background()

func configOf(box *sandbox, name string) elasticsearch.Config {
	return elasticsearch.Config{Addresses: []string{box.url(name)}, ServiceToken: box.token(name)}
}

func connect(box *sandbox) *elasticsearch.TypedClient {
	return must(elasticsearch.NewTypedClient(configOf(box, "sandbox-cluster")))
}

func connectWithKey(box *sandbox, key string) *elasticsearch.TypedClient {
	config := elasticsearch.Config{Addresses: []string{box.url("sandbox-cluster")}, APIKey: key}
	return must(elasticsearch.NewTypedClient(config))
}

func expectRefusal(status int, err error) {
	var refusal *types.ElasticsearchError
	expect(errors.As(err, &refusal), "a refusal, got %v", err)
	expect(refusal.Status == status, "status %d, got %v", status, err)
}

func raw(text string) *strings.Reader {
	return strings.NewReader(text)
}

func clusterInfo(box *sandbox) {
	client := connect(box)
	expect(strings.HasPrefix(must(client.Info().Do(ctx)).Version.Int, "8."), "version 8")
	expect(must(client.Ping().IsSuccess(ctx)), "a ping")
	expect(must(client.Cluster.Health().Do(ctx)).Status.String() == "green", "green")
	expect(must(client.Security.Authenticate().Do(ctx)).Username == "elastic", "the user")
	config := elasticsearch.Config{
		Addresses: []string{box.url("sandbox-cluster")},
		Username:  "elastic",
		Password:  box.token("sandbox-cluster"),
	}
	password := must(elasticsearch.NewTypedClient(config))
	expect(must(password.Security.Authenticate().Do(ctx)).AuthenticationType == "realm", "the password")
	privileges := client.Security.HasPrivileges().Cluster(clusterprivilege.Manageownapikey)
	expect(must(privileges.Do(ctx)).HasAllRequested, "the privilege")
}

func apiKeys(box *sandbox) {
	client := connect(box)
	name := "go-key"
	made := must(client.Security.CreateApiKey().Refresh(refresh.Waitfor).Request(&createapikey.Request{
		Name:       &name,
		Expiration: "7d",
		Metadata:   types.Metadata{"application": json.RawMessage(`"stories"`)},
		RoleDescriptors: map[string]types.RoleDescriptor{"reader": {
			Cluster: []clusterprivilege.ClusterPrivilege{clusterprivilege.Monitor},
			Indices: []types.IndicesPrivileges{{
				Names:      []string{"go-logs-*"},
				Privileges: []indexprivilege.IndexPrivilege{indexprivilege.Read},
			}},
		}},
	}).Do(ctx))
	encoded := base64.StdEncoding.EncodeToString([]byte(made.Id + ":" + made.ApiKey))
	expect(made.Encoded == encoded && made.Expiration != nil, "the credential")
	me := must(connectWithKey(box, made.Encoded).Security.Authenticate().Do(ctx))
	expect(me.ApiKey.Id == made.Id, "the key, got %v", me)
	listed := must(client.Security.GetApiKey().Id(made.Id).WithLimitedBy(true).Owner(true).Do(ctx))
	expect(len(listed.ApiKeys) == 1 && listed.ApiKeys[0].Name == name, "one key")
	ids := []string{}
	for _, page := range []string{"go-page-0", "go-page-1", "go-page-2"} {
		ids = append(ids, must(client.Security.CreateApiKey().Name(page).Do(ctx)).Id)
	}
	const query = `"query":{"prefix":{"name":{"value":"go-page-"}}},"sort":[{"name":{"order":"asc"}}],"size":2`
	found := must(client.Security.QueryApiKeys().Raw(raw("{" + query + "}")).Do(ctx))
	expect(found.Total == 3 && found.Count == 2, "a page, got %d", found.Total)
	after := string(must(json.Marshal(found.ApiKeys[1].Sort_)))
	rest := must(client.Security.QueryApiKeys().Raw(raw("{" + query + `,"search_after":` + after + "}")).Do(ctx))
	expect(len(rest.ApiKeys) == 1 && rest.ApiKeys[0].Name == "go-page-2", "the next page")
	changed := must(client.Security.UpdateApiKey(made.Id).Expiration("30d").
		Metadata(types.Metadata{"application": json.RawMessage(`"changed"`)}).Do(ctx))
	expect(changed.Updated, "a change")
	metadata := types.Metadata{"number": json.RawMessage("9")}
	several := must(client.Security.BulkUpdateApiKeys().Ids(ids...).Metadata(metadata).Do(ctx))
	expect(len(several.Updated) == 3, "three changes")
	ended := must(client.Security.InvalidateApiKey().Ids(append(ids, made.Id)...).Do(ctx))
	expect(len(ended.InvalidatedApiKeys) == 4 && ended.ErrorCount == 0, "four keys")
	_, err := connectWithKey(box, made.Encoded).Security.Authenticate().Do(ctx)
	expectRefusal(401, err)
	_, err = client.Security.CreateApiKey().Name("x").
		Metadata(types.Metadata{"_own": json.RawMessage("1")}).Do(ctx)
	expectRefusal(400, err)
}

func repositories(box *sandbox) {
	snapshot := connect(box).Snapshot
	register := func(name, body string) error {
		_, err := snapshot.CreateRepository(name).Raw(raw(body)).Do(ctx)
		return err
	}
	check(register("go-fs", `{"type":"fs","settings":{"location":"go-backup","compress":true}}`))
	check(register("go-source", `{"type":"source","settings":{"delegate_type":"fs","location":"go-source"}}`))
	check(register("go-reader", `{"type":"fs","settings":{"location":"go-backup","readonly":true}}`))
	listed := must(snapshot.GetRepository().Repository("go-fs,go-r*").Do(ctx))
	_, isShared := listed["go-fs"].(*types.SharedFileSystemRepository)
	expect(isShared && len(listed) == 2, "two repositories, got %v", listed)
	expect(len(must(snapshot.GetRepository().Do(ctx))) >= 3, "all repositories")
	expect(len(must(snapshot.VerifyRepository("go-fs").Do(ctx)).Nodes) == 1, "a node")
	expect(must(snapshot.CleanupRepository("go-fs").Do(ctx)).Results.DeletedBlobs == 0, "nothing deleted")
	expectRefusal(500, register("go-url", `{"type":"url","settings":{"url":"ftp://elsewhere.example/data"}}`))
	for _, name := range []string{"go-fs", "go-source", "go-reader"} {
		expect(must(snapshot.DeleteRepository(name).Do(ctx)).Acknowledged, "a deletion")
	}
	_, err := snapshot.GetRepository().Repository("go-fs").Do(ctx)
	expectRefusal(404, err)
}

func snapshots(box *sandbox) {
	client := connect(box)
	const repository = "go-snapshots"
	body := `{"type":"fs","settings":{"location":"go-snapshots"}}`
	must(client.Snapshot.CreateRepository(repository).Raw(raw(body)).Do(ctx))
	must(client.Index("go-kept").Id("1").Raw(raw(`{"title":"kept"}`)).Do(ctx))
	done := must(client.Snapshot.Create(repository, "first").WaitForCompletion(true).
		Raw(raw(`{"indices":"go-kept","include_global_state":false,"metadata":{"reason":"story"}}`)).Do(ctx))
	expect(*done.Snapshot.State == "SUCCESS", "success")
	must(client.Snapshot.Clone(repository, "first", "second").Indices("go-kept").Do(ctx))
	listed := must(client.Snapshot.Get(repository, "*").Size(1).Do(ctx))
	expect(len(listed.Snapshots) == 1 && listed.Total == 2, "a page")
	rest := must(client.Snapshot.Get(repository, "*").After(*listed.Next).Do(ctx))
	expect(len(rest.Snapshots) == 1, "the next page")
	status := must(client.Snapshot.Status().Repository(repository).Snapshot("first").Do(ctx))
	expect(status.Snapshots[0].State == "SUCCESS", "success")
	must(client.Snapshot.Restore(repository, "first").WaitForCompletion(true).
		Indices("go-kept").RenamePattern("go-(.+)").RenameReplacement("go-restored-$1").Do(ctx))
	read := must(client.Get("go-restored-kept", "1").Do(ctx))
	expect(string(read.Source_) == `{"title":"kept"}`, "the document, got %s", read.Source_)
	must(client.Snapshot.Delete(repository, "first,second").Do(ctx))
	must(client.Indices.Delete("go-kept,go-restored-kept").Do(ctx))
	must(client.Snapshot.DeleteRepository(repository).Do(ctx))
}

func replication(box *sandbox) {
	leader := must(elasticsearch.NewTypedClient(configOf(box, "sandbox-leader")))
	client := connect(box)
	must(leader.Indices.Create("go-lead").Do(ctx))
	must(leader.Index("go-lead").Id("1").Raw(raw(`{"a":1}`)).Do(ctx))
	must(client.Cluster.RemoteInfo().Do(ctx))
	follow := func() bool {
		made := must(client.Ccr.Follow("go-follow").RemoteCluster("leader").LeaderIndex("go-lead").
			MaxReadRequestOperationCount(1024).ReadPollTimeout("30s").WaitForActiveShards("1").Do(ctx))
		return made.IndexFollowingStarted
	}
	expect(follow(), "a follower")
	info := must(client.Ccr.FollowInfo("go-follow").Do(ctx))
	expect(info.FollowerIndices[0].Status.String() == "active", "an active follower")
	expect(len(must(client.Ccr.FollowStats("go-follow").Do(ctx)).Indices[0].Shards) == 1, "a shard")
	expect(len(must(client.Ccr.Stats().Do(ctx)).FollowStats.Indices) > 0, "a follower")
	expect(string(must(client.Get("go-follow", "1").Do(ctx)).Source_) == `{"a":1}`, "the document")
	must(client.Ccr.PauseFollow("go-follow").Do(ctx))
	must(client.Ccr.ResumeFollow("go-follow").MaxWriteBufferSize("256mb").Do(ctx))
	_, err := client.Ccr.Unfollow("go-follow").Do(ctx)
	expectRefusal(400, err)
	must(client.Ccr.PauseFollow("go-follow").Do(ctx))
	must(client.Indices.Close("go-follow").WaitForActiveShards("0").Do(ctx))
	expect(follow(), "a follower again")
	must(client.Ccr.PauseFollow("go-follow").Do(ctx))
	must(client.Indices.Close("go-follow").Do(ctx))
	must(client.Ccr.Unfollow("go-follow").Do(ctx))
	must(client.Ccr.PutAutoFollowPattern("go-pattern").RemoteCluster("leader").
		LeaderIndexPatterns("go-auto-*").FollowIndexPattern("{{leader_index}}-copy").Do(ctx))
	patterns := must(client.Ccr.GetAutoFollowPattern().Name("go-pattern").Do(ctx)).Patterns
	expect(patterns[0].Pattern.Active, "an active pattern")
	must(client.Ccr.PauseAutoFollowPattern("go-pattern").Do(ctx))
	must(client.Ccr.ResumeAutoFollowPattern("go-pattern").Do(ctx))
	must(client.Ccr.DeleteAutoFollowPattern("go-pattern").Do(ctx))
	must(client.Indices.Delete("go-follow").Do(ctx))
	must(leader.Indices.Delete("go-lead").Do(ctx))
}

func clusterRetries(box *sandbox) {
	config := configOf(box, "sandbox-cluster")
	config.RetryOnStatus = []int{429, 503}
	config.RetryBackoff = func(int) time.Duration { return time.Millisecond }
	client := must(elasticsearch.NewTypedClient(config))
	for _, status := range config.RetryOnStatus {
		path := "/go-retried/_doc/*"
		fault := map[string]any{"fault": "status", "status": status, "path": path, "times": 2}
		box.fault("sandbox-cluster", fault)
		must(client.Index("go-retried").Id("1").Raw(raw(`{"a":1}`)).Do(ctx))
	}
	must(client.Indices.Delete("go-retried").Do(ctx))
}
