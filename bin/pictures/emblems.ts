import { circle, cup, lighthouse, line, rect, sailBoat, shape } from './shapes';

/** Square emblems of channels, by their names. */
export const emblems: Readonly<Record<string, string>> = {
  diaries: [
    rect('#24465a', [0, 0, 540, 540]),
    circle('#ffd166', [270, 250, 130]),
    shape('#2f7d8c', 'M0 330Q70 280 135 330T270 330T405 330T540 330V540H0Z'),
    shape('#3f9aab', 'M0 410Q70 360 135 410T270 410T405 410T540 410V540H0Z'),
    sailBoat({ x: 270, y: 340, size: 1.1 }, ['#8e3b46', '#d1495b']),
  ].join(''),
  footpath: [
    rect('#cfe6c4', [0, 0, 540, 540]),
    circle('#fff3c4', [390, 150, 70]),
    shape('#5f8f55', 'M0 540V330L170 170L300 320L390 240L540 380V540Z'),
    line('#f3e2b5', 40, 'M210 540Q330 460 230 410T270 320'),
  ].join(''),
  cafe: [
    rect('#c9694f', [0, 0, 540, 540]),
    circle('#f6d9b8', [270, 270, 220]),
    cup({ x: 258, y: 380, size: 1.15 }, '#2f7d8c'),
  ].join(''),
  tower: [
    rect('#14213d', [0, 0, 540, 540]),
    shape('#f6e7a8', 'M270 190L0 60V300Z'),
    shape('#f6e7a8', 'M270 190L540 60V300Z'),
    lighthouse({ x: 270, y: 500, size: 1.3 }),
  ].join(''),
};
