// Package rulebooksandbox gives tests in Go a sandbox of Rulebook. It needs the command rulebook and nothing but the standard library.
package rulebooksandbox

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"testing"
)

// Sandbox is a running sandbox.
type Sandbox struct {
	endpoints []endpoint
}

type endpoint struct {
	Name       string `json:"name"`
	Service    string `json:"service"`
	BaseURL    string `json:"baseUrl"`
	Credential string `json:"credential"`
}

// Start starts a sandbox with the options of `rulebook sandbox`, such as "--description", "openapi.yaml". It ends with the test, and when the
// program that runs the tests ends. RULEBOOK in the environment names the command where rulebook is not on the PATH.
func Start(t testing.TB, options ...string) *Sandbox {
	t.Helper()
	command := os.Getenv("RULEBOOK")
	if command == "" {
		command = "rulebook"
	}
	process := exec.Command(command, append([]string{"sandbox", "--json", "--port", "0", "--unlisted"}, options...)...)
	process.Stderr = os.Stderr
	// The sandbox ends when its standard input closes.
	input, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatalf("the sandbox cannot be started: %v; install it: npm install --global rulebook-http", err)
	}
	t.Cleanup(func() {
		input.Close()
		process.Wait()
	})
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		t.Fatal("the sandbox did not start: standard error says why")
	}
	ready := struct {
		Endpoints []endpoint `json:"endpoints"`
	}{}
	if err := json.Unmarshal(line, &ready); err != nil {
		t.Fatal(err)
	}
	return &Sandbox{endpoints: ready.Endpoints}
}

// URL returns the base URL of a service, by its id or the name of its endpoint.
func (s *Sandbox) URL(service string) string {
	return s.find(service).BaseURL
}

// Credential returns the value of an Authorization field that may do everything.
func (s *Sandbox) Credential(service string) string {
	return s.find(service).Credential
}

// Reset returns to the beginning: state, clock, faults, and what was received.
func (s *Sandbox) Reset(t testing.TB) {
	t.Helper()
	s.Control(t, "POST", "/reset", nil)
}

// ExpectRequest fails with the difference unless such a request was received: method, path, query, headers, body, times.
func (s *Sandbox) ExpectRequest(t testing.TB, expected map[string]any) {
	t.Helper()
	s.Control(t, "POST", "/expectations", expected)
}

// Control sends a control request to the first service, such as "POST", "/clock", map[string]any{"advance": "7d"}, and returns its body.
func (s *Sandbox) Control(t testing.TB, method, path string, value any) []byte {
	t.Helper()
	var body io.Reader
	if value != nil {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.endpoints[0].BaseURL+"/_sandbox"+path, body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", s.endpoints[0].Credential)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode >= 400 {
		t.Fatalf("%s", answer)
	}
	return answer
}

func (s *Sandbox) find(service string) endpoint {
	for _, one := range s.endpoints {
		if one.Service == service || one.Name == service {
			return one
		}
	}
	panic(fmt.Sprintf("%s is not played; there are %v", service, s.endpoints))
}
