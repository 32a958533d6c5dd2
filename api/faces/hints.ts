import type { ToolHints } from './mcpTool';

/** A tool that only reads what is stored here. */
export const reads: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool that only reads, and asks somebody outside for it. */
export const readsOutside: ToolHints = { ...reads, openWorldHint: true };

/** A tool that only reads, and costs credits with each call. */
export const asksForCredits: ToolHints = { ...readsOutside, idempotentHint: false };

/** A tool that changes something, and takes nothing from anybody by it. */
export const changes: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** A tool whose effect cannot be taken back: a public post was seen, and a cancelled one does not come back. */
export const destroys: ToolHints = { ...changes, destructiveHint: true };
