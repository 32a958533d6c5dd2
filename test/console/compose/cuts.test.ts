import { cutAt, cuts } from '../../../console/screens/compose/preview/cuts';

const words = (count: number) => Array.from({ length: count }, (_none, place) => `word${place}`).join(' ');

describe('the cut of a text', () => {
  it.each(Object.entries(cuts))('leaves a short text whole: %s', (_name, cut) => {
    expect(cutAt('At dusk', cut)).toEqual({ shown: 'At dusk', hidden: '' });
    expect(cutAt('', cut)).toEqual({ shown: '', hidden: '' });
  });

  it.each(Object.entries(cuts))('loses no word, and cuts none: %s', (_name, cut) => {
    const { shown, hidden } = cutAt(words(200), cut);
    expect(`${shown} ${hidden}`).toBe(words(200));
    expect(Array.from(shown).length).toBeLessThanOrEqual(cut.characters);
    expect(Array.from(shown).length).toBeGreaterThan(cut.characters - 'word100 '.length);
  });

  it('is after the last line that is shown', () => {
    expect(cutAt('one\ntwo\nthree\nfour', { characters: 100, lines: 2 })).toEqual({
      shown: 'one\ntwo',
      hidden: 'three\nfour',
    });
  });

  it('counts code points, and divides a word that is longer than the room', () => {
    expect(cutAt('🌊'.repeat(12), { characters: 10, lines: 1 })).toEqual({
      shown: '🌊'.repeat(10),
      hidden: '🌊🌊',
    });
  });

  it('keeps a word that ends where the room does', () => {
    expect(cutAt('low tide', { characters: 3, lines: 1 })).toEqual({ shown: 'low', hidden: 'tide' });
  });
});
