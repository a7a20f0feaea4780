import { createEdits } from './edits.ts'
import { createInOrder } from './in-order.ts'
import { createReadAgain } from './read-again/read-again.ts'
import { createVersions } from './versions.ts'

type Versions = Omit<Parameters<typeof createVersions>[0], 'inOrder'>
type ReadAgain = Parameters<typeof createReadAgain>[0]

/** Builds what changes photos that are here; changes of one photo wait for each other. */
export function buildChanges(
  parts: Versions & Pick<ReadAgain, 'chosen'> & { reading: Pick<ReadAgain, 'labelsOf'> },
) {
  const { reading } = parts
  const changing = { ...parts, inOrder: createInOrder() }
  return {
    inOrder: changing.inOrder,
    edits: createEdits(changing),
    versions: createVersions(changing),
    readAgain: createReadAgain({
      ...{ ...changing, valuesOf: reading.values, labelsOf: reading.labelsOf },
    }),
  }
}
