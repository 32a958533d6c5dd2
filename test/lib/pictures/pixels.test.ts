import { onWhite, upright } from '../../../lib/pictures/pixels';

/** A picture of 3 × 2 whose pixels have numbers: 0 1 2 above 3 4 5. */
const stored = { bytes: Uint8Array.from([0, 1, 2, 3, 4, 5].flatMap((n) => [n, 0, 0, 255])), width: 3, height: 2 };

it.each([
  [1, ['012', '345']],
  [2, ['210', '543']],
  [3, ['543', '210']],
  [4, ['345', '012']],
  [5, ['03', '14', '25']],
  [6, ['30', '41', '52']],
  [7, ['52', '41', '30']],
  [8, ['25', '14', '03']],
  [9, ['012', '345']],
])('orientation %i is undone', (orientation, lines) => {
  const { bytes, width, height } = upright(stored, orientation);
  const numbers = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => bytes[4 * (y * width + x)]).join(''),
  );
  expect(numbers).toEqual(lines);
});

it.each([
  [255, [10, 20, 30, 255]],
  [0, [255, 255, 255, 255]],
  [51, [206, 208, 210, 255]],
])('a pixel of the opacity %i stands on white', (alpha, seen) => {
  const picture = { bytes: Uint8Array.from([10, 20, 30, alpha]), width: 1, height: 1 };
  expect([...onWhite(picture).bytes]).toEqual(seen);
});
