import { grouped } from '../../../../src/contract/text/counts.ts'

export const chooserTexts = {
  title: 'Choose a folder',
  path: 'Path of the folder',
  top: 'Google Drive',
  list: (folder: { name: string } | undefined) =>
    folder ? `Folders in ${folder.name}` : 'Places in Google Drive',
  loading: 'Loading folders…',
  count: (count: number, hasMore: boolean) =>
    `${count === 1 ? '1 folder' : `${grouped(count)} folders`}${hasMore ? ', and more' : ''}`,
  empty: (folder: { name: string; canChoose: boolean } | undefined) =>
    folder?.canChoose ? `There are no folders in “${folder.name}”.` : 'There are no folders here.',
  hint: {
    top: 'Open a place to look for the folder with your photos.',
    collection: 'Open one of these folders to choose it.',
    folder: 'Photos directly in this folder will be imported, but none from the folders in it.',
  },
  choose: (folder: { name: string; canChoose: boolean } | undefined) =>
    folder?.canChoose ? `Choose “${folder.name}”` : 'Choose',
} as const
