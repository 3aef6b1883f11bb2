"""The stories of the client of the code host."""

import json
import urllib.parse

from github import Auth, Github, GithubException, GithubRetry, UnknownObjectException
from sandbox import Receiver

SECRET = "it is a secret, even with ümlauts"


def connect(sandbox, name="", **options):
    token = sandbox.token("sandbox-hub") + ("-" + name if name else "")
    return Github(auth=Auth.Token(token), base_url=sandbox.url("sandbox-hub"), **options)


def repository(sandbox, **options):
    return connect(sandbox, **options).get_repo("octo-org/octo-repo")


def newest_delivery(repo, hook):
    """Returns the newest delivery once it is known what became of it."""
    while True:
        delivery = next(iter(repo.get_hook_deliveries(hook.id)))
        if delivery.status != "pending":
            return delivery


def info(sandbox):
    """connects, and says who it is"""
    client = connect(sandbox)
    assert client.get_user().login == "octo-org"
    assert client.get_user("hubot").login == "hubot"
    repo = repository(sandbox)
    assert repo.full_name == "octo-org/octo-repo" and repo.permissions.admin
    assert client.get_rate_limit().rate.limit == 5000


def webhooks(sandbox):
    """creates, reads, edits and deletes webhooks"""
    repo = repository(sandbox)
    config = {"url": "http://127.0.0.1:9/py", "content_type": "json", "insecure_ssl": "0", "secret": SECRET}
    hook = repo.create_hook("web", config, ["push", "issues"], False)
    assert hook.last_response.status == "unused" and hook.config["secret"] == "********"
    assert repo.get_hook(hook.id).events == ["push", "issues"]
    hook.edit("web", config, events=["push"], active=False)
    hook.edit("web", config, add_events=["pull_request"], remove_events=["push"], active=False)
    assert hook.events == ["pull_request"]
    hook.delete()
    try:
        repo.get_hook(hook.id)
        raise AssertionError("it is still there")
    except UnknownObjectException as error:
        assert error.status == 404
    try:
        repo.create_hook("irc", config)
        raise AssertionError("it was created")
    except GithubException as error:
        assert error.status == 422


def deliveries(sandbox):
    """receives signed deliveries, reads them and has them sent again"""
    repo = repository(sandbox)
    for content_type in ("json", "form"):
        with Receiver(SECRET) as receiver:
            config = {"url": receiver.url, "content_type": content_type, "secret": SECRET}
            hook = repo.create_hook("web", config, ["push", "issues"], True)
            receiver.wait(1)
            hook.ping()
            receiver.wait(2)
            hook.test()
            received = receiver.wait(3)
            assert all(is_signed for _, _, is_signed in received)
            headers, body, _ = received[2]
            assert headers["X-GitHub-Event"] == "push" and headers["X-GitHub-Hook-ID"] == str(hook.id)
            if content_type == "form":
                body = urllib.parse.parse_qs(body.decode())["payload"][0]
            assert json.loads(body)["repository"]["full_name"] == "octo-org/octo-repo"
            newest = newest_delivery(repo, hook)
            detail = repo.get_hook_delivery(hook.id, newest.id)
            assert detail.status_code == 200 and detail.guid == newest.guid
            assert detail.request.headers["X-GitHub-Event"] == "push" and detail.response.payload == "seen"
            attempts = "%s/deliveries/%d/attempts" % (hook.url, newest.id)
            repo.requester.requestJsonAndCheck("POST", attempts)
            receiver.wait(4)
            again = newest_delivery(repo, hook)
            assert again.redelivery and again.guid == newest.guid
            hook.delete()
    with Receiver("another secret") as receiver:
        hook = repo.create_hook("web", {"url": receiver.url, "content_type": "json", "secret": SECRET})
        assert [is_signed for _, _, is_signed in receiver.wait(1)] == [False]
        assert newest_delivery(repo, hook).status_code == 401
        hook.delete()


def pages(sandbox):
    """walks through pages of webhooks and deliveries by their links"""
    repo = repository(sandbox, per_page=2)
    with Receiver(SECRET) as receiver:
        made = []
        for number in range(5):
            config = {"url": "%s/%d" % (receiver.url, number), "content_type": "json", "secret": SECRET}
            made.append(repo.create_hook("web", config, ["push"], number == 0))
        listed = repo.get_hooks()
        assert [hook.id for hook in listed] == [hook.id for hook in made]
        assert len(listed.get_page(2)) == 1 and listed.totalCount == 5
        for _ in range(4):
            made[0].ping()
        receiver.wait(5)
        assert len(list(repo.get_hook_deliveries(made[0].id))) == 5
        for hook in made:
            hook.delete()


def projects(sandbox):
    """adds, lists, reads and removes collaborators of a classic project, of which the client has only the requests"""
    client = connect(sandbox)
    requester = client.requester
    path = "/projects/7/collaborators"
    requester.requestJsonAndCheck("PUT", path + "/octocat", input={"permission": "admin"})
    requester.requestJsonAndCheck("PUT", path + "/defunkt")
    headers, listed = requester.requestJsonAndCheck("GET", path, parameters={"affiliation": "direct", "per_page": 2})
    assert len(listed) == 2 and 'rel="next"' in headers["link"]
    _, permission = requester.requestJsonAndCheck("GET", path + "/octocat/permission")
    assert permission["permission"] == "admin" and permission["user"]["login"] == "octocat"
    for login in ("octocat", "defunkt"):
        requester.requestJsonAndCheck("DELETE", "%s/%s" % (path, login))
    _, listed = requester.requestJsonAndCheck("GET", path)
    assert [user["login"] for user in listed] == ["octo-org", "hubot", "monalisa"]


def collaborators(sandbox):
    """invites, lists and removes collaborators of a repository"""
    repo = repository(sandbox)
    invitation = repo.add_to_collaborators("monalisa", "push")
    assert invitation.invitee.login == "monalisa"
    assert [one.id for one in repo.get_pending_invitations()] == [invitation.id]
    repo.remove_invitation(invitation.id)
    assert {user.login for user in repo.get_collaborators()} == {"octo-org", "hubot"}
    assert repo.has_in_collaborators("hubot") and not repo.has_in_collaborators("monalisa")
    assert repo.get_collaborator_permission("hubot") == "write"


def retries(sandbox):
    """tries again when the code host is busy, and says when it may not call any more"""
    retry = GithubRetry(total=4, backoff_factor=0, secondary_rate_wait=0.1)
    repo = repository(sandbox, retry=retry, seconds_between_requests=None, seconds_between_writes=None)
    sandbox.fault("sandbox-hub", fault="status", status=503, path="/repos/*/hooks", times=2)
    assert list(repo.get_hooks()) == []
    message = {"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}
    limited = {"fault": "status", "path": "/repos/*/hooks", "headers": {"Retry-After": "1"}, "body": message}
    sandbox.fault("sandbox-hub", status=403, **limited)
    assert list(repo.get_hooks()) == []
    sandbox.fault("sandbox-hub", status=429, **limited)
    try:
        list(repository(sandbox, retry=None).get_hooks())
        raise AssertionError("it was not refused")
    except GithubException as error:
        assert error.status == 429
    assert connect(sandbox, "writer").get_user().login == "hubot"


STORIES = [info, webhooks, deliveries, pages, projects, collaborators, retries]
