/** A page as its reader has it before them. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  body: string;
  /** The address of a redirect; empty for any other answer. */
  location: string;
}

/** A browser that a test drives: it follows nothing by itself, so that the test sees every redirect. */
export interface Browser {
  /** Cookies of the service, as they were set. */
  cookies: Map<string, string>;
  visit: (url: string) => Promise<Page>;
  /** Sends a form with these fields. */
  submit: (url: string, fields: Record<string, string> | URLSearchParams) => Promise<Page>;
  /** Follows the link with this text. */
  follow: (page: Page, text: string) => Promise<Page>;
  /** Sends the page's only form by the button with this text; boxes of these values are unticked before. */
  press: (page: Page, text: string, untick?: readonly string[]) => Promise<Page>;
}

/** The address that the service names, and the address that it has. It alone sets cookies. */
export interface Home {
  baseUrl: string;
  url: string;
}

/** A new browser, which knows nothing of the others' cookies. */
export function openBrowser(home?: Home): Browser {
  const cookies = new Map<string, string>();

  async function send(address: string, init: RequestInit = {}): Promise<Page> {
    const url = home ? address.replace(home.baseUrl, home.url) : address;
    const isHome = home !== undefined && url.startsWith(home.url);
    const headers = new Headers(init.headers);
    if (isHome && cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const set of isHome ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const { status } = response;
    const body = await response.text();
    return { url, status, headers: response.headers, body, location: response.headers.get('location') ?? '' };
  }

  const submit: Browser['submit'] = async (url, fields) =>
    send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });

  return {
    cookies,
    visit: async (url) => send(url),
    submit,
    follow: async (page, text) => {
      const links = [...page.body.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)];
      const [, href] = links.find((link) => unescape(link[2]!) === text) ?? [];
      if (href === undefined) throw new Error(`there is no link "${text}" on ${page.body}`);
      return send(new URL(unescape(href), page.url).href);
    },
    press: async (page, text, untick = []) => {
      const [, action] = /<form method="post" action="([^"]*)">/.exec(page.body) ?? [];
      const buttons = [...page.body.matchAll(/<button name="(\w+)" value="(\w+)"[^>]*>([^<]*)<\/button>/g)];
      const button = buttons.find((one) => one[3] === text);
      if (action === undefined || !button) throw new Error(`there is no button "${text}" on ${page.body}`);
      const form = new URLSearchParams({ [button[1]!]: button[2]! });
      const ticked = tickedBoxes(page);
      const missing = untick.filter((value) => !ticked.some(([, box]) => box === value));
      if (missing.length > 0) throw new Error(`there is no ticked box ${missing.join(', ')} on ${page.body}`);
      for (const [name, value] of ticked) if (!untick.includes(value)) form.append(name, value);
      return submit(new URL(unescape(action), page.url).href, form);
    },
  };
}

/** The scopes of the ticked boxes. */
export function boxes(page: Page): string[] {
  return tickedBoxes(page).flatMap(([name, value]) => (name === 'scope' ? [value] : []));
}

function tickedBoxes({ body }: Page): [name: string, value: string][] {
  const found = [...body.matchAll(/<input type="checkbox" name="(\w+)" value="([^"]*)" checked \/>/g)];
  return found.map((box) => [box[1]!, box[2]!]);
}

function unescape(text: string): string {
  return text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
}
