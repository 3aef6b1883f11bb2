/** The style of a report's page. Colours only repeat what is written; both grounds keep a contrast of 4.5 for text. */
export const reportStyle = `
:root { color-scheme: light dark; --ground: #fff; --raised: #f6f8fa; --text: #1f2328; --quiet: #59636e; --rule: #d1d9e0; --link: #0550ae;
  --passed: #116329; --failed: #b3151f; --error: #8a4600; --skipped: #59636e;
  --dns: #8250df; --connect: #bc4c00; --tls: #bf3989; --first: #1a7f37; --download: #0969da; --other: #818b98; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --raised: #161b22; --text: #e6edf3; --quiet: #9da7b3; --rule: #3d444d; --link: #79c0ff;
  --passed: #56d364; --failed: #ff7b72; --error: #f0a850; --skipped: #9da7b3;
  --dns: #a371f7; --connect: #f0883e; --tls: #f778ba; --first: #3fb950; --download: #58a6ff; --other: #7d8590; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 76rem; font: 0.95rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); }
h1 { margin: 0; font-size: 1.8rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.2rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; flex: 1 1 18rem; min-width: 0; }
h4 { margin: 1.1rem 0 0.3rem; font-size: 0.85rem; color: var(--quiet); }
h1, h2, h3, th, td, li, p, dd { overflow-wrap: anywhere; }
code, pre { font: 0.85rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.file { margin: 0 0 0.25rem; color: var(--quiet); }
.share { display: flex; gap: 2px; height: 8px; margin: 1.25rem 0 0.75rem; border-radius: 4px; overflow: hidden; background: var(--rule); }
.share i { background: currentColor; min-width: 3px; }
.counts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0; padding: 0; list-style: none; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); gap: 1rem; margin: 1.5rem 0 0; padding: 1rem 1.25rem; background: var(--raised); border: 1px solid var(--rule); border-radius: 8px; }
.facts dt { font-size: 0.8rem; color: var(--quiet); }
.facts dd { margin: 0; font-weight: 600; }
.passed { color: var(--passed); } .failed { color: var(--failed); } .error { color: var(--error); } .skipped { color: var(--skipped); }
.mark::before { display: inline-block; width: 1.3em; font-weight: 700; content: "✓"; content: "✓" / ""; }
.failed.mark::before { content: "✗"; content: "✗" / ""; } .error.mark::before { content: "!"; content: "!" / ""; } .skipped.mark::before { content: "–"; content: "–" / ""; }
.mark { white-space: nowrap; }
details { margin: 0.5rem 0; border: 1px solid var(--rule); border-inline-start: 4px solid var(--kind); border-radius: 6px; background: var(--ground); }
details.passed { --kind: var(--passed); } details.failed { --kind: var(--failed); } details.error { --kind: var(--error); } details.skipped { --kind: var(--skipped); }
details.passed, details.failed, details.error, details.skipped { color: inherit; }
summary { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; align-items: baseline; padding: 0.55rem 0.9rem; cursor: pointer; list-style: none; border-radius: 6px; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "▸"; content: "▸" / ""; color: var(--quiet); width: 0.8em; }
details[open] > summary::before { content: "▾"; content: "▾" / ""; }
summary:hover { background: var(--raised); }
.more { padding: 0 0.9rem 0.9rem 2.4rem; scroll-margin-top: 4rem; }
.more > :first-child { margin-top: 0.25rem; }
.more ul { margin: 0.25rem 0; padding: 0; list-style: none; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 1rem; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 1rem; }
.two > div { min-width: 0; }
td.mark { width: 1%; padding-inline-end: 1.5rem; }
.quiet { color: var(--quiet); }
.why { font-weight: 600; }
pre { margin: 0.25rem 0; padding: 0.7rem 0.9rem; max-height: 28rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; color: var(--quiet); padding-bottom: 0.5rem; }
th, td { text-align: start; vertical-align: baseline; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; } thead th { font-size: 0.8rem; color: var(--quiet); } tbody th { font-weight: 400; }
.part { padding-top: 1.25rem; font-weight: 600; }
.number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.line { width: 34%; min-width: 9rem; padding-inline-end: 0; }
.bar { position: relative; height: 12px; background: linear-gradient(to right, var(--rule) 1px, transparent 1px) 0 0 / 25% 100%; }
.bar b { position: absolute; display: flex; top: 1px; bottom: 1px; min-width: 3px; border-radius: 2px; overflow: hidden; background: var(--other); }
.bar i { flex: none; }
.times { display: flex; flex-wrap: wrap; gap: 0.1rem 1.25rem; }
.times li::before { display: inline-block; width: 0.7em; height: 0.7em; margin-inline-end: 0.4em; border-radius: 2px; background: var(--other); content: ""; }
.dns, .times .dns::before { background: var(--dns); } .connect, .times .connect::before { background: var(--connect); } .tls, .times .tls::before { background: var(--tls); }
.first, .times .first::before { background: var(--first); } .download, .times .download::before { background: var(--download); }
.times li { background: none; }
.key { margin: 0.75rem 0 0; padding: 0; list-style: none; font-size: 0.85rem; color: var(--quiet); }
@media (max-width: 44rem) { .line { display: none; } .more { padding-inline-start: 0.9rem; } th, td { padding-inline-end: 0.5rem; } }
@media print { nav { display: none; } .two { display: block; } body { padding: 0; max-width: none; font-size: 9pt; } details::details-content { content-visibility: visible; display: block; block-size: auto; }
  pre { max-height: none; } summary, tr, .facts, h4 { break-inside: avoid; break-after: auto; } h2, h4, summary { break-after: avoid; }
  .share i, .bar b, .bar i, .times li::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; } a { color: inherit; text-decoration: none; } }
`;
