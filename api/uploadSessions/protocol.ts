/** The version of tus that is spoken, and the parts of it that are optional. */
export const tusVersion = '1.0.0';
export const tusExtensions = 'termination,expiration';
/** Of the bytes of a file. */
export const partMediaType = 'application/offset+octet-stream';
