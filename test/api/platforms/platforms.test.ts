import { useApp } from '../../support/app';
import { useCaller } from '../../support/caller';

const app = useApp();
const caller = useCaller(app);

describe('listPlatforms', () => {
  it('answers each platform with its content types', async () => {
    const { body } = await caller.call('GET', '/api/v1/platforms');

    expect(body.items).toContainEqual({
      slug: 'youtube',
      name: 'YouTube',
      contentTypes: ['video', 'short'],
      hasCapabilities: true,
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
    expect(short).toMatchObject({ slug: 'short', maxFileSizeBytes: 1_073_741_824, maxDurationSeconds: 60 });
    const fields = Object.fromEntries(video.payloadFields.map((field: { name: string }) => [field.name, field]));
    expect(Object.keys(fields)).toEqual(['title', 'description', 'privacy', 'tags', 'categoryId', 'madeForKids']);
    expect(fields.title).toEqual({
      name: 'title',
      label: 'Title',
      type: 'string',
      required: true,
      default: null,
      options: null,
      maxLength: 100,
      isMultiline: false,
      format: null,
      minItems: null,
      maxItems: null,
      description: expect.any(String),
    });
    expect(fields.privacy).toMatchObject({
      type: 'enum',
      default: 'private',
      options: ['public', 'unlisted', 'private'],
    });
    expect(fields.tags).toMatchObject({ type: 'array', default: [] });
    expect(fields.madeForKids).toMatchObject({ type: 'boolean', default: false });
  });

  it.each(['myspace', 'YouTube', '__proto__', 'constructor', '%00'])(
    'answers 404 or 400 to the platform %s',
    async (slug) => {
      const { status } = await caller.call('GET', `/api/v1/platforms/${slug}/capabilities`);
      expect(status).toBe(slug === '%00' ? 400 : 404);
    },
  );
});
