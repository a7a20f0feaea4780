/** Escapes a text for a regular expression. RegExp.escape is too new for the supported browsers. */
export const escapePattern = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`)
