/** The forms in which every request can be copied, in the order in which they are offered. */
export const copyTargets = [
  { id: 'bash', title: 'curl (bash)', language: 'shellscript' },
  { id: 'powershell', title: 'curl (PowerShell)', language: 'powershell' },
  { id: 'fetch', title: 'fetch (JavaScript)', language: 'javascript' },
  { id: 'python', title: 'requests (Python)', language: 'python' },
  { id: 'httpie', title: 'HTTPie', language: 'shellscript' },
  { id: 'axios', title: 'axios (JavaScript)', language: 'javascript' },
  { id: 'go', title: 'net/http (Go)', language: 'go' },
  { id: 'java', title: 'HttpClient (Java)', language: 'java' },
  { id: 'csharp', title: 'HttpClient (C#)', language: 'csharp' },
  { id: 'php', title: 'curl (PHP)', language: 'php' },
  { id: 'client', title: 'Official client (JavaScript)', language: 'javascript' },
] as const;

/** One of these forms. */
export type CopyTarget = (typeof copyTargets)[number]['id'];
