'use strict';

/* The style of figures on pages: rounds, lists of rows, and keys. */

const { MARKS } = require('../chart/theme');

const plotStyle = `svg{display:block;overflow:visible;box-sizing:border-box}
svg text{font:.72rem var(--sans);fill:var(--soft);font-variant-numeric:tabular-nums}
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
margin:0;padding:0;list-style:none;font-size:.9rem;
font-variant-numeric:tabular-nums}
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
.key.none{display:none}`;

module.exports = { plotStyle };
