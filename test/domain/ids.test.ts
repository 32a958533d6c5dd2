import { Id } from '../../domain/ids';

const id = '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e';

describe('an id', () => {
  it.each([id, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])('may be %s', (good) => {
    expect(Id.parse(good)).toBe(good);
  });

  it.each([
    ['upper case', id.toUpperCase()],
    ['one upper-case digit', id.replace('c', 'C')],
    ['no hyphens', id.replaceAll('-', '')],
    ['braces', `{${id}}`],
    ['a urn', `urn:uuid:${id}`],
    ['a digit too few', id.slice(1)],
    ['a digit too many', `${id}0`],
    ['a letter beyond f', id.replace('0', 'g')],
    ['a line break at the end', `${id}\n`],
    ['a line break before', `\n${id}`],
    ['spaces', ` ${id} `],
    ['other digits', id.replace('0', '٠')],
    ['nothing', ''],
    ['a number', 7],
    ['null', null],
    ['a list', [id]],
  ])('is refused with %s', (_what, bad) => {
    expect(Id.safeParse(bad).success).toBe(false);
  });
});
