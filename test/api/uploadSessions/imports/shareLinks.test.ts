import { directAddress } from '../../../../api/uploadSessions/imports/shareLinks';

const id = '1aBcD_efGhIjKlMnOpQrStUvWxYz-0123';
const drive = `https://drive.google.com/uc?export=download&id=${id}`;

describe('directAddress', () => {
  it.each([
    [`https://drive.google.com/file/d/${id}/view?usp=sharing`, drive],
    [`https://drive.google.com/file/d/${id}/edit`, drive],
    [`https://drive.google.com/file/d/${id}`, drive],
    [`https://drive.google.com/file/u/1/d/${id}/view`, drive],
    [`https://drive.google.com/open?id=${id}`, drive],
    [`https://drive.google.com/uc?id=${id}&export=view`, drive],
    [`https://docs.google.com/uc?id=${id}`, drive],
    [`https://drive.google.com/file/d/${id}/view?resourcekey=0-key`, `${drive}&resourcekey=0-key`],
    ['https://www.dropbox.com/s/abc/coast.mp4?dl=0', 'https://www.dropbox.com/s/abc/coast.mp4?dl=1'],
    ['https://dropbox.com/s/abc/coast.mp4', 'https://dropbox.com/s/abc/coast.mp4?dl=1'],
    [
      'https://www.dropbox.com/scl/fi/abc/coast.mp4?rlkey=xyz&st=1&raw=1',
      'https://www.dropbox.com/scl/fi/abc/coast.mp4?rlkey=xyz&st=1&dl=1',
    ],
  ])('makes the address of the file of %s', (link, direct) => {
    expect(directAddress(link)).toBe(direct);
  });

  it.each([
    'https://drive.google.com/drive/folders/1aBcD_efGhIjKl',
    'https://drive.google.com/open?id=no',
    'https://docs.google.com/document/d/1aBcD_efGhIjKl/edit',
    'https://drive.google.com.example/file/d/1aBcD_efGhIjKl/view',
    'https://www.dropbox.com/work/coast.mp4',
    'https://dl.dropboxusercontent.com/s/abc/coast.mp4',
    'https://example.com/file/d/1aBcD_efGhIjKl/view',
    'no address',
  ])('leaves %s as it is', (link) => {
    expect(directAddress(link)).toBe(link);
  });
});
