/** Choosing and uploading a file. */
export const texts = {
  upload: (file: string) => `Upload of ${file}`,
  uploaded: (file: string) => `${file} is uploaded.`,
  unfinished: (file: string, received: string, total: string) =>
    `${file}: ${received} of ${total} uploaded. Choose the same file to continue.`,
  use: 'Use file',
  removeNamed: (file: string) => `Remove ${file}`,
  removeWarning: (file: string, received: string) =>
    `The ${received} of “${file}” uploaded so far will be deleted. To use the file, you have to upload it again.`,
  progressOf: (file: string) => `Progress of ${file}`,
  drop: 'Drop a file here, or',
  progress: 'Upload progress',
  sent: (sent: string, total: string) => `${sent} of ${total}`,
  stop: 'Stop',
  unreadable: 'This file cannot be read right now.',
  stopped: 'The upload was stopped.',
  notAccepted: 'The file was not accepted.',
};
