'use strict';

/* The style sheet of the page: system fonts, the reader's font size, and everything unfolded in print. */

const { FONTS, PICTURE_ON_PAGE, TONES } = require('../chart/theme');

/** Names above the cells of their rows. */
const stackedRows = (table) => `
${table},${table} thead,${table} tbody,${table} tr{display:grid;grid-column:1/-1;grid-template-columns:subgrid}
${table}{grid-template-columns:repeat(20,auto) 1fr}
${table} thead{position:sticky;top:0;background:var(--paper);z-index:1}
.scroll.long ${table} thead tr th{position:static}
${table} thead th{border:0;padding-block:.2rem}
${table} thead{border-bottom:1px solid var(--line)}
${table} tbody tr{padding-block:.25rem}
${table} tbody tr+tr{border-top:1px solid var(--grid)}
${table} tbody tr+tr>*{border:0}
${table} th,${table} td{padding:.1rem .5rem .1rem 0}
${table} td.number{padding-left:0}
${table} th:first-child,${table} .instead,${table} .wrapped:last-child{grid-column:1/-1;max-width:none}
${table} td.soft,${table} td:not(.number){white-space:normal;overflow-wrap:break-word}
${table} tr.fastest{padding-left:.6rem;background:var(--raised);box-shadow:inset 3px 0 var(--faster)}
${table} tr.fastest>th:first-child{padding-left:0;box-shadow:none}
`;

