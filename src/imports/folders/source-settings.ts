import type { SourceSettings } from '../../contract/imports/sources.ts'

type ChosenSettings = { readonly [Name in keyof SourceSettings]?: SourceSettings[Name] | undefined }

/** The columns of the settings that were chosen. */
export function columnsOf({ everyHours, subfolders, albumPerSubfolder, whenGone }: ChosenSettings) {
  return {
    ...(everyHours !== undefined && { every_hours: everyHours }),
    ...(subfolders !== undefined && { subfolders: Number(subfolders) }),
    ...(albumPerSubfolder !== undefined && { album_per_subfolder: Number(albumPerSubfolder) }),
    ...(whenGone !== undefined && { when_gone: whenGone }),
  }
}
