'use strict';

/* The style of folds, scrolling tables, the table of contents, and controls. */

const controls = `
.beside{border-bottom:1px solid var(--line)}
.beside nav ul{border:0}
.permalink{float:right;margin:.2rem 0 0 1rem;font-size:.85rem}
.body>.plots,.body>figure,.body>.failure,.body>dl{clear:right}
details.fold{margin-top:1.6rem;border-top:1px solid var(--line);padding-top:.6rem}
details.fold>summary{cursor:pointer;font-weight:650;font-size:1.02rem}
details.fold>summary span{color:var(--soft);font-weight:400;font-size:.88rem}
.scroll.long{max-height:min(34rem,70vh);overflow-y:auto}
.scroll.long thead th{position:sticky;top:0;background:var(--paper);z-index:1}
.scroll.long thead th:first-child{z-index:2}
[hidden]{display:none!important}

th button{font:inherit;color:inherit;background:none;border:0;padding:0;margin:0;cursor:pointer;letter-spacing:inherit}
th button:hover{color:var(--link)}
th button::after{content:"▲" / "";display:none;width:1.1em;margin-right:-1.1em;font-size:.7em;text-align:center}
th[aria-sort=ascending] button::after,th[aria-sort=descending] button::after{display:inline-block}
th:last-child button::after{margin-right:0}
th[aria-sort=descending] button::after{content:"▼" / ""}
.filter{display:flex;flex-wrap:wrap;gap:.4rem .7rem;align-items:center;padding:.6rem 0;font-size:.88rem}
.filter label{font-weight:550}
.filter input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:3px;
padding:.25rem .5rem;min-width:0;width:13rem;max-width:100%}
.filter div{display:flex;flex-wrap:wrap;gap:.3rem .4rem}
.filter button{font:inherit;color:inherit;background:none;border:1px solid var(--line);border-radius:1rem;
padding:.1rem .6rem .1rem .35rem;cursor:pointer}
.filter button[aria-pressed=true]{background:var(--band);border-color:var(--ink)}
.filter p{margin:0;color:var(--soft)}
.tip{position:fixed;z-index:9;max-width:min(34rem,92vw);padding:.25rem .6rem;background:var(--ink);color:var(--paper);
border-radius:3px;font-size:.82rem;font-variant-numeric:tabular-nums}
svg.row.pointed{background:var(--band)}
.point.pointed .sign,.point.pointed .stroke{stroke:var(--ink);stroke-width:2}
.tests:not(:has(>details:not([hidden])))>h3{display:none}
figure:has(>.rows):not(:has(>.rows>li:not([hidden]):not(.under))){display:none}

@media screen and (min-width:80rem){
body:has(>.beside){display:grid;grid-template-columns:11.5rem minmax(0,1fr);gap:0 2.5rem;max-width:96rem;
align-content:start}
.masthead{grid-column:1/-1}
.beside{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:1.4rem .3rem;border:0}
.beside nav ul{flex-direction:column;padding:0}
.filter{flex-direction:column;align-items:stretch;margin-top:1.2rem}
.filter input{width:100%}}
@media print{
.beside,.tip,.permalink{display:none}
.scroll.long{max-height:none}
.scroll.long thead th{position:static}
details.fold{border:0}}
`;

module.exports = { controls };
