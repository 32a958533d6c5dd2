const timeoutMs = 30_000;
const redirectsMax = 10;

/**
 * @typedef {object} Page
 * @property {string} url where the last redirect led
 * @property {string} text
 */

/** A browser for pages of plain links and forms: it keeps cookies, each for its origin alone, and follows redirects. */
export function openBrowser() {
  /** @type {Map<string, Map<string, string>>} */
  const jars = new Map();

  /** @param {string} url @param {{method?: string, body?: URLSearchParams}} [init] @returns {Promise<Page>} @throws {Error} for a page that is an error */
  async function visit(url, init = {}) {
    let response = await send(jars, url, init);
    let location = response.headers.get('location');
    for (let count = 0; location !== null; count += 1) {
      if (count === redirectsMax) throw new Error(`${new URL(url).pathname} leads on and on`);
      await response.body?.cancel();
      response = await send(jars, new URL(location, response.url).href, {});
      location = response.headers.get('location');
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${new URL(response.url).pathname} answered ${response.status}: ${text}`);
    return { url: response.url, text };
  }

  /** Follows the last link with this text. @param {Page} page @param {string} name */
  async function follow(page, name) {
    const link = tags(page.text, 'a').findLast(({ content }) => content === name);
    if (link === undefined) throw new Error(`there is no link "${name}" on ${new URL(page.url).pathname}`);
    return visit(new URL(link.read('href'), page.url).href);
  }

  /** Sends the page's form by the button with this text, and its boxes as they are ticked. @param {Page} page @param {string} name */
  async function press(page, name) {
    const [form] = tags(page.text, 'form');
    const button = form && tags(form.content, 'button').find(({ content }) => content === name);
    if (form === undefined || button === undefined)
      throw new Error(`there is no button "${name}" on ${new URL(page.url).pathname}`);
    const ticked = [...form.content.matchAll(/<input [^>]*\bchecked\b[^>]*>/g)].map(([tag]) => attributesOf(tag));
    const body = new URLSearchParams();
    for (const read of [button.read, ...ticked]) body.append(read('name'), read('value'));
    return visit(new URL(form.read('action'), page.url).href, { method: 'POST', body });
  }

  return { visit, follow, press };
}

/** Sends one request with the origin's cookies, and keeps new cookies. @param {Map<string, Map<string, string>>} jars @param {string} url @param {{method?: string, body?: URLSearchParams}} init */
async function send(jars, url, init) {
  const { origin } = new URL(url);
  const jar = jars.get(origin) ?? new Map();
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = cookie === '' ? {} : { cookie };
  const response = await fetch(url, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  for (const set of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (name !== undefined) jar.set(name, value);
  }
  jars.set(origin, jar);
  return response;
}

/** The elements of this name, which have none of the same within them. @param {string} text @param {string} name */
function tags(text, name) {
  const elements = text.matchAll(new RegExp(`(<${name}\\b[^>]*>)([^]*?)</${name}>`, 'g'));
  return [...elements].map(([, tag = '', content = '']) => ({
    content: name === 'form' ? content : unescape(content.trim()),
    read: attributesOf(tag),
  }));
}

/** @param {string} tag @returns {(name: string) => string} its attributes, empty where there is none */
function attributesOf(tag) {
  return (name) => unescape(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

/** @param {string} text */
function unescape(text) {
  return text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
}
