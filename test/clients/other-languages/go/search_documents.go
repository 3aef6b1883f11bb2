package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/esutil"
	"github.com/elastic/go-elasticsearch/v8/typedapi/core/search"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types/enums/refresh"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types/enums/sortorder"
)

func indices(box *sandbox) {
	client := connect(box)
	depth, length, isWriter, one, none := 5, 256, true, "1", "0"
	flattened := types.NewFlattenedProperty()
	flattened.DepthLimit, flattened.IgnoreAbove = &depth, &length
	must(client.Indices.Create("go-issues").
		Mappings(&types.TypeMapping{Properties: map[string]types.Property{
			"title":    types.NewTextProperty(),
			"priority": types.NewIntegerNumberProperty(),
			"labels":   flattened,
		}}).
		Settings(&types.IndexSettings{NumberOfShards: &one, NumberOfReplicas: &none}).
		Aliases(map[string]types.Alias{"go-open": {}}).Do(ctx))
	must(client.Indices.PutMapping("go-issues").
		Properties(map[string]types.Property{"owner": types.NewKeywordProperty()}).Do(ctx))
	mapping := must(client.Indices.GetMapping().Index("go-issues").Do(ctx))["go-issues"].Mappings
	read, isFlattened := mapping.Properties["labels"].(*types.FlattenedProperty)
	expect(isFlattened && *read.DepthLimit == 5, "the mapping, got %v", mapping)
	must(client.Indices.PutSettings().Indices("go-issues").RefreshInterval("30s").Do(ctx))
	settings := must(client.Indices.GetSettings().Index("go-issues").FlatSettings(false).Do(ctx))
	expect(settings["go-issues"].Settings.Index.RefreshInterval == "30s", "the setting")
	rate := func(value string) map[string]json.RawMessage {
		return map[string]json.RawMessage{"indices.recovery.max_bytes_per_sec": json.RawMessage(value)}
	}
	must(client.Cluster.PutSettings().Persistent(rate(`"50mb"`)).Do(ctx))
	expect(len(must(client.Cluster.GetSettings().IncludeDefaults(true).Do(ctx)).Persistent) > 0, "a setting")
	must(client.Cluster.PutSettings().Persistent(rate("null")).Do(ctx))
	index, alias, old := "go-issues", "go-all", "go-open"
	must(client.Indices.UpdateAliases().Actions(
		types.IndicesAction{Add: &types.AddAction{Index: &index, Alias: &alias, IsWriteIndex: &isWriter}},
		types.IndicesAction{Remove: &types.RemoveAction{Index: &index, Alias: &old}},
	).Do(ctx))
	filter := &types.Query{Term: map[string]types.TermQuery{"labels.type": {Value: "bug"}}}
	must(client.Indices.PutAlias("go-issues", "go-bugs").Filter(filter).Do(ctx))
	aliases := must(client.Indices.GetAlias().Index("go-issues").Do(ctx))["go-issues"].Aliases
	expect(len(aliases) == 2, "two aliases, got %v", aliases)
	expect(must(client.Indices.ExistsAlias("go-bugs").Do(ctx)), "an alias")
	expect(must(client.Indices.Exists("go-issues").Do(ctx)), "an index")
	must(client.Indices.DeleteAlias("go-issues", "go-all").Do(ctx))
	must(client.Indices.Close("go-issues").Do(ctx))
	must(client.Indices.Open("go-issues").Do(ctx))
	must(client.Indices.Refresh().Index("go-issues").Do(ctx))
	expect(len(must(client.Cat.Indices().Index("go-*").Do(ctx))) == 1, "a line")
	must(client.Indices.Delete("go-issues").Do(ctx))
	wrong := `{"mappings":{"properties":{"labels":{"type":"flattened","store":true}}}}`
	_, err := client.Indices.Create("go-wrong").Raw(raw(wrong)).Do(ctx)
	expectRefusal(400, err)
}

