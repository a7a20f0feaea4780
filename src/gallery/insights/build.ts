import type { Likes } from '../../people/likes/likes.ts'
import type { Photos } from '../photos/photos.ts'
import { createArchive } from './archive.ts'
import { createEvidence } from './evidence.ts'
import { createOverviews } from './overviews.ts'

export type Evidences = ReturnType<typeof buildEvidence>

/** What is computed from the photos' metadata for pages about it. */
export function buildEvidence(parts: { photos: Photos; likes: Likes }) {
  const evidenceOf = createEvidence(parts)
  return {
    evidenceOf,
    overviews: createOverviews({ ...parts, evidenceOf }),
    archive: createArchive(parts.photos),
  }
}
