import type { FeatureName } from '../../domain/consent/feature';

/** The purpose of each feature, in one sentence. */
const features: Readonly<Record<FeatureName, { label: string; effect: string }>> = {
  comments: { label: 'Comments', effect: 'A post can come with a first comment by the channel.' },
  captions: { label: 'Captions', effect: 'A video can come with subtitles in several languages.' },
  insights: { label: 'Insights', effect: 'Views of the page and of its posts can be shown.' },
  businessPages: { label: 'Business pages', effect: 'Pages that belong to a business portfolio can be chosen.' },
};

/** The way to a channel, by the consent of its owner. */
export const texts = {
  connect: 'Connect channel',
  features,
  connectTo: (platform: string) => `Connect to ${platform}`,
  /** Above the boxes of the features. */
  featuresHint: 'Publishing is always included. Choose what else to allow.',
  continueTo: (platform: string) => `Continue to ${platform}`,
};
