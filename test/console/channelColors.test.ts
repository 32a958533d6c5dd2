import { channelColors } from '../../console/screens/calendar/channelColors';
import { themes } from '../../console/look/tokens';

const ids = Array.from({ length: 8 }, (_none, index) => `0192f3a0-0000-7000-8000-00000000000${index}`);

/** Of WCAG 2.2. @param color `#rrggbb` */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The grounds of Mantine's cards, which are no tokens. */
const cards = { light: '#ffffff', dark: '#242424' } as const;

it.each(['light', 'dark'] as const)(
  'the colours of channels have 3 to 1 on every ground of the calendar, %s',
  (name) => {
    const { channels, page, pastDay, otherMonth } = themes[name];
    const grounds = [cards[name], page, pastDay, otherMonth];
    const faint = channels.filter((color) => grounds.some((ground) => contrast(color, ground) < 3));
    expect([channels.length, new Set(channels).size, faint]).toEqual([8, 8, []]);
  },
);

it('a channel has a colour of its own while there are enough, in whatever order the channels come', () => {
  const colors = channelColors(ids);
  expect(new Set(colors.values()).size).toBe(8);
  expect(channelColors(ids.toReversed())).toEqual(colors);
  expect(channelColors([...ids, 'one more']).size).toBe(9);
});

it('a channel keeps its colour when others come and go, unless they would have the same one', () => {
  const [first = ''] = ids;
  expect(channelColors([first]).get(first)).toBe(channelColors(ids).get(first));
});
