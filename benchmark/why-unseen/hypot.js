'use strict';

// reason: hypot|sqrt|square root

const points = [];
for (let i = 0; i < 300; i++) points.push({ x: Math.sin(i) * 90.5, y: Math.cos(i * 3) * 40.25 });
const cursor = { x: 3.5, y: -7.25 };

module.exports = {
  fast() {
    let nearest = Infinity;
    for (let i = 0; i < points.length; i++) {
      const dx = points[i].x - cursor.x;
      const dy = points[i].y - cursor.y;
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance < nearest) nearest = distance;
    }
    return nearest;
  },
  slow() {
    let nearest = Infinity;
    for (let i = 0; i < points.length; i++) {
      const dx = points[i].x - cursor.x;
      const dy = points[i].y - cursor.y;
      const distance = Math.hypot(dx, dy); // HERE
      if (distance < nearest) nearest = distance;
    }
    return nearest;
  },
};
