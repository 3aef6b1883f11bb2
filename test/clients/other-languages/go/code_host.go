package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"

	"github.com/google/go-github/v92/github"
)

// The stories of the client of the code host.
var hostStories = []story{
	{"connects, and says who it is", hostInfo},
	{"creates, reads, edits and deletes webhooks", webhooks},
	{"receives signed deliveries, reads them and has them sent again", deliveries},
	{"walks through pages of webhooks and deliveries by their links", hostPages},
	{"invites, lists and removes collaborators of a repository", collaborators},
	{"learns from refusals when it may call again", hostRetries},
}

const owner, repo, secret = "octo-org", "octo-repo", "it is a secret, even with ümlauts"

func hostClient(box *sandbox) *github.Client {
	url := box.url("sandbox-hub") + "/"
	return must(github.NewClient(github.WithURLs(&url, &url), github.WithAuthToken(box.token("sandbox-hub"))))
}

// receiver takes deliveries that are signed with its secret, as the client itself verifies them.
type receiver struct {
	*httptest.Server
	events chan any
}

func startReceiver(key string) *receiver {
	started := &receiver{events: make(chan any, 100)}
	started.Server = httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		payload, err := github.ValidatePayload(request, []byte(key))
		if err != nil {
			answer.WriteHeader(http.StatusUnauthorized)
			started.events <- err
			return
		}
		_, _ = answer.Write([]byte("seen"))
		event, err := github.ParseWebHook(github.WebHookType(request), payload)
		if err != nil {
			started.events <- err
			return
		}
		started.events <- event
	}))
	return started
}

func (started *receiver) next() any {
	select {
	case event := <-started.events:
		return event
	case <-time.After(20 * time.Second):
		panic("no delivery arrived")
	}
}

func configFor(url, contentType string) *github.HookConfig {
	key, insecure := secret, "0"
	return &github.HookConfig{URL: &url, ContentType: &contentType, Secret: &key, InsecureSSL: &insecure}
}

func createHook(client *github.Client, hook *github.Hook) *github.Hook {
	made, _, err := client.Repositories.CreateHook(ctx, owner, repo, hook)
	check(err)
	return made
}

func deleteHook(client *github.Client, hook *github.Hook) {
	_, err := client.Repositories.DeleteHook(ctx, owner, repo, hook.GetID())
	check(err)
}

func statusOf(err error) int {
	var refusal *github.ErrorResponse
	expect(errors.As(err, &refusal), "a refusal, got %v", err)
	return refusal.Response.StatusCode
}

func hostInfo(box *sandbox) {
	client := hostClient(box)
	me, _, err := client.Users.Get(ctx, "")
	check(err)
	expect(me.GetLogin() == owner, "the user, got %v", me)
	read, _, err := client.Repositories.Get(ctx, owner, repo)
	check(err)
	expect(read.GetFullName() == owner+"/"+repo && read.GetPrivate(), "the repository")
	limits, _, err := client.RateLimit.Get(ctx)
	check(err)
	expect(limits.GetCore().Limit == 5000, "the limit")
}

func webhooks(box *sandbox) {
	client := hostClient(box)
	isActive := false
	made := createHook(client, &github.Hook{
		Config: configFor("http://127.0.0.1:9/go", "json"), Events: []string{"push", "issues"}, Active: &isActive,
	})
	expect(made.GetConfig().GetSecret() == "********" && made.LastResponse["status"] == "unused", "a webhook")
	read, _, err := client.Repositories.GetHook(ctx, owner, repo, made.GetID())
	check(err)
	expect(slices.Equal(read.Events, []string{"push", "issues"}), "its events")
	edited, _, err := client.Repositories.EditHook(ctx, owner, repo, made.GetID(), &github.Hook{
		Config: configFor("http://127.0.0.1:9/go", "json"), Events: []string{"pull_request"},
	})
	check(err)
	expect(slices.Equal(edited.Events, []string{"pull_request"}), "its events")
	config, _, err := client.Repositories.UpdateHookConfiguration(
		ctx, owner, repo, made.GetID(), *configFor("http://127.0.0.1:9/go", "form"),
	)
	check(err)
	expect(config.GetContentType() == "form" && config.GetSecret() == "********", "the configuration")
	_, _, err = client.Repositories.GetHookConfiguration(ctx, owner, repo, made.GetID())
	check(err)
	deleteHook(client, made)
	_, _, err = client.Repositories.GetHook(ctx, owner, repo, made.GetID())
	expect(statusOf(err) == 404, "404")
	_, _, err = client.Repositories.CreateHook(ctx, owner, repo, &github.Hook{
		Config: configFor("http://127.0.0.1:9/go", "xml"),
	})
	expect(statusOf(err) == 422, "422")
}