func documents(box *sandbox) {
	client := connect(box)
	mappings := `{"mappings":{"properties":{"labels":{"type":"flattened","depth_limit":2}}}}`
	must(client.Indices.Create("go-docs").Raw(raw(mappings)).Do(ctx))
	body := `{"labels":{"os":{"name":"any"}}}`
	must(client.Create("go-docs", "1").Raw(raw(body)).Refresh(refresh.Waitfor).Do(ctx))
	labels := map[string]any{"labels": map[string]any{"priority": "urgent", "release": []string{"v1", "v2"}}}
	written := must(client.Index("go-docs").Document(labels).Do(ctx))
	read := must(client.Get("go-docs", written.Id_).SourceIncludes_("labels.priority").Do(ctx))
	expect(string(read.Source_) == `{"labels":{"priority":"urgent"}}`, "a part, got %s", read.Source_)
	expect(must(client.Exists("go-docs", "1").Do(ctx)), "a document")
	expect(!must(client.Exists("go-docs", "2").Do(ctx)), "no document")
	must(client.GetSource("go-docs", "1").Do(ctx))
	must(client.Update("go-docs", "1").Doc(map[string]any{"a": 1}).RetryOnConflict(3).Do(ctx))
	must(client.Update("go-docs", "3").Raw(raw(`{"doc":{"a":1},"upsert":{"a":0}}`)).Do(ctx))
	both := must(client.Mget().Index("go-docs").Ids("1", "3").Do(ctx)).Docs
	expect(len(both) == 2 && both[1].(*types.GetResult).Found, "two documents")
	number := fmt.Sprint(*both[1].(*types.GetResult).SeqNo_)
	expect(must(client.Delete("go-docs", "3").IfSeqNo(number).IfPrimaryTerm("1").Do(ctx)).Id_ == "3", "a deletion")
	_, err := client.Index("go-docs").Raw(raw(`{"labels":{"a":{"b":{"c":{"d":"e"}}}}}`)).Do(ctx)
	expectRefusal(400, err)
	_, err = client.Create("go-docs", "1").Raw(raw("{}")).Do(ctx)
	expectRefusal(409, err)
	copies := `{"source":{"index":"go-docs"},"dest":{"index":"go-copies"}}`
	must(client.Reindex().Raw(raw(copies)).Do(ctx))
	query := &types.Query{Exists: &types.ExistsQuery{Field: "labels.priority"}}
	expect(*must(client.DeleteByQuery("go-copies").Query(query).Do(ctx)).Deleted == 1, "one deletion")
	must(client.Indices.Delete("go-docs,go-copies").Do(ctx))
}

func bulk(box *sandbox) {
	client := must(elasticsearch.NewClient(configOf(box, "sandbox-cluster")))
	indexer := must(esutil.NewBulkIndexer(esutil.BulkIndexerConfig{
		Client: client, Index: "go-bulk", NumWorkers: 2, FlushBytes: 2000, Refresh: "true",
	}))
	for number := range 250 {
		check(indexer.Add(ctx, esutil.BulkIndexerItem{
			Action: "index", DocumentID: fmt.Sprint(number), Body: raw(fmt.Sprintf(`{"number":%d}`, number)),
		}))
	}
	check(indexer.Close(ctx))
	expect(indexer.Stats().NumIndexed == 250 && indexer.Stats().NumRequests > 1, "250 documents, got %v", indexer.Stats())
	typed := connect(box)
	retries, id, index := 2, "1", "go-bulk"
	request := typed.Bulk().Index("go-bulk")
	check(request.UpdateOp(types.UpdateOperation{Id_: &id, RetryOnConflict: &retries},
		map[string]any{"a": 1}, nil))
	check(request.CreateOp(types.CreateOperation{Id_: &id, Index_: &index}, map[string]any{"a": 1}))
	check(request.DeleteOp(types.DeleteOperation{Id_: &id}))
	answer := must(request.Refresh(refresh.True).Do(ctx))
	expect(answer.Errors && len(answer.Items) == 3, "a conflict, got %v", answer)
	expect(must(typed.Count().Index("go-bulk").Do(ctx)).Count == 249, "249 documents")
	must(typed.Indices.Delete("go-bulk").Do(ctx))
}

