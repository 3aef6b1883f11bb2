// Command cross plays one short story against each server of a list by the Go client of Elasticsearch, and prints what came of each step.
//
// Each step is a line of JSON: {"server", "step", "outcome"}. The oracle puts the version of the client into the imports.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/esapi"
	"github.com/elastic/go-elasticsearch/v8/esutil"
	"github.com/elastic/go-elasticsearch/v8/typedapi/types"
)

type server struct {
	Name     string `json:"name"`
	BaseURL  string `json:"baseUrl"`
	User     string `json:"user"`
	Password string `json:"password"`
}

type clients struct {
	plain *elasticsearch.Client
	typed *elasticsearch.TypedClient
}

type step struct {
	name string
	play func(clients) (string, error)
}

const index = "crossed"

// answered reads an answer of the client that does not know types: a refusal is an answer, too.
func answered(response *esapi.Response, err error) (map[string]any, error) {
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var body map[string]any
	_ = json.NewDecoder(response.Body).Decode(&body)
	if response.IsError() {
		return nil, fmt.Errorf("answer %d %s", response.StatusCode, typeOf(body))
	}
	return body, nil
}

func typeOf(body map[string]any) string {
	if inner, isObject := body["error"].(map[string]any); isObject {
		return fmt.Sprint(inner["type"])
	}
	if _, isThere := body["error"]; isThere {
		return "text"
	}
	return "no error"
}

var steps = []step{
	{"who it is", func(c clients) (string, error) {
		body, err := answered(c.plain.Info())
		if err != nil {
			return "", err
		}
		version := body["version"].(map[string]any)
		number := strings.Join(strings.Split(fmt.Sprint(version["number"]), ".")[:2], ".")
		return strings.Join([]string{number, textOf(version["build_flavor"]), textOf(version["distribution"])}, " "), nil
	}},
	{"who it is, typed", func(c clients) (string, error) {
		info, err := c.typed.Info().Do(context.Background())
		if err != nil {
			return "", err
		}
		return "flavor " + info.Version.BuildFlavor, nil
	}},
	{"is it there", func(c clients) (string, error) {
		_, err := answered(c.plain.Ping())
		return "true", err
	}},
	{"create an index", func(c clients) (string, error) {
		mappings := `{"mappings":{"properties":{"title":{"type":"text"},"count":{"type":"integer"}}}}`
		body, err := answered(c.plain.Indices.Create(index, c.plain.Indices.Create.WithBody(strings.NewReader(mappings))))
		return textOf(body["index"]), err
	}},
	{"create it again", func(c clients) (string, error) {
		_, err := c.typed.Indices.Create(index).Do(context.Background())
		return "created", err
	}},
	{"index a document", func(c clients) (string, error) {
		body, err := answered(c.plain.Index(index, strings.NewReader(`{"title":"one","count":1}`), c.plain.Index.WithDocumentID("1")))
		return textOf(body["result"]), err
	}},
	{"index a wrong one", func(c clients) (string, error) {
		_, err := c.typed.Index(index).Id("2").Raw(strings.NewReader(`{"count":"many"}`)).Do(context.Background())
		return "indexed", err
	}},
	{"get it", func(c clients) (string, error) {
		found, err := c.typed.Get(index, "1").Do(context.Background())
		if err != nil {
			return "", err
		}
		return fmt.Sprint(found.Found), nil
	}},
	{"get a missing one", func(c clients) (string, error) {
		found, err := c.typed.Get(index, "none").Do(context.Background())
		if err != nil {
			return "", err
		}
		return fmt.Sprint(found.Found), nil
	}},
	{"is a missing one there", func(c clients) (string, error) {
		isThere, err := c.typed.Exists(index, "none").Do(context.Background())
		return fmt.Sprint(isThere), err
	}},
	{"search", func(c clients) (string, error) {
		if _, err := answered(c.plain.Indices.Refresh()); err != nil {
			return "", err
		}
		found, err := c.typed.Search().Index(index).Query(&types.Query{
			Match: map[string]types.MatchQuery{"title": {Query: "one"}},
		}).Do(context.Background())
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d found", found.Hits.Total.Value), nil
	}},
	{"search wrongly", func(c clients) (string, error) {
		_, err := c.typed.Search().Index(index).Raw(strings.NewReader(`{"query":{"matches":{}}}`)).Do(context.Background())
		return "searched", err
	}},
	{"several at once", func(c clients) (string, error) {
		lines := "{\"index\":{\"_id\":\"7\"}}\n{\"count\":7}\n{\"create\":{\"_id\":\"1\"}}\n{\"count\":1}\n{\"delete\":{\"_id\":\"0\"}}\n"
		body, err := answered(c.plain.Bulk(strings.NewReader(lines), c.plain.Bulk.WithIndex(index), c.plain.Bulk.WithRefresh("true")))
		if err != nil {
			return "", err
		}
		statuses := []string{}
		for _, item := range body["items"].([]any) {
			for _, one := range item.(map[string]any) {
				statuses = append(statuses, textOf(one.(map[string]any)["status"]))
			}
		}
		return strings.Join(statuses, ", "), nil
	}},
	{"several by the helper", func(c clients) (string, error) {
		failed := []string{}
		indexer, err := esutil.NewBulkIndexer(esutil.BulkIndexerConfig{
			Client: c.plain, Index: index, NumWorkers: 1,
			OnError: func(_ context.Context, err error) { failed = append(failed, fmt.Sprintf("%T", err)) },
		})
		if err != nil {
			return "", err
		}
		for _, one := range [][3]string{{"index", "8", `{"count":8}`}, {"index", "9", `{"count":"many"}`}, {"create", "1", `{}`}} {
			err := indexer.Add(context.Background(), esutil.BulkIndexerItem{
				Action: one[0], DocumentID: one[1], Body: bytes.NewReader([]byte(one[2])),
				OnFailure: func(_ context.Context, _ esutil.BulkIndexerItem, answer esutil.BulkIndexerResponseItem, err error) {
					failed = append(failed, fmt.Sprintf("%d %s", answer.Status, answer.Error.Type))
				},
			})
			if err != nil {
				return "", err
			}
		}
		if err := indexer.Close(context.Background()); err != nil {
			return "", err
		}
		return strings.Join(append([]string{fmt.Sprintf("done %d", indexer.Stats().NumFlushed)}, failed...), ", "), nil
	}},
	{"create a key", func(c clients) (string, error) {
		_, err := c.typed.Security.CreateApiKey().Name(index).Do(context.Background())
		return "made", err
	}},
	{"delete it", func(c clients) (string, error) {
		body, err := answered(c.plain.Delete(index, "1"))
		return textOf(body["result"]), err
	}},
	{"delete the index", func(c clients) (string, error) {
		done, err := c.typed.Indices.Delete(index).Do(context.Background())
		if err != nil {
			return "", err
		}
		return fmt.Sprint(done.Acknowledged), nil
	}},
}

