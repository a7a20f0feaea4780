import { cameraPicture } from '../../../src/contract/cameras/camera-specs.ts'
import type { Camera } from '../../../src/contract/cameras/cameras.ts'
import * as styles from './cameras.css.ts'

/** The owner's picture of the camera, or a generic drawing. */
export function CameraPicture({ image, name }: { image: Camera['image']; name: string }) {
  if (!image) return <div className={styles.drawnPicture} />
  return (
    <div className={styles.picture}>
      <img
        // Otherwise the previous picture stays until the next one has loaded.
        key={image}
        className={styles.image}
        src={cameraPicture(image, 512)}
        srcSet={`${cameraPicture(image, 192)} 192w, ${cameraPicture(image, 512)} 512w`}
        sizes="(max-width: 599px) 100vw, 300px"
        width={512}
        height={384}
        alt={name}
      />
    </div>
  )
}

/** The small picture in the list; the name beside it makes an alt text redundant. */
export function CameraThumb({ image }: { image: Camera['image'] }) {
  if (!image) return <span className={styles.drawnThumb} />
  return (
    <span className={styles.thumb}>
      <img
        className={styles.image}
        src={cameraPicture(image, 48)}
        srcSet={`${cameraPicture(image, 48)} 48w, ${cameraPicture(image, 192)} 192w`}
        sizes="40px"
        width={40}
        height={40}
        loading="lazy"
        alt=""
      />
    </span>
  )
}