func searches(box *sandbox) {
	client := connect(box)
	mappings := `{"mappings":{"properties":{"labels":{"type":"flattened"},"number":{"type":"integer"}}}}`
	must(client.Indices.Create("go-search").Raw(raw(mappings)).Do(ctx))
	var lines strings.Builder
	for number := range 25 {
		fmt.Fprintf(&lines, `{"index":{"_id":"%d"}}`+"\n", number)
		fmt.Fprintf(&lines, `{"number":%d,"labels":{"priority":"p%d"}}`+"\n", number, number%5)
	}
	must(client.Bulk().Index("go-search").Raw(raw(lines.String())).Refresh(refresh.True).Do(ctx))
	gte, lt := "p1", "p2"
	queries := []types.Query{
		{Term: map[string]types.TermQuery{"labels": {Value: "p1"}}},
		{Terms: &types.TermsQuery{TermsQuery: map[string]types.TermsQueryField{"labels.priority": []string{"p1"}}}},
		{Prefix: map[string]types.PrefixQuery{"labels.priority": {Value: "p1"}}},
		{Range: map[string]types.RangeQuery{"labels.priority": types.TermRangeQuery{Gte: &gte, Lt: &lt}}},
		{Match: map[string]types.MatchQuery{"labels.priority": {Query: "p1"}}},
		{MultiMatch: &types.MultiMatchQuery{Query: "p1", Fields: []string{"labels.priority"}}},
		{QueryString: &types.QueryStringQuery{Query: "labels.priority:p1"}},
		{SimpleQueryString: &types.SimpleQueryStringQuery{Query: "p1", Fields: []string{"labels"}}},
		{Bool: &types.BoolQuery{
			Must:   []types.Query{{Exists: &types.ExistsQuery{Field: "labels"}}},
			Filter: []types.Query{{Term: map[string]types.TermQuery{"labels.priority": {Value: "p1"}}}},
		}},
	}
	for _, query := range queries {
		found := must(client.Search().Index("go-search").Query(&query).Size(0).Do(ctx))
		expect(found.Hits.Total.Value == 5, "five hits, got %d for %v", found.Hits.Total.Value, query)
		counted := must(client.Count().Index("go-search").Query(&query).Do(ctx))
		expect(counted.Count == 5, "five documents")
	}
	several := "{\"index\":\"go-search\"}\n{\"query\":{\"term\":{\"labels\":\"p1\"}}}\n{}\n{\"query\":{\"match_all\":{}}}\n"
	expect(len(must(client.Msearch().Index("go-search").Raw(raw(several)).Do(ctx)).Responses) == 2, "two answers")
	field, size := "labels.priority", 3
	first := must(client.Search().Index("go-search").Request(&search.Request{
		Sort: []types.SortCombinations{
			types.SortOptions{SortOptions: map[string]types.FieldSort{field: {Order: &sortorder.Desc}}}, "number",
		},
		Aggregations: map[string]types.Aggregations{"by": {Terms: &types.TermsAggregation{Field: &field, Size: &size}}},
		Fields:       []types.FieldAndFormat{{Field: field}},
		Source_:      false,
		Size:         &size,
	}).Do(ctx))
	buckets := first.Aggregations["by"].(*types.StringTermsAggregate).Buckets.([]types.StringTermsBucket)
	expect(len(buckets) == 3 && buckets[0].DocCount == 5, "three buckets, got %v", buckets)
	expect(string(first.Hits.Hits[0].Fields[field]) == `["p4"]`, "the field")
	searchPages(client)
	must(client.Indices.Delete("go-search").Do(ctx))
}

func searchPages(client *elasticsearch.TypedClient) {
	pit := must(client.OpenPointInTime("go-search").KeepAlive("1m").Do(ctx)).Id
	seen := 0
	var after []types.FieldValue
	for {
		page := must(client.Search().Request(&search.Request{
			Pit:         &types.PointInTimeReference{Id: pit, KeepAlive: "1m"},
			Sort:        []types.SortCombinations{"number"},
			SearchAfter: after,
		}).Do(ctx))
		if len(page.Hits.Hits) == 0 {
			break
		}
		seen += len(page.Hits.Hits)
		after, pit = page.Hits.Hits[len(page.Hits.Hits)-1].Sort, *page.PitId
	}
	expect(seen == 25, "25 hits, got %d", seen)
	expect(must(client.ClosePointInTime().Id(pit).Do(ctx)).Succeeded, "an end")
	page := must(client.Search().Index("go-search").Scroll("1m").Size(10).Do(ctx))
	seen, hits, id := 0, page.Hits.Hits, *page.ScrollId_
	for len(hits) > 0 {
		seen += len(hits)
		next := must(client.Scroll().ScrollId(id).Scroll("1m").Do(ctx))
		hits, id = next.Hits.Hits, *next.ScrollId_
	}
	expect(seen == 25, "25 hits, got %d", seen)
	must(client.ClearScroll().ScrollId(id).Do(ctx))
}
