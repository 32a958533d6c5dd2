import { codePoints, isStorable, withoutUnstorable } from '../../domain/payload/text';

describe('text', () => {
  it('is measured in Unicode code points', () => {
    expect(codePoints('')).toBe(0);
    expect(codePoints('a😀é')).toBe(3);
    expect(codePoints('e\u0301')).toBe(2);
  });

  it.each(['', 'plain', 'line\nbreak', '😀', '\uffff', '\u{10ffff}'])('%j can be stored', (text) => {
    expect(isStorable(text)).toBe(true);
    expect(withoutUnstorable(text)).toBe(text);
  });

  it.each([
    ['a\0b', 'ab'],
    ['\ud83d', ''],
    ['\ude00\ud83d', ''],
    ['😀\ud83d😀', '😀😀'],
  ])('%j cannot, but what is left of it can', (text, rest) => {
    expect(isStorable(text)).toBe(false);
    expect(withoutUnstorable(text)).toBe(rest);
  });
});
