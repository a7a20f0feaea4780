/**
 * Characters that change the direction of the text after them, even outside their own text. Letters
 * of right-to-left scripts do not need them. Joiners are not among them: Persian and Hindi need
 * those.
 */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** For titles, mails, feeds and other places that show a text in one line with others. */
export const withoutDirections = (text: string): string => text.replace(turning, '')

const forcing = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * For texts that are accepted, before they are stored: removes characters that reverse the order in
 * which letters are shown. Marks between words stay, because mixed lines of Arabic or Hebrew need
 * them.
 */
export const withoutForcedDirections = (text: string): string => text.replace(forcing, '')
