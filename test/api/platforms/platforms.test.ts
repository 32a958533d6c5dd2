import { useApp } from '../../support/callers/app';
import { useCaller } from '../../support/callers/caller';

const app = useApp();
const caller = useCaller(app);

describe('listPlatforms', () => {
  it('answers each platform with its content types', async () => {
    const { body } = await caller.call('GET', '/api/v1/platforms');

    expect(body.items).toContainEqual({
      slug: 'youtube',
      name: 'YouTube',
      contentTypes: ['video', 'short'],
      features: ['comments', 'captions'],
      hasCapabilities: true,
      hasAccountPage: true,
      terms: {
        notice: expect.stringContaining('complies with the YouTube Terms of Service'),
        links: [
          'https://www.youtube.com/t/terms',
          'https://policies.google.com/privacy',
          'https://security.google.com/settings/security/permissions',
        ].map((url) => ({ title: expect.any(String), url })),
      },
    });
  });
});

describe('getPlatformCapabilities', () => {
  it('answers limits and payload fields of each content type', async () => {
    const { status, body } = await caller.call('GET', '/api/v1/platforms/youtube/capabilities');

    expect(status).toBe(200);
    expect(body.platform).toBe('youtube');
    const [video, short] = body.contentTypes;
    expect(video).toMatchObject({ slug: 'video', maxFileSizeBytes: 274_877_906_944, maxDurationSeconds: 43_200 });
    expect(short).toMatchObject({ slug: 'short', maxFileSizeBytes: 1_073_741_824, maxDurationSeconds: 180 });
    const fields = Object.fromEntries(video.payloadFields.map((field: { name: string }) => [field.name, field]));
    const ofVideo = ['title', 'description', 'privacy', 'tags', 'categoryId', 'madeForKids'];
    const details = ['containsSyntheticMedia', 'hasPaidPromotion', 'defaultLanguage', 'license', 'embeddable'];
    const further = [...details, 'publicStatsViewable', 'recordingDate', 'playlists', 'firstComment', 'captions'];
    expect(Object.keys(fields)).toEqual([...ofVideo, 'thumbnailUrl', 'playlistId', ...further, 'notifySubscribers']);
    expect(fields.notifySubscribers).toMatchObject({ editableAfterPublish: false, fixedWithUpload: true });
    expect(fields.title).toEqual({
      name: 'title',
      label: 'Title',
      type: 'string',
      required: true,
      default: null,
      options: null,
      maxLength: 100,
      maxBytes: null,
      needsVisible: true,
      isMultiline: false,
      editableAfterPublish: true,
      fixedWithUpload: false,
      atMostAsManyAs: null,
      pickedFrom: null,
      format: null,
      takesUpload: false,
      items: null,
      pattern: '^[^<>]*$',
      minItems: null,
      maxTotalLength: null,
      patternFault: 'must not contain "<" or ">", which YouTube refuses',
      maxItems: null,
      description: expect.any(String),
    });
    // YouTube counts these in bytes, so that fewer letters fit in most languages.
    expect(fields.description).toMatchObject({ maxLength: 5000, maxBytes: 5000 });
    expect(fields.privacy).toMatchObject({
      type: 'enum',
      default: 'private',
      options: ['public', 'unlisted', 'private'],
    });
    expect(fields.tags).toMatchObject({ type: 'array', default: [] });
    expect(fields.tags.items).toEqual({
      name: 'tag',
      label: 'Tag',
      type: 'string',
      required: true,
      options: null,
      maxLength: null,
      maxBytes: null,
      needsVisible: true,
      isMultiline: false,
      format: null,
      takesUpload: false,
      pattern: '^[^<>]*$',
      patternFault: 'must not contain "<" or ">", which YouTube refuses',
      fields: null,
      hasOneField: false,
      description: expect.any(String),
    });
    expect(fields.madeForKids).toMatchObject({ type: 'boolean', default: false });
  });

  it('answers the limits of each kind of media that fits', async () => {
    const { body } = await caller.call('GET', '/api/v1/platforms/facebook/capabilities');
    const types: { slug: string; maxFileSizeBytes: number; media: object }[] = body.contentTypes;
    const video = (maxFileSizeBytes: number, maxDurationSeconds: number) => ({
      video: { maxFileSizeBytes, maxDurationSeconds, contentTypes: ['video/*'] },
    });
    const contentTypes = ['image/jpeg', 'image/png'];
    const photo = { image: { maxFileSizeBytes: 4_194_304, maxDurationSeconds: null, contentTypes } };
    expect(Object.fromEntries(types.map(({ slug, media }) => [slug, media]))).toEqual({
      video: video(10_737_418_240, 14_400),
      image: photo,
      link: {},
      text: {},
      reel: video(1_073_741_824, 90),
      story: { ...video(1_073_741_824, 60), ...photo },
      carousel: photo,
    });
    expect(types.find(({ slug }) => slug === 'story')).toMatchObject({ maxFileSizeBytes: 1_073_741_824 });
  });

  it('answers what a form calls each field of Facebook, with a hint, and which of them take several lines', async () => {
    const { body } = await caller.call('GET', '/api/v1/platforms/facebook/capabilities');
    type Field = { name: string; label: string; isMultiline: boolean; description: string };
    const types: { slug: string; payloadFields: Field[] }[] = body.contentTypes;
    const shown = types.map(({ slug, payloadFields }) => [
      slug,
      payloadFields.map(({ name, label, isMultiline }) => [name, label, isMultiline]),
    ]);
    const [message, title] = [
      ['message', 'Message', true],
      ['title', 'Title', false],
    ];
    const description = ['description', 'Description', true];
    const countries = ['countries', 'Countries', false];
    const comment = ['firstComment', 'First comment', true];
    expect(Object.fromEntries(shown)).toEqual({
      video: [title, description, comment],
      image: [message, ['altText', 'Alternative text', false], countries, comment],
      link: [['link', 'Link', false], message, countries, comment],
      text: [message, countries, comment],
      reel: [description, title, comment],
      story: [],
      carousel: [['mediaUrls', 'Photos', false], message, ['altTexts', 'Alternative texts', false], countries, comment],
    });
    for (const { payloadFields } of types)
      for (const field of payloadFields) expect(field.description).toMatch(/^[A-Z].*\.$/);
  });

  it.each(['myspace', 'YouTube', '__proto__', 'constructor', '%00'])(
    'answers 404 or 400 to the platform %s',
    async (slug) => {
      const { status } = await caller.call('GET', `/api/v1/platforms/${slug}/capabilities`);
      expect(status).toBe(slug === '%00' ? 400 : 404);
    },
  );
});
