'use strict';

/* The style sheet of the page: system fonts, the reader's font size, and everything unfolded in print. */

const { FONTS, MARKS, TONES } = require('../chart/theme');

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
overscroll-behavior-x:contain;
background:linear-gradient(to right,var(--paper) 40%,transparent) 0 0/2.5rem 100% no-repeat local,
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
tbody th{font-weight:550;white-space:normal;min-width:8.5rem;max-width:22rem}
tbody th a{display:inline-block;min-height:24px;color:inherit;text-decoration-color:var(--line)}
tbody th a:hover{color:var(--link);text-decoration-color:currentColor}
.number{text-align:right}
.bar-cell{width:20%;min-width:6rem;vertical-align:middle}
.bar-cell span{display:block;height:.8rem;border-radius:1px;background:var(--mark)}
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

figure{margin:1.6rem 0 0;min-width:0;container-type:inline-size;break-inside:avoid}
figcaption{margin-bottom:.5rem;line-height:1.35}
figcaption strong{font-weight:650}
figcaption span{color:var(--soft);font-size:.88rem}
.plots{display:grid;gap:0 3rem;grid-template-columns:minmax(0,1fr)}
@media (min-width:60rem){
.plots{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}
.plots.halves{grid-template-columns:repeat(2,minmax(0,1fr))}
.plots>:only-child{grid-column:1/-1}}

svg{display:block;overflow:visible;box-sizing:border-box}
svg text{font:.75rem var(--sans);fill:var(--soft);font-variant-numeric:tabular-nums}
${MARKS}.summary{color:var(--ink)}
.bars{fill:var(--mark);fill-opacity:.32;stroke:var(--mark);stroke-width:1.25;stroke-linejoin:miter;
vector-effect:non-scaling-stroke}
path.value,path.edge,path.warm-up,path.hole{fill:none;stroke-linecap:round}
path.value{stroke:var(--mark);stroke-width:7}
path.edge{stroke:var(--faint-mark)}
path.many{stroke-width:2.6} path.few{stroke-width:5.5} path.edge.many{stroke-width:1.8}
path.warm-up{stroke:var(--soft)}
path.warm-up.many{stroke-width:4.2} path.warm-up.few{stroke-width:6}
path.hole{stroke:var(--paper)}
path.hole.many{stroke-width:1.8} path.hole.few{stroke-width:3.2}
.dots path.value{stroke:currentColor;stroke-width:6.5;stroke-opacity:.62}
path.beyond{fill:none;stroke:var(--ink);stroke-width:1.5}
path.beyond.early{stroke:var(--faint-mark)}
path.collected{fill:none;stroke:var(--collected);stroke-width:1.2}
.line-key{flex:none;align-self:center}
line.median{stroke:var(--median);stroke-width:1;stroke-dasharray:5 3}

.rows{display:grid;grid-template-columns:fit-content(clamp(8rem,26cqi,18rem)) minmax(8rem,1fr) max-content max-content;
margin:0;padding:0;list-style:none;font-size:.9rem;font-variant-numeric:tabular-nums}
.rows li{display:grid;grid-template-columns:subgrid;grid-column:1/-1;align-items:center;min-height:30px}
.rows .name{padding:.25rem .9rem .25rem 0;line-height:1.25}
.rows .value{padding-left:.9rem;white-space:nowrap;text-align:right;font-weight:550}
.rows .more{padding-left:.5rem;color:var(--soft);font-size:.87rem;max-width:11rem}
.rows .more .verdict{font-weight:500}
.rows .side{display:block;color:var(--soft);font-size:.85rem}
.rows svg.row{height:0;min-height:100%}
.rows svg.dots{height:56px;min-height:0}
.rows .under svg.row{grid-column:2;height:22px;min-height:0}
.rows .group{padding:.9rem 0 .2rem;color:var(--soft);font-size:.87rem}
.rows .group>*{grid-column:1/-1}
@container (max-width:30rem){
.rows{grid-template-columns:minmax(0,1fr) max-content max-content}
.rows .name{padding:.45rem .8rem 0 0;align-self:baseline}
.rows .value{padding:.45rem 0 0;align-self:baseline}
.rows .more{padding-top:.45rem;align-self:baseline}
.rows svg.row{grid-column:1/-1;grid-row:2;height:26px;min-height:0}
.rows svg.dots{height:56px}
.rows .under svg.row{grid-column:1/-1;grid-row:1}}

