import { at, circle, cloud, gull, hills, line, oval, rect, sea, several, shape, sky, sun } from './shapes';

/** Pictures of the coast, by their names. */
export const coast: Readonly<Record<string, string>> = {
  path: [
    sky('#9bd3de', '#eef6e3'),
    sun('#fff3c4', '#f6f3d3', { x: 770, y: 120, size: 0.8 }),
    sea(260, '#3d8fa3', '#78b8c4'),
    shape('#5f8f55', 'M0 540V250Q140 210 300 280T520 380Q600 440 640 540Z'),
    shape('#7aa968', 'M0 540V330Q160 300 300 360T560 540Z'),
    shape('#8d8270', 'M300 280Q440 320 520 380Q600 440 640 540H660Q640 430 560 366T330 272Z'),
    line('#e9d3a3', 22, 'M120 540Q260 450 180 400T250 312'),
    line('#6b4f3a', 7, 'M380 470V410M430 500V440M330 440V384M330 396L430 452'),
    gull({ x: 610, y: 170 }),
  ].join(''),
  seals: [
    sky('#bfe0e6', '#f1f5e6'),
    sea(270, '#4b93a6', '#86bcc8'),
    oval('#70706e', [480, 480, 420, 120]),
    oval('#868583', [500, 500, 400, 100]),
    ...[
      [300, 396, 1],
      [560, 380, 1.2],
      [760, 430, 0.8],
    ].map(([x = 0, y = 0, size = 1]) =>
      at(
        { x, y, size },
        shape('#4d5965', 'M-120 40Q-90 -10 0 -20Q20 -90 66 -92Q104 -90 98 -50Q90 -10 110 40Q0 66 -120 40Z'),
        shape('#3f4a55', 'M-108 34q-40 -20 -50 -44q40 2 70 26Z'),
        circle('#1f262d', [70, -66, 6]),
        oval('#1f262d', [96, -56, 8, 6]),
        oval('#6a7783', [30, 10, 34, 34]),
      ),
    ),
    gull({ x: 200, y: 120 }),
  ].join(''),
  thrift: [
    sky('#b7dfe6', '#f3f4e2'),
    sea(320, '#4a9bad', '#88c2cc'),
    hills('#6d9c5c', 500, [110, 80, 120, 70, 100, 60]),
    several(17, (n) => {
      const [x, y, size] = [40 + ((n * 163) % 890), 470 + ((n * 59) % 60), 0.8 + ((n * 7) % 5) / 8];
      const petals = several(6, (petal) =>
        circle('#e58fb1', [20 * Math.cos(petal * 1.05), -92 + 20 * Math.sin(petal * 1.05), 15]),
      );
      return at({ x, y, size }, line('#4f7f49', 6, 'M0 0Q6 -50 0 -84'), petals, circle('#f6c4d6', [0, -92, 13]));
    }),
  ].join(''),
  tide: [
    sky('#f9d9b0', '#fdeed3'),
    sun('#fffaf0', '#fdeccb', { x: 480, y: 190, size: 0.9 }),
    sea(210, '#79b5bd', '#a7d0d3'),
    shape('#e6c88f', 'M0 290Q240 250 480 286T960 276V540H0Z'),
    several(7, (n) => line('#d3b276', 5, `M${(n * 190) % 800} ${330 + n * 28}q40 -14 80 0t80 0`)),
    at(
      { x: 640, y: 430 },
      shape('#e76f51', 'M0 -76L20 -22L76 -20L32 14L48 70L0 38L-48 70L-32 14L-76 -20L-20 -22Z'),
      several(5, (n) => circle('#f6b39a', [26 * Math.cos(n * 1.257 - 1.57), 26 * Math.sin(n * 1.257 - 1.57), 6])),
    ),
    at(
      { x: 270, y: 450 },
      shape('#f7e4d6', 'M0 40Q-90 0 -70 -40Q-40 -80 0 -76T70 -40Q90 0 0 40Z'),
      line('#d9a88b', 5, 'M0 36V-72M0 36L-40 -62M0 36L40 -62M0 36L-66 -34M0 36L66 -34'),
    ),
  ].join(''),
  kites: [
    sky('#8fd0e0', '#f5f1dc'),
    cloud('#ffffff', { x: 640, y: 330, size: 0.9 }),
    ...(
      [
        ['#d1495b', '#edae49', 240, 150, 1.2],
        ['#2f7d8c', '#83c5be', 520, 110, 1],
        ['#7b4b94', '#e58fb1', 770, 190, 0.85],
      ] as const
    ).map(([color, second, x, y, size]) =>
      at(
        { x, y, size },
        shape(color, 'M0 -90L60 0H0Z'),
        shape(second, 'M0 -90L-60 0H0Z'),
        shape(second, 'M0 110L60 0H0Z'),
        shape(color, 'M0 110L-60 0H0Z'),
        line('#5b4636', 4, 'M0 110q30 30 0 60t0 60t20 60'),
      ),
    ),
    sea(420, '#3f94a6', '#7fbcc6'),
    shape('#eed9a5', 'M0 540V480Q240 440 480 476T960 466V540Z'),
  ].join(''),
  bicycle: [
    sky('#bfe3df', '#fbf0d6'),
    sea(300, '#4796a5', '#84bfc8'),
    rect('#e5d3b1', [0, 400, 960, 140]),
    several(7, (n) => rect('#f7f3ea', [n * 150, 320, 14, 84], 4)),
    rect('#f7f3ea', [0, 326, 960, 14]),
    ...[340, 620].map((x) =>
      [
        line('#2b3a4a', 12, `M${x - 92} 420a92 92 0 1 0 184 0a92 92 0 1 0 -184 0`),
        circle('#2b3a4a', [x, 420, 10]),
      ].join(''),
    ),
    line('#d1495b', 14, 'M340 420L420 280H580L470 420ZM420 280L470 420M580 280L620 420'),
    line('#2b3a4a', 12, 'M396 262H446M580 280L570 234H616'),
    rect('#a97c50', [594, 240, 92, 62], 8),
    several(3, (n) => circle(['#e58fb1', '#edae49', '#d1495b'][n] ?? '', [614 + n * 26, 234, 16])),
  ].join(''),
  gulls: [
    sky('#79bfd2', '#dff0ea'),
    cloud('#f4fbfb', { x: 690, y: 120 }),
    sea(380, '#2f7f93', '#66aab8'),
    ...[
      [200, 380, 1],
      [470, 410, 1.25],
      [760, 390, 0.9],
    ].map(([x = 0, y = 0, size = 1]) =>
      at(
        { x, y, size },
        rect('#7b5f45', [-32, 0, 64, 220], 8),
        rect('#66503b', [-38, -6, 76, 18], 6),
        line('#e09f3e', 6, 'M-12 -8V-34M12 -8V-34'),
        shape('#ffffff', 'M-76 -54Q-30 -112 24 -104Q28 -150 58 -150Q88 -148 84 -112Q66 -40 0 -34Q-50 -34 -76 -54Z'),
        shape('#aab7c0', 'M-92 -52Q-40 -100 22 -84Q0 -44 -92 -52Z'),
        shape('#e09f3e', 'M84 -130L114 -120L84 -112Z'),
        circle('#22303a', [66, -128, 5]),
      ),
    ),
  ].join(''),
  map: [
    sky('#f3ead3', '#eadab5'),
    shape('#9fcbd0', 'M0 0H960V150Q800 120 720 210T520 270T380 200T180 240T0 180Z'),
    shape('#c4d8a4', 'M60 300Q160 260 300 320T520 360T560 500H100Q20 420 60 300Z'),
    shape('#d3c08d', 'M640 330Q760 280 880 350V470Q760 520 660 470Z'),
    '<path fill="none" stroke="#d1495b" stroke-width="9" stroke-dasharray="20 18" stroke-linecap="round" d="M140 430Q230 330 350 380T560 300T760 240"/>',
    line('#8a7a55', 4, 'M320 0V540M640 0V540M0 270H960'),
    at(
      { x: 760, y: 244 },
      shape('#d1495b', 'M0 0Q-56 -70 -56 -104A56 56 0 0 1 56 -104Q56 -70 0 0Z'),
      circle('#f7f3ea', [0, -104, 22]),
    ),
    circle('#2b3a4a', [140, 430, 15]),
  ].join(''),
};
