/**
 * The page uses the light or dark colour scheme of the operating system. The content security policy contains the hash of this text, so
 * that the browser accepts the style.
 */
export const pageStyle = `
:root { color-scheme: light dark; --line: light-dark(#ddd8d2, #3a3633); --soft: light-dark(#f7f4f1, #211f1d); --ink: light-dark(#26211e, #ece7e2);
  --running: light-dark(#1d5fa8, #8fc1ff); --good: light-dark(#1d6b3a, #7fd6a0); --bad: light-dark(#a3213a, #ff9aa8); --quiet: light-dark(#6b635c, #b3aaa2); }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #181614); }
header, main { max-width: 80rem; margin: 0 auto; padding: 1rem 1.5rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin-top: 2rem; }
a { color: var(--running); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible { outline: 2px solid var(--running); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end; }
label { display: grid; gap: .25rem; font-size: .85rem; color: var(--quiet); }
input, select, button { font: inherit; padding: .35rem .6rem; border: 1px solid var(--line); border-radius: .4rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
th { font-size: .85rem; color: var(--quiet); }
td p { margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.5rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
small { color: var(--quiet); }
pre { margin: .3rem 0; padding: .6rem; max-height: 24rem; overflow: auto; background: var(--soft); border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
.badge { padding: .1rem .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .8rem; white-space: nowrap; }
.badge.running { color: var(--running); } .badge.succeeded { color: var(--good); } .badge.failed, .badge.timed_out { color: var(--bad); } .badge.aborted { color: var(--quiet); }
.depth-1 td:first-child { padding-left: 2rem; } .depth-2 td:first-child { padding-left: 3.5rem; } .depth-3 td:first-child { padding-left: 5rem; } .depth-4 td:first-child { padding-left: 6.5rem; }
`;
