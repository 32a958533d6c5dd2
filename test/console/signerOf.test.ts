import { signerOf } from '../../console/screens/delivery/signerOf';

const now = Date.parse('2026-12-02T12:00:00.000Z');

it.each([
  ['2026-12-02T11:00:00.000Z', null, 'present'],
  ['2026-12-01T11:00:00.000Z', null, 'unknown'],
  ['2026-12-02T11:00:00.000Z', '2026-12-03T10:00:00.000Z', 'presentAndPrevious'],
  ['2026-12-02T10:00:00.000Z', '2026-12-03T10:00:00.000Z', 'presentAndPrevious'],
  ['2026-12-02T09:59:59.999Z', '2026-12-03T10:00:00.000Z', 'previous'],
  ['2026-11-02T09:00:00.000Z', '2026-12-03T10:00:00.000Z', 'previous'],
])('an attempt at %s, with a previous secret until %s, was signed by: %s', (at, expiresAt, signer) => {
  expect(signerOf(at, expiresAt, now)).toBe(signer);
});
