// Command cross plays one short story against each server of a list by the Go client of OpenSearch, and prints what came of each step.
//
// Each step is a line of JSON: {"server", "step", "outcome"}.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"
	"github.com/opensearch-project/opensearch-go/v4/opensearchutil"
)

type server struct {
	Name     string `json:"name"`
	BaseURL  string `json:"baseUrl"`
	User     string `json:"user"`
	Password string `json:"password"`
}

type step struct {
	name string
	play func(*opensearchapi.Client) (string, error)
}

const index = "crossed"

var always = context.Background()

var steps = []step{
	{"who it is", func(c *opensearchapi.Client) (string, error) {
		info, err := c.Info(always, nil)
		if err != nil {
			return "", err
		}
		number := strings.Join(strings.Split(info.Version.Number, ".")[:2], ".")
		return strings.Join([]string{number, orDash(info.Version.Distribution)}, " "), nil
	}},
	{"is it there", func(c *opensearchapi.Client) (string, error) {
		_, err := c.Ping(always, nil)
		return "true", err
	}},
	{"create an index", func(c *opensearchapi.Client) (string, error) {
		mappings := `{"mappings":{"properties":{"title":{"type":"text"},"count":{"type":"integer"}}}}`
		made, err := c.Indices.Create(always, opensearchapi.IndicesCreateReq{Index: index, Body: strings.NewReader(mappings)})
		if err != nil {
			return "", err
		}
		return made.Index, nil
	}},
	{"create it again", func(c *opensearchapi.Client) (string, error) {
		_, err := c.Indices.Create(always, opensearchapi.IndicesCreateReq{Index: index})
		return "created", err
	}},
	{"index a document", func(c *opensearchapi.Client) (string, error) {
		done, err := indexed(c, "1", `{"title":"one","count":1}`)
		if err != nil {
			return "", err
		}
		return done.Result, nil
	}},
	{"index a wrong one", func(c *opensearchapi.Client) (string, error) {
		_, err := indexed(c, "2", `{"count":"many"}`)
		return "indexed", err
	}},
	{"get it", func(c *opensearchapi.Client) (string, error) {
		found, err := c.Document.Get(always, opensearchapi.DocumentGetReq{Index: index, DocumentID: "1"})
		if err != nil {
			return "", err
		}
		var source struct {
			Title string `json:"title"`
		}
		return source.Title, json.Unmarshal(found.Source, &source)
	}},
	{"get a missing one", func(c *opensearchapi.Client) (string, error) {
		_, err := c.Document.Get(always, opensearchapi.DocumentGetReq{Index: index, DocumentID: "none"})
		return "found", err
	}},
	{"is a missing one there", func(c *opensearchapi.Client) (string, error) {
		_, err := c.Document.Exists(always, opensearchapi.DocumentExistsReq{Index: index, DocumentID: "none"})
		return "true", err
	}},
	{"search", func(c *opensearchapi.Client) (string, error) {
		if _, err := c.Indices.Refresh(always, nil); err != nil {
			return "", err
		}
		return searched(c, `{"query":{"match":{"title":"one"}}}`)
	}},
	{"search wrongly", func(c *opensearchapi.Client) (string, error) {
		return searched(c, `{"query":{"matches":{}}}`)
	}},
	{"several at once", func(c *opensearchapi.Client) (string, error) {
		lines := "{\"index\":{\"_id\":\"7\"}}\n{\"count\":7}\n{\"create\":{\"_id\":\"1\"}}\n{\"count\":1}\n{\"delete\":{\"_id\":\"0\"}}\n"
		answer, err := c.Bulk(always, opensearchapi.BulkReq{
			Index: index, Body: strings.NewReader(lines), Params: opensearchapi.BulkParams{Refresh: "true"},
		})
		if err != nil {
			return "", err
		}
		statuses := []string{}
		for _, item := range answer.Items {
			for _, one := range item {
				statuses = append(statuses, fmt.Sprint(one.Status))
			}
		}
		return strings.Join(statuses, ", "), nil
	}},
	{"several by the helper", several},
	{"page by page", pages},
	{"create a key", func(c *opensearchapi.Client) (string, error) {
		// The client has no call for it.
		request, err := http.NewRequest(http.MethodPost, "/_security/api_key", strings.NewReader(`{"name":"crossed"}`))
		if err != nil {
			return "", err
		}
		request.Header.Set("Content-Type", "application/json")
		response, err := c.Client.Perform(request)
		if err != nil {
			return "", err
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err == nil && response.StatusCode > 299 {
			err = fmt.Errorf("answer %d %s", response.StatusCode, kindOf(string(body)))
		}
		return "made", err
	}},
	{"delete it", func(c *opensearchapi.Client) (string, error) {
		done, err := c.Document.Delete(always, opensearchapi.DocumentDeleteReq{Index: index, DocumentID: "1"})
		if err != nil {
			return "", err
		}
		return done.Result, nil
	}},
	{"delete the index", func(c *opensearchapi.Client) (string, error) {
		done, err := c.Indices.Delete(always, opensearchapi.IndicesDeleteReq{Indices: []string{index}})
		if err != nil {
			return "", err
		}
		return fmt.Sprint(done.Acknowledged), nil
	}},
}

func indexed(c *opensearchapi.Client, id, document string) (*opensearchapi.IndexResp, error) {
	return c.Index(always, opensearchapi.IndexReq{Index: index, DocumentID: id, Body: strings.NewReader(document)})
}

func searched(c *opensearchapi.Client, body string) (string, error) {
	found, err := c.Search(always, &opensearchapi.SearchReq{Indices: []string{index}, Body: strings.NewReader(body)})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d found", found.Hits.Total.Value), nil
}

func several(c *opensearchapi.Client) (string, error) {
	failed := []string{}
	indexer, err := opensearchutil.NewBulkIndexer(opensearchutil.BulkIndexerConfig{
		Client: c, Index: index, NumWorkers: 1,
		OnError: func(_ context.Context, err error) { failed = append(failed, fmt.Sprintf("%T", err)) },
	})
	if err != nil {
		return "", err
	}
	for _, one := range [][3]string{{"index", "8", `{"count":8}`}, {"index", "9", `{"count":"many"}`}, {"create", "1", `{}`}} {
		err := indexer.Add(always, opensearchutil.BulkIndexerItem{
			Action: one[0], DocumentID: one[1], Body: bytes.NewReader([]byte(one[2])),
			OnFailure: func(_ context.Context, _ opensearchutil.BulkIndexerItem, answer opensearchapi.BulkRespItem, _ error) {
				kind := "no error"
				if answer.Error != nil {
					kind = answer.Error.Type
				}
				failed = append(failed, fmt.Sprintf("%d %s", answer.Status, kind))
			},
		})
		if err != nil {
			return "", err
		}
	}
	if err := indexer.Close(always); err != nil {
		return "", err
	}
	return strings.Join(append([]string{fmt.Sprintf("done %d", indexer.Stats().NumFlushed)}, failed...), ", "), nil
}

func pages(c *opensearchapi.Client) (string, error) {
	if _, err := c.Indices.Refresh(always, nil); err != nil {
		return "", err
	}
	size, count := 1, 0
	page, err := c.Search(always, &opensearchapi.SearchReq{
		Indices: []string{index}, Params: opensearchapi.SearchParams{Scroll: time.Minute, Size: &size},
	})
	if err != nil {
		return "", err
	}
	hits, id := len(page.Hits.Hits), page.ScrollID
	for hits > 0 && id != nil {
		count += hits
		next, err := c.Scroll.Get(always, opensearchapi.ScrollGetReq{
			ScrollID: *id, Params: opensearchapi.ScrollGetParams{Scroll: time.Minute},
		})
		if err != nil {
			return "", err
		}
		hits, id = len(next.Hits.Hits), next.ScrollID
	}
	return fmt.Sprintf("%d found", count), nil
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// kindOf says what kind of text an answer is: the beginning of its error, without what differs between servers.
func kindOf(text string) string {
	var body map[string]any
	switch {
	case text == "":
		return "empty"
	case json.Unmarshal([]byte(text), &body) != nil:
		return strings.TrimSpace(strings.SplitN(text, "[", 2)[0])
	case body["error"] == nil:
		return "no error"
	default:
		if inner, isObject := body["error"].(map[string]any); isObject {
			return fmt.Sprint(inner["type"])
		}
		return "text"
	}
}

func outcome(value string, err error) string {
	var refused *opensearch.StructError
	var text *opensearch.StringError
	switch {
	case err == nil:
		return "ok: " + value
	case errors.As(err, &refused):
		return fmt.Sprintf("StructError %d %s", refused.Status, refused.Err.Type)
	case errors.As(err, &text):
		return fmt.Sprintf("StringError %d %s", text.Status, kindOf(text.Err))
	case strings.HasPrefix(err.Error(), "answer "):
		return err.Error()
	default:
		return fmt.Sprintf("%T %s", err, strings.SplitN(err.Error(), "\n", 2)[0])
	}
}

// played returns the outcome of a step, also of one that panics.
func played(one step, c *opensearchapi.Client) (text string) {
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
		config := opensearch.Config{Addresses: []string{one.BaseURL}, Username: one.User, Password: one.Password}
		client := must(opensearchapi.NewClient(opensearchapi.Config{Client: config}))
		for _, next := range steps {
			line := must(json.Marshal(map[string]string{"server": one.Name, "step": next.name, "outcome": played(next, client)}))
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
