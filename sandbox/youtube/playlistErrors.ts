/** The errors of playlists and their items (reference pages of `playlists.insert` and `playlistItems.insert`, "Errors"). */
export const playlistErrors = {
  playlistNotFound: {
    status: 404,
    domain: 'youtube.playlistItem',
    message: "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
    location: 'playlistId',
    locationType: 'parameter',
  },
  playlistItemsNotAccessible: {
    status: 403,
    domain: 'youtube.playlistItem',
    message: 'The request is not properly authorized to insert the specified playlist item.',
    location: 'snippet.playlistId',
    locationType: 'other',
  },
  playlistContainsMaximumNumberOfVideos: {
    status: 403,
    domain: 'youtube.playlistItem',
    message: 'The playlist already contains the maximum allowed number of items.',
  },
  playlistOperationUnsupported: playlistItem(
    'The API does not support the ability to insert videos into the specified playlist.',
  ),
  videoAlreadyInPlaylist: playlistItem(
    'The video that you are trying to add to the playlist is already in the playlist.',
  ),
  invalidResourceType: playlistItem('The type specified for the resource ID is not supported for this operation.'),
  playlistIdRequired: playlistItem('The request does not specify a value for the required playlistId property.'),
  resourceIdRequired: playlistItem(
    'The request must contain a resource in which the snippet object specifies a resourceId.',
  ),
  playlistTitleRequired: {
    status: 400,
    domain: 'youtube.playlist',
    message: 'The request must specify a playlist title.',
    location: 'snippet.title',
    locationType: 'other',
  },
  playlistForbidden: {
    status: 403,
    domain: 'youtube.playlist',
    message: 'Forbidden',
    location: 'id',
    locationType: 'parameter',
  },
} as const;

function playlistItem(message: string) {
  return { status: 400, domain: 'youtube.playlistItem', message } as const;
}
