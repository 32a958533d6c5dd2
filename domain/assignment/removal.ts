/** How far a removal is. */
export const removalStates = ['due', 'done', 'failed'] as const;
export type RemovalState = (typeof removalStates)[number];

/** The callers that can ask for the removal of a public post. */
export const removalCallers = ['apiKey', 'user', 'mcp'] as const;
export type RemovalCaller = (typeof removalCallers)[number];
