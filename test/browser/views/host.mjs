/**
 * A client that shows views, in a browser: the host's half of MCP Apps, by the official library. The test is the rest of the client:
 * it calls the tools, and hears what a view says.
 */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** Shows a view in a frame without an origin, under the policy that its resource asks for (SEP-1865). */
globalThis.show = async ({ text, connectDomains, theme, isMute, input, result }) => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'view';
  frame.style.cssText = 'width: 100%; height: 150px; border: 0';
  const capabilities = isMute ? {} : { openLinks: {}, serverTools: {}, message: { text: {} } };
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, capabilities, { hostContext: { theme } });
  bridge.oncalltool = async ({ name, arguments: given }) => globalThis.callTool(name, given ?? {});
  bridge.onmessage = async ({ role, content }) => {
    await globalThis.heard({ role, content });
    return {};
  };
  bridge.onopenlink = async ({ url }) => {
    await globalThis.opened(url);
    return {};
  };
  bridge.onsizechange = ({ height }) => (frame.style.height = `${height}px`);
  const ready = new Promise((resolve) => {
    bridge.oninitialized = resolve;
  });
  const transport = new PostMessageTransport(frame.contentWindow, frame.contentWindow);
  await bridge.connect(transport);
  const policy = [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    `connect-src ${connectDomains.join(' ') || "'none'"}`,
  ].join('; ');
  frame.srcdoc = text.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
  await ready;
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result);
  globalThis.teardown = () => bridge.teardownResource({});
};