func textOf(value any) string {
	if value == nil {
		return "-"
	}
	return fmt.Sprint(value)
}

func outcome(value string, err error) string {
	var refused *types.ElasticsearchError
	switch {
	case err == nil:
		return "ok: " + value
	case errors.As(err, &refused):
		return fmt.Sprintf("ElasticsearchError %d %s", refused.Status, refused.ErrorCause.Type)
	case strings.HasPrefix(err.Error(), "answer "):
		return err.Error()
	default:
		return fmt.Sprintf("%T %s", err, strings.SplitN(err.Error(), "\n", 2)[0])
	}
}

// played returns the outcome of a step, also of one that panics.
func played(one step, c clients) (text string) {
	defer func() {
		if reason := recover(); reason != nil {
			text = fmt.Sprintf("panic: %v", reason)
		}
	}()
	return outcome(one.play(c))
}

func main() {
	var servers []server
	check(json.Unmarshal(must(os.ReadFile(os.Args[1])), &servers))
	for _, one := range servers {
		config := elasticsearch.Config{Addresses: []string{one.BaseURL}, Username: one.User, Password: one.Password}
		both := clients{must(elasticsearch.NewClient(config)), must(elasticsearch.NewTypedClient(config))}
		for _, next := range steps {
			line := must(json.Marshal(map[string]string{"server": one.Name, "step": next.name, "outcome": played(next, both)}))
			fmt.Println(string(line))
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}
