/** Fields of posts. */
export const texts = {
  /** Labels of the fields that posts of every kind have, by their names in the API. */
  labels: {
    connectionId: 'Channel',
    type: 'Type',
    mediaUrl: 'Media',
    scheduledAt: 'Time',
    callbackUrl: 'Webhook URL',
    externalId: 'External ID',
  },
};
