import { createArchive } from './archive.ts'
import { createEvidence, type EvidenceParts } from './evidence.ts'
import { createOverviews } from './overviews.ts'

export type Insights = ReturnType<typeof createInsights>

/** What is computed from the photos' metadata for pages about it. */
export function createInsights(parts: EvidenceParts) {
  const evidenceOf = createEvidence(parts)
  return {
    evidenceOf,
    overviews: createOverviews({ ...parts, evidenceOf }),
    archive: createArchive(parts.photos),
  }
}
