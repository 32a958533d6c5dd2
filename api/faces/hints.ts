import type { ToolHints } from './mcpTool';

/** A tool that only reads stored data of this service. */
export const reads: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool that only reads, from outside of this service. */
export const readsOutside: ToolHints = { ...reads, openWorldHint: true };

/** A tool that only reads, and costs credits with each call. */
export const asksForCredits: ToolHints = { ...readsOutside, idempotentHint: false };

/** A tool that changes data, and destroys none. */
export const changes: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** A tool with an effect that cannot be taken back: a public post was seen, and a cancelled post does not come back. */
export const destroys: ToolHints = { ...changes, destructiveHint: true };
