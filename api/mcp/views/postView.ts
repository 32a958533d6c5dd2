import { html } from '../../http/html';
import { viewPage } from './viewPage';

/** The view of `preview_post`: the post as its person sees it before it is made, with its faults, its time and its price. */
export function postView(): string {
  return viewPage('A post before it is published', content, script);
}

const content = html`<h1 id="title">The post is being looked at …</h1>
  <img id="picture" alt="" hidden />
  <p id="text" class="text"></p>
  <dl id="facts"></dl>
  <div id="faults" role="status"></div>
  <button id="publish" type="button" class="main" hidden>Publish this</button>`;

const script = `
  const [title, picture, text, facts, faults, publish] =
    ['title', 'picture', 'text', 'facts', 'faults', 'publish'].map((id) => document.getElementById(id));
  let post = {};
  let channel = '';

  function element(name, words, className) {
    const made = document.createElement(name);
    made.textContent = words;
    if (className) made.className = className;
    return made;
  }

  function listOf(label, messages, className) {
    const lines = Object.entries(messages ?? {}).flatMap(([field, words]) => words.map((word) => field + ': ' + word));
    if (lines.length === 0) return [];
    const list = document.createElement('ul');
    list.append(...lines.map((line) => element('li', line)));
    return [element('p', label, className), list];
  }

  function timeOf({ scheduledAt, local, timeZone }) {
    if (scheduledAt === null) return 'At once';
    return local === null ? scheduledAt : local + ' ' + timeZone;
  }

  function priceOf({ required, balance }) {
    return required === null ? 'Not known' : required + ' of ' + balance + ' credits';
  }

  function state(pairs) {
    facts.replaceChildren(...pairs.filter(([, words]) => words).flatMap(([name, words]) => [element('dt', name), element('dd', words)]));
  }

  async function findChannel({ connectionId }) {
    if (!connectionId || !capabilities.serverTools) return '';
    const { structuredContent: found } = await ask('tools/call', { name: 'get_connection', arguments: { connectionId } }).catch(() => ({}));
    return found?.name ? found.name + ' (' + found.platform + ')' : '';
  }

  heard['ui/notifications/tool-input'] = ({ arguments: given = {} }) => {
    post = given;
    const { title: named, description, message } = given.payload ?? {};
    title.textContent = named ?? 'Your post';
    text.textContent = message ?? description ?? '';
  };
  heard['ui/notifications/tool-cancelled'] = () => { title.textContent = 'The preview was called off.'; };
  heard['ui/notifications/tool-result'] = async ({ isError, content = [], structuredContent: seen }) => {
    if (isError || !seen) return void faults.replaceChildren(element('p', content[0]?.text ?? 'There is no preview.', 'bad'));
    const image = content.find(({ type }) => type === 'image');
    if (image) {
      picture.src = 'data:' + image.mimeType + ';base64,' + image.data;
      picture.alt = 'The picture of the post';
      picture.hidden = false;
    }
    const told = [['Type', post.type], ['Goes live', timeOf(seen.times)], ['Costs', priceOf(seen.credits)]];
    state(told);
    faults.replaceChildren(
      ...listOf('It cannot be published like this:', seen.errors, 'bad'),
      ...listOf('Look at this before you publish:', seen.warnings),
    );
    publish.hidden = !(seen.valid && capabilities.message);
    channel = await findChannel(post);
    state([['Channel', channel], ...told]);
  };

  publish.addEventListener('click', async () => {
    publish.disabled = true;
    const words = 'Publish this post as it was shown' + (channel ? ' to ' + channel : '') + '.';
    if (await sayInChat(words)) publish.hidden = true;
    publish.disabled = false;
  });
  void join('a-post');
`;
