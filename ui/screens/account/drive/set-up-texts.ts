export const setUpTexts = {
  heading: 'Set up access',
  lead: 'To read your drive, this gallery needs a client ID and client secret from Google. They are free. You do this once; it takes about ten minutes.',
  project: ['Open the ', 'Google Cloud console', ' with any Google account and create a project.'],
  api: ['Enable the ', 'Google Drive API', ' for this project.'],
  consent: [
    'Under ',
    'Google Auth Platform',
    ', click “Get started”, name the app (for example Vitrine), choose the audience “External” and finish. Then open “Data access”, click “Add or remove scopes”, enter this scope under “Manually add scopes”, and save:',
  ],
  scope: 'Scope',
  publish: [
    'Under ',
    'Audience',
    ', click “Publish app”. While the app is in testing, Google disconnects it after 7 days. For your own use, you can publish it without verification: when you connect, Google will warn you that the app is unverified; choose “Advanced” to continue.',
  ],
  client: [
    'Under ',
    'Clients',
    ', create a client of type “Web application” with this authorized redirect URI:',
  ],
  redirect: 'Authorized redirect URI',
  keep: 'Google then shows the client ID and the client secret. Keep both: the secret is shown only once.',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (action: string, label: string) => `${action}: ${label}`,
  needsHttps:
    'Google accepts only https addresses and localhost. Start Vitrine with --public-url set to this gallery’s https address first.',
  start:
    'Enter both under “Client ID and secret” below. Or restart Vitrine with them as environment variables, which take precedence:',
  variables: [
    'VITRINE_GOOGLE_CLIENT_ID=….apps.googleusercontent.com',
    'VITRINE_GOOGLE_CLIENT_SECRET=GOCSPX-…',
  ],
  or: 'or as flags:',
  flags: ['--google-client-id ….apps.googleusercontent.com', '--google-client-secret GOCSPX-…'],
  reload: 'After a restart, reload this page.',
  more: 'Instead of the secret, VITRINE_GOOGLE_CLIENT_SECRET_FILE can name a file that contains it. See docs/importing.md for details.',
} as const
