import { publicUrl, word } from './config-values.ts'

/** The owner's OAuth client for Google Drive. */
export const googleSettings = {
  googleClientId: {
    flag: 'google-client-id',
    value: 'ID',
    fallback: undefined,
    help: 'Google OAuth client ID (default: none; see the Google Drive screen)',
    read: word,
  },
  googleClientSecret: {
    flag: 'google-client-secret',
    value: 'SECRET',
    fallback: undefined,
    help: 'Google OAuth client secret',
    read: word,
    isSecret: true,
  },
  googleUrl: {
    flag: 'google-url',
    value: 'URL',
    fallback: undefined,
    help: "use this origin instead of Google's, for emulators and tests",
    read: publicUrl,
  },
} as const
