import { assignmentTools } from './assignments/tools';
import { billingTools } from './billing/tools';
import { connectionTools } from './connections/tools';
import { connectTools } from './oauth/tools';
import { errorTools } from './errors/tools';
import { platformTools } from './platforms/tools';
import { statsTools } from './stats/tools';
import { uploadTools } from './uploadSessions/tools';
import { webhookTools } from './webhooks/tools';
import type { AppDeps } from './appDeps';
import type { McpTool } from './faces/mcpTool';

/** Every tool of assistants, in the order in which one needs them to publish a post. */
export const tools: readonly McpTool<AppDeps>[] = [
  ...platformTools,
  ...connectionTools,
  ...connectTools,
  ...uploadTools,
  ...assignmentTools,
  ...statsTools,
  ...webhookTools,
  ...billingTools,
  ...errorTools,
];
