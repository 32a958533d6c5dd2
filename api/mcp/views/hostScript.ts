/** The version of MCP Apps (SEP-1865) that the views speak. */
export const appsVersion = '2026-01-26';

/**
 * The part of a view's script that speaks with the host (MCP Apps, JSON-RPC by `postMessage`): its handshake, its look and the
 * size of the view. A view says what it does with a notification (`heard`), and calls `join` last. The official library does
 * the same in half a megabyte; the host's half of it is what the tests of the views talk to.
 */
export const hostScript = `
  const heard = {};
  const waiting = new Map();
  let capabilities = {};
  let lastId = 0;
  // The host's origin is not known to the view. Nothing of the person's file is told.
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const tell = (method, params = {}) => send({ method, params });
  const ask = (method, params) => new Promise((resolve, reject) => {
    lastId += 1;
    waiting.set(lastId, { resolve, reject });
    send({ id: lastId, method, params });
  });

  function answer({ id, method }) {
    const isKnown = method === 'ping' || method === 'ui/resource-teardown';
    send(isKnown ? { id, result: {} } : { id, error: { code: -32601, message: 'Method not found' } });
  }

  function settle({ id, result, error }) {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return;
    if (data.method === undefined) settle(data);
    else if (data.id !== undefined) answer(data);
    else heard[data.method]?.(data.params ?? {});
  });

  /** Light or dark, and the colours of the host. */
  function wear({ theme, styles } = {}) {
    const root = document.documentElement;
    if (theme === 'light' || theme === 'dark') root.style.colorScheme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {})) if (name.startsWith('--')) root.style.setProperty(name, value);
  }

  /** Says something in the conversation as the person does. Resolves to whether the host has taken it. */
  async function sayInChat(text) {
    if (capabilities.message === undefined) return false;
    return ask('ui/message', { role: 'user', content: [{ type: 'text', text }] }).then(({ isError }) => isError !== true, () => false);
  }

  async function join(name) {
    const appInfo = { name, version: '1.0.0' };
    const appCapabilities = { availableDisplayModes: ['inline'] };
    const { hostContext, hostCapabilities = {} } = await ask('ui/initialize', { protocolVersion: '${appsVersion}', appInfo, appCapabilities });
    capabilities = hostCapabilities;
    wear(hostContext);
    heard['ui/notifications/host-context-changed'] = wear;
    tell('ui/notifications/initialized');
    new ResizeObserver(() => {
      const { width, height } = document.body.getBoundingClientRect();
      tell('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
    }).observe(document.body);
  }
`;
