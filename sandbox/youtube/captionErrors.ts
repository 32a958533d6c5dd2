/** The errors of captions (reference pages of `captions.insert`, `captions.list` and `captions.update`, "Errors"). */
export const captionErrors = {
  captionExists: {
    status: 409,
    domain: 'youtube.caption',
    message:
      'The specified video already has a caption track with the given <code>snippet.language</code> and <code>snippet.name</code>.',
  },
  contentRequired: caption('The request does not contain the caption track contents.'),
  invalidMetadata: caption('The request contains invalid metadata values, which prevent the track from being created.'),
  nameTooLong: caption('The <code>snippet.name</code> specified in the request is too long.'),
  captionNotFound: { status: 404, domain: 'youtube.caption', message: 'The caption track could not be found.' },
  captionVideoNotFound: {
    status: 404,
    domain: 'youtube.caption',
    reason: 'videoNotFound',
    message: 'The video identified by the <code>videoId</code> parameter could not be found.',
    location: 'videoId',
    locationType: 'parameter',
  },
} as const;

function caption(message: string) {
  return { status: 400, domain: 'youtube.caption', message } as const;
}
