import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { BaseDeps } from '../deps';
import { foreignHost, foreignOrigin } from '../http/refusals';

type Config = Pick<BaseDeps['config'], 'baseUrl' | 'consoleUrl' | 'mcpHosts' | 'mcpOrigins'>;

/**
 * Judges from where a request comes: neither the page of another site nor a host name that somebody has pointed at this
 * machine may reach the tools (MCP, Streamable HTTP, security). Programs send no `Origin`, and pass.
 * @throws ApiError 403
 */
export function requireOwnOrigin(
  { baseUrl, consoleUrl, mcpHosts, mcpOrigins }: Config,
  { host, origin }: { readonly host: string | undefined; readonly origin: string | undefined },
): void {
  const own = hostOf(baseUrl);
  if (!validateHostHeader(host, [own, ...localhostAllowedHostnames(), ...mcpHosts]).ok) throw foreignHost.error();
  const origins = [own, hostOf(consoleUrl), ...localhostAllowedOrigins(), ...mcpOrigins];
  if (!validateOriginHeader(origin, origins).ok) throw foreignOrigin.error();
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
