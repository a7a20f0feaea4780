import { texts } from './texts.ts'

/** The screens of the account area, in the order of its list. */
export const settings = ['profile', 'drive', 'local', 'uxconfig', 'logout'] as const
export type Setting = (typeof settings)[number]

export const isSetting = (text: string): text is Setting =>
  settings.some((setting) => setting === text)

export const settingLabel = (setting: Setting): string => texts.settings[setting]
