/** A text as a regular expression that matches just it; RegExp.escape is newer than our browsers. */
export const escapePattern = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`)
