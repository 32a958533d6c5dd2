import { html } from '../../http/html';
import { sendingScript } from '../../uploadSessions/links/sendingScript';
import { viewPage } from './viewPage';

/** The view of `create_upload`: the person drops the file in the conversation, and the assistant hears that it is there. */
export function uploadView(): string {
  return viewPage('Send a file', content, script);
}

const content = html`<h1 id="title">An upload is being opened …</h1>
  <label class="drop" id="drop" for="file" hidden
    ><span>Drop the file here, or choose it:</span> <input type="file" id="file"
  /></label>
  <progress id="bar" max="1" value="0" aria-label="The part of the file that has arrived" hidden></progress>
  <div class="steady">
    <p id="state" role="status"></p>
    <p id="fault" class="bad" role="alert"></p>
  </div>
  <button id="again" type="button" hidden>Go on</button>
  <button id="page" type="button" hidden>Send it on a page of its own</button>`;

const script = `
  ${sendingScript}
  const [title, drop, input, bar, state, fault, again, page] =
    ['title', 'drop', 'file', 'bar', 'state', 'fault', 'again', 'page'].map((id) => document.getElementById(id));
  let upload = null;
  let name = 'the file';
  let file = null;
  let begun = null;
  let isSending = false;

  function show(what) {
    title.textContent = what.title ?? title.textContent;
    state.textContent = what.state ?? '';
    fault.textContent = what.fault ?? '';
    drop.hidden = !what.takesFile;
    bar.hidden = what.part === undefined;
    bar.value = what.part ?? 0;
    again.hidden = !what.goesOn;
    page.hidden = !(what.fault && upload?.pageUrl && capabilities.openLinks);
  }

  const isThere = (words) => show({ title: name + ' has arrived', state: words });
  const sending = (bytes) => ({ title: 'Sending ' + file.name, part: bytes / file.size });

  heard['ui/notifications/tool-input'] = ({ arguments: given = {} }) => { name = given.fileName ?? name; };
  heard['ui/notifications/tool-cancelled'] = () => show({ title: 'The upload was called off.' });
  heard['ui/notifications/tool-result'] = ({ isError, content = [], structuredContent }) => {
    if (isError || !structuredContent) return show({ title: 'No upload was opened', fault: content[0]?.text });
    upload = structuredContent;
    if (upload.uploadUrl === null) return isThere('');
    show({ title: 'Your assistant waits for ' + name, takesFile: true, state: 'The file goes to this service alone, and nothing is published by it.' });
    void lookBefore();
  };

  /** A conversation that is opened again shows its upload as it is by now. */
  async function lookBefore() {
    const found = await lookAt(upload.uploadUrl).catch((error) => error);
    if (file !== null) return;
    if (found instanceof Over) return lookAgain(isThere);
    if (found.offset > 0) state.textContent = percentOf(found.offset, found.size) + ' of it has arrived. Choose the same file to go on.';
  }

  async function tellOf() {
    const words = 'The file ' + file.name + ' has arrived (uploadId ' + upload.uploadId + ').';
    isThere((await sayInChat(words)) ? '' : 'Tell your assistant so: it goes on from here.');
  }

  /** The address takes no more bytes: by an answer that was lost, the file may be there. */
  async function lookAgain(tellOfFile) {
    const asked = capabilities.serverTools && ask('tools/call', { name: 'get_upload', arguments: { uploadId: upload.uploadId } });
    const { structuredContent } = await Promise.resolve(asked).catch(() => undefined) ?? {};
    if (structuredContent?.status === 'complete') return tellOfFile('');
    const { message } = structuredContent?.error ?? {};
    if (message) return show({ title: name + ' was not taken', fault: message + ' Ask your assistant for another upload.' });
    show({ title: 'This upload is over', state: 'The file has arrived, or its hour has passed. Your assistant knows which, and can open another upload.' });
  }

  async function run() {
    if (file === null || isSending) return;
    isSending = true;
    try {
      await sendFile(upload.uploadUrl, file, {
        mayGoOn: (size) => file.size === size && (file === begun || file.name === name),
        show: (bytes) => {
          begun = file;
          show({ ...sending(bytes), state: percentOf(bytes, file.size) });
        },
        showBreak: (bytes) => show({ ...sending(bytes), state: 'The connection was interrupted. It is tried again by itself.' }),
      });
      await tellOf();
    } catch (error) {
      if (error instanceof Over) await lookAgain(tellOf);
      else if (error instanceof Final) show({ fault: error.message, takesFile: true });
      else show({ fault: 'The service cannot be reached from here. What has arrived is kept.', goesOn: true });
    } finally {
      isSending = false;
    }
  }

  function choose(files) {
    if (files.length === 0 || isSending || upload === null || drop.hidden) return;
    [file] = files;
    void run();
  }

  input.addEventListener('change', () => choose(input.files));
  again.addEventListener('click', () => void run());
  page.addEventListener('click', () => void ask('ui/open-link', { url: upload.pageUrl }).catch(() => show({ fault: 'The page could not be opened. Ask your assistant for its address.' })));
  for (const type of ['dragover', 'dragleave', 'drop'])
    addEventListener(type, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', type === 'dragover');
      if (type === 'drop') choose(event.dataTransfer.files);
    });
  void join('send-a-file');
`;
