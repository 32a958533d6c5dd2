/** Names of statuses and kinds. */
export const texts = {
  statuses: {
    pending: { label: 'Pending', meaning: 'Waiting for its scheduled time, or in the queue' },
    uploading: { label: 'Uploading', meaning: 'Sending media to the platform, not visible yet' },
    uploaded: { label: 'Uploaded', meaning: 'Everything is on the platform, not visible yet' },
    processing: { label: 'Processing', meaning: 'The platform is making the post public' },
    published: { label: 'Published', meaning: 'The post is public' },
    failed: { label: 'Failed', meaning: 'Publishing ended, and the post is not known to be public' },
    cancelled: { label: 'Cancelled', meaning: 'Stopped before the post was visible' },
  },
  removals: {
    due: { delete: 'Being deleted', private: 'Being made private' },
    done: { delete: 'Deleted', private: 'Made private' },
    failed: { delete: 'Not deleted', private: 'Not made private' },
  },
  events: { 'assignment.removal': 'Take-down', 'assignment.extras': 'Extras' },
  deliveries: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
  tokens: {
    valid: { label: 'Access valid', advice: '' },
    expired: { label: 'Access expired', advice: 'Reconnect the channel.' },
    missing: { label: 'No access', advice: 'Reconnect the channel.' },
  },
  /** Of a channel, or of a post, whose platform this service does not offer. */
  notOffered:
    'This service does not currently offer this platform. Nothing new can be published to it. What is already there stays.',
  types: {
    video: 'Video',
    image: 'Image',
    link: 'Link',
    text: 'Text',
    reel: 'Reel',
    short: 'Short',
    story: 'Story',
    carousel: 'Carousel',
  },
  /** The name of a post without a title. */
  untitled: (type: string) => `Untitled ${type.toLowerCase()}`,
};
