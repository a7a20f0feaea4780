import { useAtomValue } from 'jotai'
import { Heart } from 'lucide-react'
import { useId } from 'react'
import { OwnerMark } from '../../kit/components/OwnerMark.tsx'
import { Sentence } from '../../kit/components/Sentence.tsx'
import * as styles from './likes.css.ts'
import { likesAtom, type PhotoLikes } from './state.ts'
import { likesSentence, texts } from './texts.ts'

/** The like button and who likes the photo; their space is reserved while they load. */
export function Likes({ photoId, onPress }: { photoId: string; onPress: () => void }) {
  const likes = useAtomValue(likesAtom).get(photoId)
  const known = likes === 'failed' ? undefined : likes
  const sentence = useId()
  return (
    <div className={styles.likes}>
      <button
        type="button"
        className={styles.heart}
        aria-label={texts.like}
        aria-pressed={known?.isLiked ?? false}
        aria-describedby={sentence}
        title={texts.like}
        onClick={onPress}
      >
        <Heart className={styles.heartIcon} aria-hidden="true" size={20} strokeWidth={1.6} />
      </button>
      <p className={styles.sentence} id={sentence} data-loading={likes === undefined}>
        {known ? <WhoLikes likes={known} /> : likes && texts.notLoaded}
      </p>
    </div>
  )
}

function WhoLikes({ likes }: { likes: PhotoLikes }) {
  const [first] = likes.others
  if (likes.isLiked || !first) return likesSentence(likes)
  return (
    <span>
      <Sentence
        with={first.name}
        of={(name) => likesSentence(likes, name)}
        mark={first.isOwner && <OwnerMark />}
      />
    </span>
  )
}
