package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strings"
)

type endpoint struct {
	Name       string `json:"name"`
	BaseURL    string `json:"baseUrl"`
	Credential string `json:"credential"`
}

type sandbox struct {
	endpoints map[string]endpoint
}

func readSandbox(path string) *sandbox {
	var ready struct {
		Endpoints []endpoint `json:"endpoints"`
	}
	check(json.Unmarshal(must(os.ReadFile(path)), &ready))
	box := &sandbox{endpoints: map[string]endpoint{}}
	for _, one := range ready.Endpoints {
		box.endpoints[one.Name] = one
	}
	return box
}

func (box *sandbox) url(name string) string {
	return box.endpoints[name].BaseURL
}

func (box *sandbox) token(name string) string {
	return strings.TrimPrefix(box.endpoints[name].Credential, "Bearer ")
}

// fault injects a failure into requests to a server.
func (box *sandbox) fault(name string, fault map[string]any) {
	body := must(json.Marshal(fault))
	request := must(http.NewRequest("POST", box.url(name)+"/_sandbox/faults", bytes.NewReader(body)))
	request.Header.Set("Authorization", box.endpoints[name].Credential)
	request.Header.Set("Content-Type", "application/json")
	response := must(http.DefaultClient.Do(request))
	defer response.Body.Close()
	expect(response.StatusCode < 300, "a fault, got %d", response.StatusCode)
}
