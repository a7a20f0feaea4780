import { cameraName, lensName } from '../../contract/cameras/camera-name.ts'

type Naming = (make: string | null, model: string | null) => string | null

/** A gallery has few cameras; the limit only guards against files with made-up ones. */
const maxNames = 2000

/** Remembers names, since a list repeats those of a few cameras for thousands of photos. */
function remembered(name: Naming): Naming {
  const known = new Map<string, string | null>()
  return (make, model) => {
    const key = `${make ?? ''}\n${model ?? ''}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= maxNames) known.clear()
    const made = name(make, model)
    known.set(key, made)
    return made
  }
}

export const nameOfCamera = remembered(cameraName)
export const nameOfLens = remembered(lensName)
