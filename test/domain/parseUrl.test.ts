import { parseUrl } from '../../domain/parseUrl';

describe('parseUrl', () => {
  it.each([
    ['https://media.example/coast.mp4', undefined, 'https://media.example/coast.mp4'],
    ['/coast.mp4', 'https://media.example/', 'https://media.example/coast.mp4'],
    ['https://bücher.example/é', undefined, 'https://xn--bcher-kva.example/%C3%A9'],
    ['/coast.mp4', undefined, undefined],
    ['https://', undefined, undefined],
    ['', undefined, undefined],
  ])('reads %j (base %j) as %j', (text, base, href) => {
    expect(parseUrl(text, base)?.href).toBe(href);
  });

  it('reads the same address however often it has read one', () => {
    const isRead = () => parseUrl('https://bücher.example/') !== undefined;
    const answers = new Set(Array.from({ length: 200_000 }, isRead));
    expect(answers).toEqual(new Set([true]));
  });
});
