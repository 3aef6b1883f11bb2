// Command play plays the stories of the Go clients against the sandbox whose addresses are in the file that is given.
//
// Each story is a line of JSON: {"client", "version", "story", "failure"}.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
)

type story struct {
	name string
	play func(*sandbox)
}

func main() {
	box := readSandbox(os.Args[1])
	playAll(box, "go-elasticsearch", "github.com/elastic/go-elasticsearch/v8", clusterStories)
	playAll(box, "go-github", "github.com/google/go-github/v92", hostStories)
	playAll(box, "go-github", "github.com/google/go-github/v62", projectStories)
}

func playAll(box *sandbox, client, module string, stories []story) {
	for _, one := range stories {
		line, err := json.Marshal(map[string]any{
			"client":  client,
			"version": versionOf(module),
			"story":   one.name,
			"failure": failureOf(func() { one.play(box) }),
		})
		check(err)
		fmt.Println(string(line))
	}
}

// failureOf returns what a story panicked with, so that the other stories are played, too.
func failureOf(play func()) (failure any) {
	defer func() {
		if reason := recover(); reason != nil {
			failure = fmt.Sprintf("%v\n%s", reason, debug.Stack())
		}
	}()
	play()
	return nil
}

func versionOf(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version[1:]
		}
	}
	return ""
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

func expect(isMet bool, what string, values ...any) {
	if !isMet {
		panic(fmt.Sprintf("expected "+what, values...))
	}
}