func deliveries(box *sandbox) {
	client := hostClient(box)
	for _, contentType := range []string{"json", "form"} {
		receiver := startReceiver(secret)
		hook := createHook(client, &github.Hook{
			Config: configFor(receiver.URL, contentType), Events: []string{"push", "issues"},
		})
		ping, isPing := receiver.next().(*github.PingEvent)
		expect(isPing && ping.GetHookID() == hook.GetID(), "a ping")
		_, err := client.Repositories.PingHook(ctx, owner, repo, hook.GetID())
		check(err)
		receiver.next()
		_, err = client.Repositories.TestHook(ctx, owner, repo, hook.GetID())
		check(err)
		push, isPush := receiver.next().(*github.PushEvent)
		expect(isPush && push.GetRepo().GetFullName() == owner+"/"+repo, "a push, got %v", push)
		newest := newestDelivery(client, hook)
		detail, _, err := client.Repositories.GetHookDelivery(ctx, owner, repo, hook.GetID(), newest.GetID())
		check(err)
		expect(detail.GetStatusCode() == 200 && detail.GetGUID() == newest.GetGUID(), "a delivery")
		must(detail.ParseRequestPayload())
		_, _, err = client.Repositories.RedeliverHookDelivery(ctx, owner, repo, hook.GetID(), newest.GetID())
		var accepted *github.AcceptedError
		expect(err == nil || errors.As(err, &accepted), "acceptance, got %v", err)
		receiver.next()
		again := newestDelivery(client, hook)
		expect(again.GetRedelivery() && again.GetGUID() == newest.GetGUID(), "a redelivery")
		deleteHook(client, hook)
		receiver.Close()
	}
	receiver := startReceiver("another secret")
	defer receiver.Close()
	hook := createHook(client, &github.Hook{Config: configFor(receiver.URL, "json")})
	_, isRefused := receiver.next().(error)
	expect(isRefused && newestDelivery(client, hook).GetStatusCode() == 401, "a wrong signature")
	deleteHook(client, hook)
}

// newestDelivery returns the newest delivery once it is known what became of it.
func newestDelivery(client *github.Client, hook *github.Hook) *github.HookDelivery {
	for {
		options := &github.ListCursorOptions{PerPage: 1}
		listed, _, err := client.Repositories.ListHookDeliveries(ctx, owner, repo, hook.GetID(), options)
		check(err)
		if len(listed) > 0 && listed[0].GetStatus() != "pending" {
			return listed[0]
		}
	}
}

func hostPages(box *sandbox) {
	client := hostClient(box)
	receiver := startReceiver(secret)
	defer receiver.Close()
	made := []*github.Hook{}
	for _, path := range []string{"/0", "/1", "/2", "/3", "/4"} {
		isActive := path == "/0"
		made = append(made, createHook(client, &github.Hook{
			Config: configFor(receiver.URL+path, "json"), Active: &isActive,
		}))
	}
	options := &github.ListOptions{PerPage: 2}
	ids := []int64{}
	for {
		page, answer, err := client.Repositories.ListHooks(ctx, owner, repo, options)
		check(err)
		for _, hook := range page {
			ids = append(ids, hook.GetID())
		}
		if answer.NextPage == 0 {
			break
		}
		options.Page = answer.NextPage
	}
	expect(len(ids) == 5 && ids[4] == made[4].GetID(), "five webhooks, got %v", ids)
	for range 4 {
		_, err := client.Repositories.PingHook(ctx, owner, repo, made[0].GetID())
		check(err)
	}
	for range 5 {
		receiver.next()
	}
	count := 0
	cursor := &github.ListCursorOptions{PerPage: 2}
	for _, err := range client.Repositories.ListHookDeliveriesIter(ctx, owner, repo, made[0].GetID(), cursor) {
		check(err)
		count++
	}
	expect(count == 5, "five deliveries, got %d", count)
	for _, hook := range made {
		deleteHook(client, hook)
	}
}

func collaborators(box *sandbox) {
	client := hostClient(box)
	options := &github.RepositoryAddCollaboratorOptions{Permission: "push"}
	invitation, _, err := client.Repositories.AddCollaborator(ctx, owner, repo, "monalisa", options)
	check(err)
	listed, _, err := client.Repositories.ListInvitations(ctx, owner, repo, nil)
	check(err)
	expect(len(listed) == 1 && listed[0].GetID() == invitation.GetID(), "an invitation")
	_, err = client.Repositories.DeleteInvitation(ctx, owner, repo, invitation.GetID())
	check(err)
	users, _, err := client.Repositories.ListCollaborators(ctx, owner, repo, nil)
	check(err)
	expect(len(users) == 2, "two collaborators")
	isThere, _, err := client.Repositories.IsCollaborator(ctx, owner, repo, "hubot")
	check(err)
	level, _, err := client.Repositories.GetPermissionLevel(ctx, owner, repo, "hubot")
	check(err)
	expect(isThere && level.GetPermission() == "write", "a permission")
}

func hostRetries(box *sandbox) {
	client := hostClient(box)
	list := func() error {
		_, _, err := client.Repositories.ListHooks(ctx, owner, repo, nil)
		return err
	}
	fault := func(status int, headers map[string]string) {
		box.fault("sandbox-hub", map[string]any{
			"fault": "status", "status": status, "path": "/repos/*/hooks", "headers": headers,
			"body": map[string]any{
				"message":           "You have exceeded a secondary rate limit. Please wait a few minutes.",
				"documentation_url": "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits",
			},
		})
	}
	fault(503, map[string]string{})
	expect(statusOf(list()) == 503, "503")
	check(list())
	fault(403, map[string]string{"Retry-After": "1"})
	var limited *github.AbuseRateLimitError
	expect(errors.As(list(), &limited) && limited.GetRetryAfter() == time.Second, "a time to wait")
	time.Sleep(limited.GetRetryAfter())
	check(list())
	client = hostClient(box)
	fault(429, map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "4102444800"})
	var exceeded *github.RateLimitError
	err := list()
	expect(errors.As(err, &exceeded) && exceeded.Rate.Reset.Year() == 2100, "a reset, got %v", err)
}
