/** Why a post cannot be saved or cancelled in a status. */
export const texts = {
  takenDown: 'You can no longer save: the post was taken down, or is being taken down.',
  save: {
    uploading: 'You cannot save while the media is being sent to the platform. Your changes stay here.',
    processing: 'You cannot save while the platform is making the post public. Your changes stay here.',
    published: 'You can no longer save: the post is public.',
    failed: 'You cannot save because the post has failed. Once the post is retried, you can save.',
    cancelled: 'You can no longer save: the post is cancelled.',
  },
  cancel: {
    processing: 'This post can no longer be cancelled: the platform is making it public.',
    published: 'This post can no longer be cancelled: it is public.',
    failed: 'There is nothing to cancel: the post has failed.',
    cancelled: 'This post is already cancelled.',
  },
};
