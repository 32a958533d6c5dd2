import {
  commonTextsOf,
  sentValues,
  withChanges,
  withoutOwn,
  withTexts,
} from '../../../console/screens/compose/commonTexts';

type Offered = Parameters<typeof sentValues>[2];

const offered = (...names: string[]) => ({ payloadFields: names.map((name) => ({ name })) }) as unknown as Offered;
const video = offered('title', 'description', 'privacy');
const photo = offered('message', 'altText');
const texts = { title: 'Cliffs', text: 'At dusk' };

describe('a common text', () => {
  it('fills the fields of each type, by their meaning', () => {
    expect(sentValues(texts, { privacy: 'public' }, video)).toEqual({
      title: 'Cliffs',
      description: 'At dusk',
      privacy: 'public',
    });
    expect(sentValues(texts, {}, photo)).toEqual({ message: 'At dusk' });
  });

  it('gives way to the text of a platform, also to an empty one, which is not sent', () => {
    expect(sentValues(texts, { title: 'Of the Page', description: '' }, video)).toEqual({ title: 'Of the Page' });
  });

  it('stays common while another field is changed', () => {
    const shown = withTexts(texts, {}, video.payloadFields);
    expect(withChanges({}, shown, { ...shown, privacy: 'public' })).toEqual({ privacy: 'public' });
  });

  it('is own once it is changed or emptied, and common again when the own one is taken away', () => {
    const shown = withTexts(texts, {}, video.payloadFields);
    const changed = withChanges({}, shown, { ...shown, title: 'Dunes' });
    expect(changed).toEqual({ title: 'Dunes' });
    const { description: _emptied, ...others } = shown;
    const own = withChanges(changed, withTexts(texts, changed, video.payloadFields), { ...others, title: 'Dunes' });
    expect(own).toEqual({ title: 'Dunes', description: '' });
    expect(sentValues(texts, withoutOwn(own, 'title'), video)).toEqual({ title: 'Cliffs' });
  });

  it('leaves out what the type does not have', () => {
    expect(sentValues(texts, { countries: ['DE'] }, video)).toEqual({ title: 'Cliffs', description: 'At dusk' });
  });

  it('takes a value back that is no text', () => {
    expect(withChanges({ privacy: 'public' }, { privacy: 'public' }, {})).toEqual({});
  });

  it('is made of the texts of a post that is made anew', () => {
    expect(commonTextsOf({ message: 'At dusk', countries: ['DE'] })).toEqual({
      texts: { title: '', text: 'At dusk' },
      others: { countries: ['DE'] },
    });
  });
});
