import { contentTypes } from '../../../domain/assignment';
import { checkPayload } from '../../../domain/payload/payload';
import { facebookContentTypes } from '../../../platforms/facebook/capabilities';
import { createFacebook } from '../../../platforms/facebook/index';
import { facebookSettings } from '../../support/platforms/facebook';

const { publishers } = createFacebook(facebookSettings('http://127.0.0.1:1'));
const formats = ['image/jpeg', 'image/png'];
const photo = { maxFileSizeBytes: 4_194_304, maxDurationSeconds: null, formats };
const clip = (maxFileSizeBytes: number, maxDurationSeconds: number) => ({ maxFileSizeBytes, maxDurationSeconds });

const recommended = {
  aspect: { min: 9 / 16, max: 9 / 16, words: 'a picture of 9:16' },
  minWidth: 540,
  minHeight: 960,
  minFrameRate: 24,
  maxFrameRate: 60,
};

describe('the capabilities of Facebook', () => {
  it("are those of the spec's Limits table, contract.md §11 and Facebook's own least length of a reel", () => {
    expect(Object.fromEntries(facebookContentTypes.map(({ slug, media }) => [slug, media]))).toEqual({
      video: { video: clip(10_737_418_240, 14_400) },
      image: { image: photo },
      link: {},
      text: {},
      reel: { video: { ...clip(1_073_741_824, 90), minDurationSeconds: 3, recommended } },
      story: { video: clip(1_073_741_824, 60), image: photo },
      carousel: { image: photo },
    });
  });

  it('are in the order of the contract, without a short', () => {
    expect([...publishers.keys()]).toEqual(contentTypes.filter((type) => type !== 'short'));
  });

  it('let the texts of a public post be changed, as far as Facebook does', () => {
    const editable = facebookContentTypes.map(({ slug, payloadFields }): [string, string[]] => [
      slug,
      payloadFields.filter((field) => 'editableAfterPublish' in field).map(({ name }) => name),
    ]);
    expect(Object.fromEntries(editable)).toEqual({
      video: ['title', 'description', 'firstComment'],
      image: ['message', 'firstComment'],
      link: ['message', 'firstComment'],
      text: ['message', 'firstComment'],
      reel: ['description', 'firstComment'],
      story: [],
      carousel: ['message', 'firstComment'],
    });
  });

  it.each([
    ['text', 'message', true, 63_206],
    ['link', 'message', false, 63_206],
    ['image', 'message', false, 63_206],
    ['carousel', 'message', false, 63_206],
    ['video', 'title', false, 255],
    ['video', 'description', false, 63_206],
    ['reel', 'title', false, 255],
    ['reel', 'description', false, 2200],
  ])('a %s has a %s: required %p, at most %i characters', (type, name, required, lengthMax) => {
    const fields = facebookContentTypes.find(({ slug }) => slug === type)!.payloadFields;
    expect(fields.find((field) => field.name === name)).toMatchObject({ required, maxLength: lengthMax });
    const most = checkPayload(fields, {
      link: 'https://a.example',
      mediaUrls: ['a', 'b'],
      message: 'M',
      [name]: '漢'.repeat(lengthMax),
    });
    expect(most.errors).toEqual({});
    const more = checkPayload(fields, {
      link: 'https://a.example',
      mediaUrls: ['a', 'b'],
      message: 'M',
      [name]: '漢'.repeat(lengthMax + 1),
    });
    expect(Object.keys(more.errors)).toEqual([`payload.${name}`]);
  });

  it('a story has no payload', () => {
    expect(publishers.get('story')!.capabilities.payloadFields).toEqual([]);
  });

  it.each([
    [[], 1],
    [['a'], 1],
    [['a', 'b'], 0],
    [Array.from({ length: 10 }, String), 0],
    [Array.from({ length: 11 }, String), 1],
    ['a', 1],
    [undefined, 1],
  ])('a carousel has 2 to 10 photos: %j has %i faults', (mediaUrls, faults) => {
    const { payloadFields } = publishers.get('carousel')!.capabilities;
    const given = mediaUrls === undefined ? {} : { mediaUrls };
    expect(Object.keys(checkPayload(payloadFields, given).errors)).toHaveLength(faults);
  });
});