const style = `
:root{--sans:${FONTS};
--mono:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;padding:2rem clamp(1rem,4vw,3rem);max-width:77rem;background:var(--paper);color:var(--ink);
font:1rem/1.55 var(--sans);overflow-wrap:anywhere}
h1,h2,h3{line-height:1.25;font-weight:650;letter-spacing:-.011em;text-wrap:balance}
h1{margin:.35rem 0 .3rem;font-size:clamp(1.5rem,1.2rem + 1.2vw,2rem);letter-spacing:-.02em}
h2{margin:0 0 .25rem;font-size:1.4rem}
h3{margin:2.25rem 0 .6rem;font-size:1.02rem}
p{margin:.4rem 0}
a{color:var(--link);text-decoration-thickness:.06em;text-underline-offset:.18em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
code,pre{font-family:var(--mono);font-size:.88em}
pre{overflow-x:auto}
.soft,.mark,.notes{color:var(--soft)}

.masthead{padding-bottom:1.3rem;border-bottom:1px solid var(--line)}
.brand{display:flex;flex-wrap:wrap;gap:.1rem .7rem;align-items:baseline;margin:0;color:var(--soft);font-size:.875rem}
.wordmark{color:var(--ink);font:700 .95rem/1 var(--mono);letter-spacing:-.02em}
.wordmark::after{content:" >>>" / "";color:var(--mark);letter-spacing:-.12em}
.date{margin-left:auto}
.lead{font-size:.95rem;color:var(--soft)}
.masthead .answer{margin:.5rem 0;max-width:72rem;font-size:1.3rem;font-weight:600}
.masthead .answer~.answer{font-size:1.05rem;font-weight:400}
.command{margin:.7rem 0 0}
.command code{color:var(--soft)}
.command code::before{content:"$ " / "";opacity:.7}
.notice{margin:1rem 0;padding:.7rem 1rem;border-left:3px solid var(--slower);background:var(--raised);max-width:60rem}
.notice.passed{border-color:var(--faster)}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.3rem;margin:0;padding:.55rem 0;list-style:none;
border-bottom:1px solid var(--line);font-size:.92rem}

main>section{margin-top:1.8rem}
main>section:first-child{margin-top:1.9rem}
.settings{margin:0 0 1.1rem;color:var(--soft);font-size:.92rem}
.empty{color:var(--soft);font-style:italic}

.scroll{position:relative;overflow-x:auto;margin:1rem 0;border-block:1px solid var(--line);
overscroll-behavior-x:contain}
.scroll{background:linear-gradient(to right,var(--paper) 40%,transparent) 0 0/2.5rem 100% no-repeat local,
linear-gradient(to left,var(--paper) 40%,transparent) 100% 0/2.5rem 100% no-repeat local,
linear-gradient(to right,var(--line),transparent) 0 0/.8rem 100% no-repeat scroll,
linear-gradient(to left,var(--line),transparent) 100% 0/.8rem 100% no-repeat scroll}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums lining-nums}
th,td{padding:.22rem .4rem;text-align:left;vertical-align:baseline;white-space:nowrap}
tr>th:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
thead th{padding-block:.5rem;color:var(--soft);font-weight:500;font-size:.85rem;border-bottom:1px solid var(--line)}
tbody tr+tr>*{border-top:1px solid var(--grid)}
.in-view{position:sticky;right:0;background:var(--paper)}
tbody tr:hover>*{background:var(--raised)}
tbody th{font-weight:550;white-space:normal;min-width:8.5rem;max-width:30rem;overflow-wrap:anywhere}
.long-names:has(.wrapped) tbody th{min-width:17rem}
.wrapped{white-space:normal;min-width:9rem;overflow-wrap:break-word}
.number.wrapped{min-width:6.5rem}
tbody th a{display:block;width:fit-content;min-height:24px;color:inherit;text-decoration-color:var(--line)}
tbody th a:hover{color:var(--link);text-decoration-color:currentColor}
.number{text-align:right}
.bar-cell{width:14%;min-width:5rem}
.bar-cell span{display:inline-block;height:.8rem;border-radius:1px;background:var(--mark)}
tr.fastest>*{background:var(--raised)}
tr.fastest .bar-cell span{background:var(--faster)}
tr.fastest>th:first-child{box-shadow:inset 3px 0 var(--faster);padding-left:.6rem}
.instead{white-space:normal;color:var(--soft)}
.instead div{min-width:14rem}
tr.failed .instead{color:var(--failed)}
tr.group th{padding-top:1.1rem;color:var(--soft);font-weight:500;white-space:nowrap}
tr.differs>*{background:var(--band)}

.verdict{white-space:nowrap;font-weight:550}
.sign-of{display:inline-block;width:1.5em;font-weight:400;font-size:max(12px,.85em);text-align:center}
${TONES}.regression{font-weight:650;white-space:nowrap}
.regression::before{content:"! " / ""}

.answer{margin:.6rem 0 1rem;font-size:1.12rem;max-width:60rem;overflow-wrap:anywhere}
.notes,.warnings{margin:.9rem 0;padding-left:1.1rem;font-size:.92rem;max-width:60rem}
.notes li,.warnings li{margin:.2rem 0}
.notes li.below{margin-left:1.2rem}
.notes b{color:var(--ink);font-weight:550}

figure{display:grid;grid-template-columns:fit-content(19rem) minmax(10rem,1fr) repeat(2,max-content);max-width:75rem;
column-gap:.9rem;margin:1.6rem 0 0;padding-right:.7rem;font-size:.85rem;break-inside:avoid}
figure>*{grid-column:1/-1}
figure p{margin:0;overflow-wrap:anywhere}
figure svg{font-family:var(--sans)}
.item{display:grid;grid-template-columns:subgrid;align-items:center}
.item>*{grid-row:1}
.item-name{grid-column:1;text-align:right;padding-block:.3rem}
.item-name span{display:block}
.item>svg,.item-empty{grid-column:2}
.item>svg,.item-chart>svg{display:block;contain:size;width:100%;height:100%}
.item-value,.item-more{font-variant-numeric:tabular-nums}
.item-value{grid-column:3;text-align:right}
.item-more{grid-column:4;max-width:15rem}
.item-intro{padding:.7rem 0 .4rem;color:var(--soft)}
figure .item-group{padding:.7rem 0 .2rem;font-weight:600}
.item-key{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;color:var(--soft)}
.item-key span{display:inline-flex;align-items:center;gap:.4rem}
.item-key svg{flex:none}
${PICTURE_ON_PAGE}
details.test{border-top:1px solid var(--line);scroll-margin-top:1rem}
details.test:last-of-type{border-bottom:1px solid var(--line)}
details.test>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem 1rem;padding:.6rem 0;cursor:pointer;
list-style:none}
details.test>summary::-webkit-details-marker{display:none}
details.test>summary::before{content:"" / "";flex:none;align-self:flex-start;margin-top:.5rem;width:.42rem;
height:.42rem;border:solid var(--soft);border-width:0 1.5px 1.5px 0;transform:rotate(-45deg);margin-right:-.2rem}
details.test[open]>summary::before{transform:rotate(45deg)}
details.test>summary:hover .name{text-decoration:underline;text-underline-offset:.18em}
summary .name{flex:1 1 12rem;font-weight:600;min-width:0}
summary .figure{font-variant-numeric:tabular-nums;white-space:nowrap}
summary .figure .verdict{margin-left:1rem}
summary .side{display:inline-block;max-width:10rem;margin-right:.6rem;overflow:hidden;color:var(--soft);
font-size:.85rem;text-overflow:ellipsis;vertical-align:bottom}
summary .verdict{display:inline-block;min-width:7.5rem;font-size:.92rem}
.body{padding:0 0 1.6rem 1rem;scroll-margin-top:4rem}
.body figure{margin-top:.9rem}
.whole-name{font-size:.85rem;color:var(--soft);max-height:12rem;overflow:auto}

.code{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:.9rem 1.6rem;margin:1.2rem 0}
.code.joint{grid-template-columns:minmax(0,1fr)}
.listing p{margin:0 0 .3rem;font-size:.92rem}
.listing ol{margin:0;padding:0;list-style:none;border-block:1px solid var(--line);font-size:.85rem;line-height:1.6}
.listing li{display:grid;grid-template-columns:4.6rem 2.4rem minmax(0,1fr);column-gap:.6rem}
.listing .two li{grid-template-columns:4.6rem 4.6rem 2.4rem minmax(0,1fr)}
.listing li.gap{border-top:1px dashed var(--soft)}
.ns{padding-right:.3rem;text-align:right;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;
font-variant-numeric:tabular-nums;background:linear-gradient(var(--line),var(--line)) no-repeat}
.ns:is(.more-1,.more-2,.more-3){background-image:linear-gradient(color-mix(in srgb,var(--slower) 35%,var(--paper)) 0 0)}
.ns:is(.less-1,.less-2,.less-3){background-image:linear-gradient(color-mix(in srgb,var(--faster) 35%,var(--paper)) 0 0)}
.titles .ns{color:var(--soft);background:none;white-space:normal}
.listing .number{color:var(--soft)}
.listing code{font-size:max(12px,.95em);white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
.badges{grid-column:-2/-1;display:flex;flex-wrap:wrap;gap:.2rem .4rem;padding-bottom:.25rem}
.badges span{padding:0 .45rem;border:1px solid;border-radius:.6rem;color:var(--slower);font-size:max(12px,.95em);
line-height:1.45}

dl{margin:1.1rem 0 0;font-size:.9rem;font-variant-numeric:tabular-nums}
dt{color:var(--soft);font-size:.85rem}
dd{margin:0}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(clamp(8.5rem,22vw,12.5rem),1fr));gap:.75rem 1.5rem}
.missing div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.2rem 0}
.missing dt{flex:0 0 9rem}
.missing dd{flex:1 1 16rem}
.environment .facts{margin-top:.8rem}
.environment td{white-space:normal;min-width:7.5rem}
.remark{margin:1.2rem 0 0;max-width:60rem;color:var(--soft);font-size:.92rem}

.failure pre{margin:.5rem 0;padding:.7rem .9rem;background:var(--raised);border-left:3px solid var(--line);
white-space:pre-wrap;max-height:24rem;overflow:auto}
.failure .message{border-color:var(--failed);font-weight:600}
.failure .above{margin:.9rem 0 0;color:var(--soft);font-size:.9rem}
.stack summary{cursor:pointer;color:var(--soft);font-size:.9rem;margin-top:.7rem}

@media (max-width:56rem){
figure{grid-template-columns:minmax(6rem,1fr) repeat(2,fit-content(9rem))}
.item-name{text-align:left}
.item>svg,.item>.item-empty{grid-row:2;grid-column:1/-1}
.item>svg{width:calc(100% - 3.6rem);margin-inline:1.8rem}
.item-more{grid-column:3;text-align:right}
.item-value{grid-column:2}
.across .tick:nth-of-type(2n){display:none}
.code{grid-template-columns:minmax(0,1fr)}
.listing li{grid-template-columns:3.6rem 1.8rem minmax(0,1fr);column-gap:.4rem}
.listing .two li{grid-template-columns:3.6rem 3.6rem 1.8rem minmax(0,1fr)}
table{font-size:.88rem}
th,td{padding-inline:.5rem}
td:last-child,.in-view,td:last-child .verdict,.in-view .verdict{white-space:normal;overflow-wrap:break-word}
${stackedRows(':where(.long-names,.many-columns)')}}
@media (min-width:56rem){
text.narrow{display:none}
.qtimeit-plot text.wide{display:inline}}
@media (max-width:40rem){
body{padding-top:1.25rem}
.date{margin-left:0}
.spare{display:none}
${stackedRows(':where(table)')}th,td{padding-right:.15rem}
td:nth-child(2):has(+.soft){padding-right:.5rem}
tr:not(:has(.in-view)) td.soft.number{white-space:nowrap}
:where(table) .wrapped:not(.number){grid-column:1/-1}
summary .figure{white-space:normal}
.body{padding-left:0}}
@media screen and (max-width:22rem){
.in-view{grid-column:1/-1}
td.number.soft{padding-left:.4rem}}
@media print{
html{font-size:12px}
body{max-width:none;padding:0}
nav{display:none}
main>section{margin-top:1.5rem}
.scroll{overflow:visible;background:none}
table{font-size:.85rem}
th,td,td .verdict{padding-inline:.2rem;white-space:normal;overflow-wrap:normal}
th bdi,td:not(.number),td bdi{overflow-wrap:anywhere}
.verdict,.regression{overflow-wrap:normal}
tbody th,.instead div{min-width:0}
details::details-content{content-visibility:visible;display:block;height:auto;block-size:auto}
details.test>summary::before{display:none}
summary,h2,h3{break-after:avoid}
tr,details.test>summary,.facts div{break-inside:avoid}
.whole-name,.failure pre{max-height:none}
a{color:inherit;text-decoration:none}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}

.aside{border-bottom:1px solid var(--line)}
.aside nav ul{border:0}
.permalink{float:right;margin:.2rem 0 0 1rem;font-size:.85rem}
.body>figure,.body>.failure,.body>dl{clear:right}
details.fold{margin-top:1.2rem;border-top:1px solid var(--line);padding-top:.6rem}
details.fold>summary{cursor:pointer;font-weight:650;font-size:1.02rem}
details.fold>summary h2{display:inline}
details.fold>summary span{color:var(--soft);font-weight:400;font-size:.88rem}
.scroll.long{max-height:max(20rem,100vh - 3rem);overflow-y:auto}
.scroll.long thead th{position:sticky;top:0;background:var(--paper);z-index:1}
.scroll.long thead th:first-child{z-index:2}
[hidden]{display:none!important}

th button{font:inherit;color:inherit;background:none;border:0;padding:0;margin:0;min-height:24px;min-width:24px;
cursor:pointer;letter-spacing:inherit}
th button:hover{color:var(--link)}
th button::after{content:"▲▼" / "";display:inline-block;width:2em;font-size:.6em;letter-spacing:-.1em;opacity:.45;
text-align:center}
th[aria-sort=ascending] button::after,th[aria-sort=descending] button::after{content:"▲" / "";opacity:1}
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
.tests:not(:has(>details:not([hidden])))>h3{display:none}

@media screen and (min-width:90rem){
tbody th{max-width:36rem}
body:has(>.aside){display:grid;grid-template-columns:11.5rem minmax(0,1fr);gap:0 2.5rem;max-width:112rem;
align-content:start}
.masthead{grid-column:1/-1}
.aside{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:1.4rem .3rem;border:0}
.aside nav ul{flex-direction:column;padding:0}
.filter{flex-direction:column;align-items:stretch;margin-top:1.2rem}
.filter input{width:100%}}
@media print{
.aside,.permalink{display:none}
.scroll.long{max-height:none}
.scroll.long thead th{position:static}
details.fold{border:0}}
`;

module.exports = { style };
