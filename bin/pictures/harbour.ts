import {
  at,
  boat,
  circle,
  cloud,
  gull,
  hills,
  house,
  lighthouse,
  line,
  rect,
  sailBoat,
  sea,
  several,
  shape,
  sky,
  stars,
  sun,
  width,
} from './shapes';

/** Pictures of the harbour, by their names. */
export const harbour: Readonly<Record<string, string>> = {
  ferry: [
    sky('#ffb88a', '#ffe3b3'),
    sun('#fff1c9', '#ffd79a', { x: 300, y: 300 }),
    hills('#d98f7b', 340, [50, 90, 40, 70, 110, 60]),
    sea(330, '#3f7f95', '#79b0bd'),
    at(
      { x: 600, y: 380 },
      rect('#f7f3ea', [-120, -90, 220, 50], 8),
      rect('#f7f3ea', [-70, -134, 120, 46], 8),
      rect('#d1495b', [-10, -178, 40, 48], 4),
      several(6, (n) => circle('#3f6f86', [-96 + n * 36, -64, 10])),
      shape('#24465a', 'M-190 -44H170L130 30H-160Z'),
      rect('#d1495b', [-186, -44, 352, 12]),
    ),
    gull({ x: 180, y: 150 }),
    gull({ x: 740, y: 110, size: 0.8 }),
  ].join(''),
  pier: [
    sky('#8ec9d8', '#e8f3ea'),
    cloud('#ffffff', { x: 180, y: 120 }),
    cloud('#f4fbfb', { x: 660, y: 90, size: 1.2 }),
    sea(300, '#2f7d8c', '#5ba5ae'),
    shape('#a97c50', 'M430 300H530L760 540H200Z'),
    several(7, (n) => line('#8b6440', 4, `M${420 - n * 32} ${312 + n * 34}H${540 + n * 32}`)),
    several(3, (n) => {
      const lamp = [line('#2b3a4a', 8, 'M0 0V-150q0 -24 26 -24'), circle('#ffd166', [34, -166, 15])];
      return (
        at({ x: 640 + n * 74, y: 396 + n * 66, size: 0.7 + n * 0.25 }, ...lamp) +
        `<g transform="matrix(-1 0 0 1 ${width} 0)">${at({ x: 640 + n * 74, y: 396 + n * 66, size: 0.7 + n * 0.25 }, ...lamp)}</g>`
      );
    }),
  ].join(''),
  storm: [
    sky('#2d3e52', '#6f8496'),
    shape('#f6e7a8', 'M736 186L0 20V130Z'),
    cloud('#46586c', { x: 120, y: 110, size: 1.7 }),
    cloud('#3b4c60', { x: 430, y: 80, size: 1.9 }),
    shape('#39424b', 'M610 540L650 430Q740 400 830 430L880 540Z'),
    lighthouse({ x: 744, y: 440, size: 0.95 }),
    shape('#3c6478', 'M0 400Q90 330 170 400T340 400T510 410T680 430T960 400V540H0Z'),
    line('#cfe0e6', 8, 'M20 392Q90 336 150 386M210 396Q260 360 320 392M380 404Q430 366 490 404'),
    shape('#2c4d60', 'M0 470Q110 410 220 470T440 470T660 480T960 460V540H0Z'),
    several(22, (n) => line('#a9bcc8', 3, `M${(n * 131) % 960} ${(n * 71) % 330}l-14 40`)),
  ].join(''),
  nets: [
    sky('#f2d8a7', '#e7bd84'),
    several(12, (n) => line('#7d9a8c', 4, `M${n * 90 - 60} 0Q${n * 90 + 20} 270 ${n * 90 - 60} 540`)),
    several(8, (n) => line('#7d9a8c', 4, `M0 ${n * 76 + 10}Q480 ${n * 76 + 70} 960 ${n * 76 + 10}`)),
    line('#5b4636', 12, 'M-10 190Q240 320 480 250T980 300'),
    ...['#d1495b', '#ffd166', '#2f7d8c', '#d1495b', '#f7f3ea'].map((color, n) =>
      at(
        { x: 110 + n * 185, y: [246, 300, 262, 240, 294][n] ?? 0 },
        circle(color, [0, 0, 58]),
        circle('#ffffff55', [-18, -18, 16]),
        rect('#5b4636', [-10, -72, 20, 22], 5),
      ),
    ),
  ].join(''),
  market: [
    sky('#241f45', '#5b3f6b'),
    stars(),
    line('#1a1733', 4, 'M0 120Q240 210 480 120T960 120'),
    several(16, (n) => circle('#ffd98a', [n * 62 + 18, 132 + 34 * Math.sin(((n * 62 + 18) / 480) * Math.PI) ** 2, 9])),
    rect('#3a2b4d', [0, 440, 960, 100]),
    ...[
      ['#d1495b', 60],
      ['#edae49', 360],
      ['#2f7d8c', 660],
    ].map(([color, x]) =>
      at(
        { x: Number(x), y: 450 },
        rect('#6b4f3a', [14, -200, 12, 200]),
        rect('#6b4f3a', [214, -200, 12, 200]),
        rect('#ffe6a8', [26, -180, 188, 100]),
        several(6, (n) => shape(n % 2 === 0 ? String(color) : '#f7f3ea', `M${n * 40} -230h40v40q-20 26 -40 0Z`)),
        rect('#8b6440', [0, -90, 240, 90], 6),
        several(5, (n) => circle(['#e76f51', '#f4d35e', '#83c5be'][n % 3] ?? '', [38 + n * 40, -100, 19])),
      ),
    ),
  ].join(''),
  regatta: [
    sky('#a6dbe3', '#f0f4df'),
    sun('#fff6cf', '#f2f4d6', { x: 140, y: 120, size: 0.8 }),
    hills('#8fb39a', 330, [30, 60, 30, 80, 50, 90]),
    sea(320, '#2b7f96', '#63adbb'),
    sailBoat({ x: 200, y: 380, size: 0.75 }, ['#24465a', '#edae49']),
    sailBoat({ x: 480, y: 440, size: 1.15 }, ['#8e3b46', '#d1495b']),
    sailBoat({ x: 790, y: 400, size: 0.9 }, ['#35505c', '#2f7d8c']),
  ].join(''),
  quay: [
    sky('#f7c9a0', '#fdeacb'),
    ...(
      [
        ['#d1495b', '#7b3440'],
        ['#edae49', '#a5682a'],
        ['#2f7d8c', '#1f5560'],
        ['#e9e0cd', '#8b6440'],
        ['#7aa968', '#48703d'],
        ['#e58fb1', '#9b4f70'],
      ] as const
    ).map((colors, n) => house({ x: 90 + n * 156, y: 350, size: 1.3 + (n % 3) * 0.14 }, colors)),
    rect('#8d8270', [0, 344, 960, 36]),
    sea(380, '#3a8496', '#74b2bf'),
    boat({ x: 220, y: 450 }, '#24465a'),
    boat({ x: 520, y: 490, size: 1.15 }, '#c9694f'),
    boat({ x: 800, y: 445, size: 0.9 }, '#5d8a5a'),
  ].join(''),
  fog: [
    sky('#c4ccd0', '#e9ebe6'),
    hills('#aeb9be', 330, [60, 120, 80, 150, 90, 130]),
    at({ x: 730, y: 350, size: 0.8 }, '<g opacity="0.55">', lighthouse({ x: 0, y: 0 }), '</g>'),
    rect('#dfe3e2', [0, 320, 960, 40]),
    sea(350, '#94a5ac', '#b6c3c8'),
    boat({ x: 300, y: 430, size: 1.2 }, '#5d6f78'),
    rect('#eef0edcc', [60, 270, 420, 28], 14),
    rect('#eef0edaa', [420, 400, 480, 26], 13),
    rect('#eef0edaa', [-40, 470, 420, 30], 15),
  ].join(''),
};
