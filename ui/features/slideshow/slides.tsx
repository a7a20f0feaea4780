import { altText } from '../../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { pictureSources } from '../../../src/contract/photos/picture-sources.ts'
import { ResponsiveImage } from '../../kit/components/ResponsiveImage.tsx'
import * as styles from './styles.css.ts'

type SlidesProps = {
  photo: Photo
  previous: Photo | undefined
  next: Photo | undefined
  /** Called for a picture that has been loaded or never will be. */
  onSettled: (fileName: string) => void
}

/** The photo, the one that it fades in over and, invisibly, the one that follows. */
export function Slides({ photo, previous, next, onSettled }: SlidesProps) {
  const layers = new Map([photo, previous, next].map((each) => [each?.fileName, each]))
  // In a fixed order: an element that is moved loses its transition.
  const names = [...layers.keys()].filter((name) => name !== undefined).sort()
  return names.map((name) => (
    <Slide
      key={name}
      photo={layers.get(name)!}
      isShown={name === photo.fileName}
      onSettled={onSettled}
    />
  ))
}

type SlideProps = { photo: Photo; isShown: boolean; onSettled: (fileName: string) => void }

function Slide({ photo, isShown, onSettled }: SlideProps) {
  const { fileName, width, height } = photo
  const { sizes: _, ...sources } = pictureSources(photo)
  const settle = () => onSettled(fileName)
  return (
    <div className={styles.slide} data-slide={isShown ? 'shown' : 'hidden'} aria-hidden={!isShown}>
      <ResponsiveImage
        className={styles.picture}
        sources={sources}
        sizes={`min(100vw, 100vh * ${(width / height).toFixed(4)})`}
        width={width}
        height={height}
        alt={altText(photo)}
        draggable={false}
        onLoad={settle}
        onError={settle}
      />
    </div>
  )
}
