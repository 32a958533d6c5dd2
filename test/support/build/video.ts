/** The body of a request that creates a video on this connection, and that has no fault. */
export function videoBody(connectionId: string, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    connectionId,
    type: 'video',
    payload: { title: 'Walking the coast path' },
    mediaUrl: 'https://media.example/coast-path.mp4',
    ...overrides,
  };
}
