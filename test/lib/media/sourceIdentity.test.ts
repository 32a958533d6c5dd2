import { isOtherVersion, isSame, isSpliceable } from '../../../lib/media/sourceIdentity';
import type { SourceIdentity } from '../../../lib/media/sourceIdentity';

const early = 'Sat, 21 Nov 2026 08:00:00 GMT';
const late = 'Sat, 21 Nov 2026 08:00:01 GMT';
const tags = [null, '"x"', 'W/"x"', '"y"', 'W/"y"'];
const dates = [null, early, late, 'yesterday'];
const sizes = [null, 1000, 1001];

const identities: SourceIdentity[] = tags.flatMap((etag) =>
  dates.flatMap((lastModified) => sizes.map((sizeBytes) => ({ etag, lastModified, sizeBytes }))),
);
const pairs = identities.flatMap((known) => identities.map((now) => ({ known, now })));

/** The rule of contract.md §2, written once more: each validator as a table of the verdicts of two values. */
function expected({ known, now }: (typeof pairs)[number]): boolean {
  const { length, date, tag } = {
    length: known.sizeBytes === null || now.sizeBytes === null ? 'untold' : known.sizeBytes === now.sizeBytes,
    date: [known, now].some(({ lastModified }) => lastModified !== early && lastModified !== late)
      ? 'untold'
      : !(known.lastModified === early && now.lastModified === late),
    tag: [`"x" "y"`, `"y" "x"`].includes(`${known.etag} ${now.etag}`) ? 'other' : 'no other',
  };
  return length === false || date === false || (length === 'untold' && date === 'untold' && tag === 'other');
}

it('is another version by its length, by a later date, or else by a strong entity tag, and by nothing else', () => {
  expect(pairs.filter((pair) => isOtherVersion(pair.now, pair.known) !== expected(pair))).toEqual([]);
  expect(pairs.filter(({ now, known }) => isOtherVersion(now, known)).length).toBeGreaterThan(1000);
});

it('is the same under a strong tag and under a weak one, and only the strong one lets bytes be put together', () => {
  const of = (etag: string | null): SourceIdentity => ({ etag, lastModified: early, sizeBytes: 1000 });
  const verdicts = (now: string | null, known: string | null) => [
    isSame(of(now), of(known)),
    isSpliceable(of(now), of(known)),
  ];
  expect(verdicts('"x"', '"x"')).toEqual([true, true]);
  expect(verdicts('W/"x"', '"x"')).toEqual([true, false]);
  expect(verdicts('"x"', 'W/"x"')).toEqual([true, false]);
  expect(verdicts('W/"x"', 'W/"x"')).toEqual([true, false]);
  expect(verdicts(null, '"x"')).toEqual([true, false]);
  expect(verdicts('"x"', null)).toEqual([true, true]);
  expect(verdicts('"y"', '"x"')).toEqual([false, false]);
});

it('is never put together where anything differs', () => {
  expect(pairs.filter(({ now, known }) => isSpliceable(now, known) && !isSame(now, known))).toEqual([]);
});
