/** The style of the pages behind links in mails, in the dashboard's colours. */
export const PAGE_STYLE = `:root{color-scheme:light dark;--bg:#f6f7f8;--surface:#fff;--line:#e2e5e9;--ink:#14171b;--faint:#5f6873;--accent:#2457d6;--on:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0e1013;--surface:#15181c;--line:#2a3037;--ink:#e9ebee;--faint:#939ca7;--accent:#86aaff;--on:#0b1736}}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif}
main{box-sizing:border-box;max-width:30rem;margin:10vh auto;padding:1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:8px}
.brand{margin:0;color:var(--faint);font-size:.8125rem}
h1{margin:.25rem 0 1rem;font-size:1.375rem;line-height:1.3}
p{overflow-wrap:anywhere}
button{min-height:2.5rem;padding:0 1.25rem;border:0;border-radius:6px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:32rem){main{margin:0;min-height:100vh;border:0;border-radius:0}}`;
