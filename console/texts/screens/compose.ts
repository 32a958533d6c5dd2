import { bytes, counted, credits } from '../amounts';

export const texts = {
  title: 'Compose',
  noChannelsTitle: 'No active channels',
  noChannelsDescription: 'Connect or activate a channel to publish posts.',

  otherDraftTitle: 'You have an unfinished post',
  otherDraftWarning:
    'The form holds one post at a time. If you duplicate this one, what you wrote for the other post is discarded.',
  keepOtherDraft: 'Keep editing the other post',
  discardOtherDraft: 'Discard it and duplicate',

  channels: 'Channels',
  channelsMissing: 'Missing. Select at least one channel; each gets its own post',
  typeFor: (platform: string) => `Type for ${platform}`,
  fieldFault: (faults: readonly string[]) => `This field ${faults.join('; ')}.`,
  faultFor: (platform: string, fault: string) => `${platform}: ${fault}`,
  commonText: 'Text',
  commonHint: 'For all channels, until you change it for one below',
  asCommon: (label: string) => `Use the common ${label.toLowerCase()}`,
  countSet: (count: number) => (count === 0 ? 'None set' : `${count} set`),

  developerOptions: 'Developer options',
  webhookUrl: 'Webhook URL',
  webhookUrlHint: 'Each status change is sent here, signed',
  webhookOfPost: 'Also report changes to the live post: extras, such as a first comment, and its take-down',
  externalId: 'External ID',
  externalIdHint: 'Your own reference for this post',

  publish: 'Publish',
  publishTo: (channels: number, isRest: boolean) => `Publish to ${channelsOf(channels, isRest)}`,
  schedule: 'Schedule',
  scheduleFor: (channels: number, isRest: boolean) => `Schedule for ${channelsOf(channels, isRest)}`,
  startOver: 'Start over',
  startOverWarning: 'Everything you have written here is discarded.',

  media: {
    title: 'Media',
    noneFits: 'No single file works for all of these types. Create two posts instead.',
    choose: 'Choose file',
    url: 'Or enter a URL',
    urlHint: 'Public, and read when the post is published',
    urlExample: 'https://example.com/film.mp4',
    uploaded: (file: string) => `${file} is uploaded`,
    replace: 'Replace',
    add: 'Add file',
    photoUrlExample: 'https://example.com/photo.jpg',
    removeName: (file: string) => `Remove ${file}`,
    kinds: { video: 'Video', image: 'Image' },
    sizeLimit: (size: number) => `up to ${bytes(size)}`,
    durationLimit: (duration: string) => `up to ${duration} long`,
    noKnownLimits: 'no known limits',
    unknownType: 'Files of an unknown type are not supported for this post.',
    unsupportedType: (type: string) => `Files of type ${type} are not supported for this post.`,
    tooLarge: (size: number, most: number) => `This file is ${bytes(size)}. The limit is ${bytes(most)}.`,
  },

  thumbnail: {
    choose: 'Choose picture',
    pickFrame: 'Use a frame of the video',
    noFrames: 'Frames can be taken from a video that you have chosen as a file on this page.',
    url: 'Or enter the URL of a picture',
    taken: (file: string) => `${file} is the thumbnail`,
    takenBefore: 'Your picture is the thumbnail',
    remove: 'Remove thumbnail',
    wrongType: 'A thumbnail is a JPEG or PNG file.',
    frameAt: 'Frame at',
    frameName: (time: string) => `frame-${time}.jpg`,
    seconds: (seconds: string) => `${seconds} seconds`,
    takeFrame: 'Use this frame',
    unreadable: 'This browser cannot show the video. Choose a picture file instead.',
  },

  review: {
    title: 'Review',
    checking: 'Checking…',
    noChannel: 'Select a channel',
    noType: 'Select a type',
    noTypeFor: (platform: string) => `${platform}: select a type`,
    ready: 'Ready to publish.',
    notReady: 'Not ready yet:',
    hintsTitle: 'Before you publish',
    cost: (posts: number, cost: number) =>
      posts > 1 ? `Together, the posts cost ${credits(cost)}.` : `This post costs ${credits(cost)}.`,
    balance: (balance: number) => `You have ${credits(balance)} left.`,
    notEnoughForAll: 'You do not have enough credits for all channels.',
    mediaUnreachable: 'The media cannot be reached right now.',
    mediaReachable: (facts: readonly string[]) =>
      facts.length > 0 ? `The media can be reached: ${facts.join(', ')}.` : 'The media can be reached.',
    seconds: (count: number) => `${count} s`,
  },

  sent: {
    title: 'Results',
    finishedTitle: (posts: number) => (posts === 1 ? 'Post created' : 'Posts created'),
    toast: (posts: number) => (posts === 1 ? 'Post created.' : 'Posts created.'),
    draftKept: 'What you wrote is kept.',
    retryHint: 'Only channels that have no post yet are tried again.',
    noneLeftHint: 'Select another channel for it, or start over.',
    composeAnother: 'Compose another post',
    viewAll: 'View all posts',
    view: 'View post',
    outdated: 'sent before your last change, which is not included. To change or cancel that post,',
    openOutdated: 'open the post',
  },

  preview: {
    title: 'Preview',
    platform: 'Preview platform',
    noType: 'Select a type first.',
    approximation: (platform: string) => `An approximation. ${platform} decides how the post looks.`,
    media: 'Your media',
    facebookMeta: 'Just now · Public',
    linkSite: 'Website',
    linkHint: 'Facebook shows the title and image of the page.',
    morePhotos: (count: number) => `And ${count} more`,
    youtubeTitle: 'Your title',
    youtubeViews: '0 views · just now',
    youtubeMore: '...more',
    facebookMore: 'See more',
    listMore: '…',
    inLists: 'In lists',
    thumbnail: 'Thumbnail',
    behind: (more: string) => (more === '…' ? 'Cut off:' : `Behind “${more}”:`),
  },
};

/** "3 channels", "1 remaining channel". */
function channelsOf(count: number, isRest: boolean): string {
  return counted(count, isRest ? 'remaining channel' : 'channel');
}
