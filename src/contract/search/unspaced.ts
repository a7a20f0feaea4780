/**
 * Letters of scripts that are written without spaces between words, or that add endings to words
 * without one, for use in a character class. Any part of such a text is found.
 */
export const unspacedLetters =
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}` +
  String.raw`\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}` +
  String.raw`\p{Script=Yi}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Tham}` +
  String.raw`\p{Script=Tai_Viet}\p{Script=Javanese}ー〆\u3099\u309a`