.keys{display:flex;flex-wrap:wrap;gap:.15rem 1.2rem;margin:.45rem 0 0;padding:0;list-style:none;color:var(--soft);
font-size:.82rem}
.keys li{display:flex;align-items:baseline;gap:.45rem}
.key{flex:none;display:inline-block;width:.55rem;height:.55rem}
.key.value{border-radius:50%;background:var(--mark)}
.processes .key.value{opacity:.7}
.key.edge{border-radius:50%;background:var(--faint-mark);transform:scale(.7)}
.key.warm-up{border-radius:50%;border:2px solid var(--soft)}
.key.estimate{background:var(--ink);transform:rotate(45deg) scale(.85)}
.key.interval{width:1.1rem;height:.16rem;align-self:center;background:var(--soft)}
.key.median{width:1.1rem;height:0;align-self:center;border-top:1px dashed var(--median)}
.key.limit{width:1.1rem;height:0;align-self:center;border-top:2px dashed var(--slower)}
.key.band{width:1.1rem;background:var(--band);outline:1px solid var(--line)}
.key.border{width:0;height:.75rem;border-left:1px dashed var(--soft)}
.key.collected{width:.12rem;height:.7rem;background:var(--collected)}
.key.stroke{width:.12rem;height:.6rem;background:var(--ink)}
.key.beyond{width:0;height:0;border:.3rem solid transparent;border-left-color:var(--soft)}
.key.bar{width:.9rem;background:var(--mark)}
.key.bar.system,.key.bar.of-collector{background:var(--collected)}
.key.bar.of-engine{background:var(--faint-mark)}
.key.bar.of-loop{background:var(--soft)}
.key.whisker{width:1.1rem;height:.7rem;align-self:center;border-right:2px solid var(--mark);
background:linear-gradient(var(--mark),var(--mark)) center/100% 2px no-repeat}
.key.box{width:1.1rem;height:.7rem;align-self:center;border:1.3px solid currentColor;color:var(--mark)}
.key.box-line{width:1.1rem;height:0;align-self:center;border-top:1.3px solid var(--mark)}
.key.box-median{width:0;height:.75rem;border-left:3px solid var(--mark)}
.key.far{width:0;height:.75rem;border-left:2px dotted var(--soft)}
.key.unity{width:0;height:.75rem;border-left:1px solid var(--soft)}
.key.none{display:none}

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
summary .verdict{min-width:7.5rem;font-size:.92rem}
.body{padding:0 0 1.6rem 1rem;scroll-margin-top:4rem}
.body figure{margin-top:.9rem}
.whole-name{font-size:.85rem;color:var(--soft);max-height:12rem;overflow:auto}

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
table{font-size:.88rem}
th,td{padding-inline:.5rem}
td:last-child,.in-view,td:last-child .verdict,.in-view .verdict{white-space:normal}}
@media (max-width:40rem){
body{padding-top:1.25rem}
.date{margin-left:0}
th:first-child{position:sticky;left:0;background:var(--paper);z-index:1}
tbody th:first-child{max-width:9.5rem;min-width:8.6rem}
tr.fastest>th:first-child{background:var(--raised)}
.spare{display:none}
summary .figure{white-space:normal}
.body{padding-left:0}}
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
summary,h2,h3,figcaption{break-after:avoid}
tr,details.test>summary,.facts div{break-inside:avoid}
.whole-name,.failure pre{max-height:none}
a{color:inherit;text-decoration:none}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}

.beside{border-bottom:1px solid var(--line)}
.beside nav ul{border:0}
.permalink{float:right;margin:.2rem 0 0 1rem;font-size:.85rem}
.body>.plots,.body>figure,.body>.failure,.body>dl{clear:right}
details.fold{margin-top:1.2rem;border-top:1px solid var(--line);padding-top:.6rem}
details.fold>summary{cursor:pointer;font-weight:650;font-size:1.02rem}
details.fold>summary h2{display:inline}
details.fold>summary span{color:var(--soft);font-weight:400;font-size:.88rem}
.scroll.long{max-height:min(30rem,60vh);overflow-y:auto}
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

module.exports = { style };
