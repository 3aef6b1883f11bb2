package main

import (
	"github.com/google/go-github/v62/github"
)

// Later versions of the client do not have classic projects any more.
var projectStories = []story{
	{"adds, lists, reads and removes collaborators of a classic project", projects},
}

func projects(box *sandbox) {
	client := github.NewClient(nil).WithAuthToken(box.token("sandbox-hub"))
	client.BaseURL = must(client.BaseURL.Parse(box.url("sandbox-hub") + "/"))
	const project = 7
	permission, affiliation := "admin", "all"
	for _, login := range []string{"octocat", "defunkt"} {
		options := &github.ProjectCollaboratorOptions{Permission: &permission}
		must(client.Projects.AddProjectCollaborator(ctx, project, login, options))
	}
	logins := []string{}
	options := &github.ListCollaboratorOptions{Affiliation: &affiliation, ListOptions: github.ListOptions{PerPage: 2}}
	for {
		page, answer, err := client.Projects.ListProjectCollaborators(ctx, project, options)
		check(err)
		for _, user := range page {
			logins = append(logins, user.GetLogin())
		}
		if answer.NextPage == 0 {
			break
		}
		options.Page = answer.NextPage
	}
	expect(len(logins) == 5, "five collaborators, got %v", logins)
	level, _, err := client.Projects.ReviewProjectCollaboratorPermission(ctx, project, "octocat")
	check(err)
	expect(level.GetPermission() == "admin" && level.GetUser().GetLogin() == "octocat", "a permission")
	for _, login := range []string{"octocat", "defunkt"} {
		must(client.Projects.RemoveProjectCollaborator(ctx, project, login))
	}
}
