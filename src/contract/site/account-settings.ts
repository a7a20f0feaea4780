/**
 * The account's screens by group, in the order of its list: the specified five keep theirs.
 * /user/{setting} shows the same ones.
 */
export const accountGroups = [
  { name: 'You', settings: ['profile'] },
  { name: 'Photos', settings: ['drive', 'local', 'sources', 'rules', 'trash'] },
  { name: 'Site', settings: ['uxconfig', 'resume', 'about', 'sharing', 'places'] },
  { name: 'Care', settings: ['status', 'safety', 'logout'] },
] as const

export type AccountSetting = (typeof accountGroups)[number]['settings'][number]

export const accountSettings: readonly AccountSetting[] = accountGroups.flatMap(
  ({ settings }) => settings,
)

export const settingLabels: Readonly<Record<AccountSetting, string>> = {
  profile: 'Profile',
  drive: 'Google Drive',
  local: 'Local Drive',
  sources: 'Sources',
  rules: 'Rules',
  trash: 'Trash',
  uxconfig: 'UX Config',
  resume: 'Resume',
  about: 'About',
  sharing: 'Sharing',
  places: 'Places',
  status: 'Status',
  safety: 'Safety',
  logout: 'Logout',
}

export const isAccountSetting = (text: string): text is AccountSetting =>
  accountSettings.some((setting) => setting === text)
