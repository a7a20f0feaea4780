/** The account's screens, in the order of its list; /user/{setting} shows the same ones. */
export const accountSettings = [
  'profile',
  'drive',
  'sources',
  'local',
  'uxconfig',
  'places',
  'sharing',
  'rules',
  'resume',
  'about',
  'trash',
  'status',
  'logout',
] as const
export type AccountSetting = (typeof accountSettings)[number]

export const isAccountSetting = (text: string): text is AccountSetting =>
  accountSettings.some((setting) => setting === text)
