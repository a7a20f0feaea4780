import type { DriveFolderChoice } from '../../../../src/contract/imports/drive.ts'
import {
  countPhotos,
  forgetListing,
  returnErrorAtom,
} from '../../../features/drive-import/state.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { store } from '../../../kit/state/store.ts'
import { userAtom } from '../../../kit/state/viewer.ts'

/** Sets the folder to import from. @returns its name as in the drive. @throws ApiError */
export async function setFolder(choice: DriveFolderChoice): Promise<string> {
  store.set(returnErrorAtom, undefined)
  const saved = await unwrap(api.user.gdrive.$put({ json: choice }))
  if (saved.driveFolderId !== store.get(userAtom).driveFolderId) forgetListing()
  // The same folder is counted again: counting may have failed before.
  else void countPhotos()
  store.set(userAtom, saved)
  return saved.driveFolderName ?? ''
}
