using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

/// <summary>
/// A sandbox of Rulebook for tests in .NET 8 or later. It ends when it is disposed, and when the process of the tests ends.
/// RULEBOOK in the environment names the command where rulebook is not on the PATH.
/// </summary>
public sealed class RulebookSandbox : IDisposable
{
    private readonly Process process;
    private readonly HttpClient client = new();
    private readonly IReadOnlyList<Endpoint> endpoints;

    private sealed record Endpoint(string Name, string Service, string BaseUrl, string Credential);

    private RulebookSandbox(Process process, IReadOnlyList<Endpoint> endpoints)
    {
        this.process = process;
        this.endpoints = endpoints;
    }

    /// <summary>Starts a sandbox with the options of `rulebook sandbox`, such as "--description", "openapi.yaml".</summary>
    public static RulebookSandbox Start(params string[] options)
    {
        var command = Environment.GetEnvironmentVariable("RULEBOOK") ?? (OperatingSystem.IsWindows() ? "rulebook.cmd" : "rulebook");
        // The sandbox ends when its standard input closes.
        var start = new ProcessStartInfo(command) { RedirectStandardInput = true, RedirectStandardOutput = true, UseShellExecute = false };
        foreach (var word in new[] { "sandbox", "--json", "--port", "0", "--unlisted" }.Concat(options)) start.ArgumentList.Add(word);
        var process = Process.Start(start) ?? throw new InvalidOperationException("The sandbox cannot be started.");
        var line = process.StandardOutput.ReadLine() ?? throw new InvalidOperationException("The sandbox did not start: standard error says why.");
        using var ready = JsonDocument.Parse(line);
        var found = ready.RootElement.GetProperty("endpoints").EnumerateArray().Select(one => new Endpoint(
            one.GetProperty("name").GetString()!,
            one.GetProperty("service").GetString()!,
            one.GetProperty("baseUrl").GetString()!,
            one.GetProperty("credential").GetString()!)).ToList();
        return new RulebookSandbox(process, found);
    }

    /// <summary>The base URL of a service, by its id or the name of its endpoint.</summary>
    public string Url(string service) => Find(service).BaseUrl;

    /// <summary>The value of an Authorization field that may do everything.</summary>
    public string Credential(string service) => Find(service).Credential;

    /// <summary>Returns to the beginning: state, clock, faults, and what was received.</summary>
    public Task Reset() => Control(HttpMethod.Post, "/reset");

    /// <summary>Fails with the difference unless such a request was received: method, path, query, headers, body, times.</summary>
    public Task ExpectRequest(object expected) => Control(HttpMethod.Post, "/expectations", expected);

    /// <summary>Sends a control request to the first service, and returns its body.</summary>
    public async Task<string> Control(HttpMethod method, string path, object? value = null)
    {
        using var request = new HttpRequestMessage(method, endpoints[0].BaseUrl + "/_sandbox" + path);
        request.Headers.TryAddWithoutValidation("Authorization", endpoints[0].Credential);
        if (value is not null) request.Content = new StringContent(JsonSerializer.Serialize(value), Encoding.UTF8, "application/json");
        using var response = await client.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        if (!response.IsSuccessStatusCode) throw new InvalidOperationException(text);
        return text;
    }

    public void Dispose()
    {
        process.StandardInput.Close();
        if (!process.WaitForExit(10_000)) process.Kill();
        process.Dispose();
        client.Dispose();
    }

    private Endpoint Find(string service) =>
        endpoints.FirstOrDefault(one => one.Service == service || one.Name == service)
        ?? throw new ArgumentException($"{service} is not played; there are {string.Join(", ", endpoints.Select(one => one.Name))}");
}
