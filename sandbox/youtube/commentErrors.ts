/** The errors of comments (reference pages of `commentThreads.insert` and `commentThreads.list`, "Errors"). */
export const commentErrors = {
  commentsDisabled: thread(
    403,
    'The video identified by the <code><a href="/youtube/v3/docs/commentThreads/list#videoId">videoId</a></code> parameter has disabled comments.',
    'videoId',
  ),
  commentTextRequired: thread(
    400,
    'The comment resource that is being inserted must specify a value for the textOriginal property.',
  ),
  commentTextTooLong: thread(400, 'The comment resource that is being inserted contains too many characters.'),
  ineligibleAccount: thread(
    403,
    "The YouTube account used to authorize the API request must be merged with the user's Google account to insert a comment or comment thread.",
  ),
  commentVideoNotFound: {
    ...thread(404, 'The video identified by the <code>videoId</code> parameter could not be found.', 'videoId'),
    reason: 'videoNotFound',
  },
  processingFailure: thread(400, 'The API server failed to successfully process the request.'),
} as const;

function thread(status: number, message: string, location?: string) {
  return {
    status,
    domain: 'youtube.commentThread',
    message,
    ...(location !== undefined && { location, locationType: 'parameter' }),
  } as const;
}
