/** The colours are those of ui/kit/theme; an embedded page loads nothing but its pictures. */
export const embedStyles = `
html.light{color-scheme:light;--surface:#fff;--sunk:#f6f6f5;--text:#18181a;--quiet:#6b6b70;--line:#e4e4e2;--accent:#0b5cad}
html.dark{color-scheme:dark;--surface:#121214;--sunk:#0c0c0d;--text:#ededee;--quiet:#9c9ca3;--line:#2a2a2e;--accent:#7db8f2}
html[data-wall=white]{--wall:#fff}
html[data-wall=light]{--wall:#fafafa}
html[data-wall=grey]{--wall:#9e9e9e}
html[data-wall=dark]{--wall:#303030}
html[data-wall=black]{--wall:#000}
*{box-sizing:border-box}
html,body{height:100%}
main{min-height:100%;display:flex;flex-direction:column}
.one-photo{height:100%}
body{margin:0;background:var(--surface);color:var(--text);font:400 14px/1.4 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',sans-serif;overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
a{color:inherit;text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
p,h1{margin:0}
h1{font-size:15px;line-height:1.35;font-weight:600}
picture{display:contents}
img{display:block}
.photo{position:relative;flex:1;min-height:120px;background:var(--wall)}
.photo img{position:absolute;inset:0;width:100%;height:100%;object-fit:contain}
.caption{display:flex;align-items:center;gap:12px;padding:10px 16px;min-height:64px;border-top:1px solid var(--line)}
.words{flex:1;min-width:0}
.words>*{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.words>a{display:block}
.words h1{overflow:hidden;text-overflow:ellipsis}
.by{color:var(--quiet)}
a:hover>h1,.by a:hover,.words>a:hover{text-decoration:underline;text-underline-offset:.25em;text-decoration-thickness:1px}
.open{flex:none;display:grid;place-items:center;width:44px;height:44px;margin-right:-12px;color:var(--quiet)}
.open:hover{color:var(--text)}
.open svg{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.tiles{flex:none;display:grid;grid-template-columns:repeat(3,1fr);gap:2px;margin:0;padding:0;list-style:none}
.tiles.two,.tiles.four{grid-template-columns:repeat(2,1fr)}
.tiles.one{grid-template-columns:1fr}
.tiles a{display:block;aspect-ratio:1;background:var(--sunk)}
.tiles.one a{aspect-ratio:3/2;max-height:max(200px,calc(100vh - 128px));width:100%}
.tiles img{width:100%;height:100%;object-fit:cover;transition:opacity .12s}
.tiles a:hover img{opacity:.86}
.tiles a:focus-visible{position:relative;z-index:1}
.album .caption{border-top:0}
.all{flex:none;display:flex;align-items:center;justify-content:center;gap:6px;min-height:64px;padding:10px 16px;color:var(--text);font-weight:600}
.all:hover{color:var(--accent)}
.missing{flex:1;display:grid;place-content:center;gap:8px;padding:24px;text-align:center;color:var(--quiet);text-wrap:balance}
.missing a{color:var(--text);text-decoration:underline;text-underline-offset:.25em;text-decoration-thickness:1px}
@media (min-width:520px){.tiles.four,.tiles.twelve{grid-template-columns:repeat(4,1fr)}h1{font-size:16px}}
@media (min-width:900px){.tiles.six,.tiles.twelve{grid-template-columns:repeat(6,1fr)}.caption{padding-inline:24px}.tiles{gap:3px}}
@media (max-height:219px){.caption{min-height:44px;padding-block:4px}.photo{min-height:80px}}
@media (prefers-reduced-motion:reduce){.tiles img{transition:none}}
`
