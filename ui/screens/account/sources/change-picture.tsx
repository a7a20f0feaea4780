import { useEffect, useState } from 'react'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { TilePicture } from '../../../catalogue/grid/tile-picture.tsx'
import { api, ignoreApiError, unwrap } from '../../../kit/api.ts'
import * as styles from './styles.css.ts'

/** The picture of the photo that a change is about. */
export function ChangePicture({ photoId }: { photoId: string }) {
  const [photo, setPhoto] = useState<Photo>()
  useEffect(() => {
    unwrap(api.photos[':id'].$get({ param: { id: photoId } })).then(setPhoto, ignoreApiError)
  }, [photoId])
  return (
    <div className={styles.thumb}>
      {photo && <TilePicture photo={photo} sizes="48px" className={styles.picture} />}
    </div>
  )
}
