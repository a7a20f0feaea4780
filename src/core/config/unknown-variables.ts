import { closestName } from './closest-name.ts'
import { configVariables } from './config.ts'

/** Variables of the container's compose file, the build and the tests. */
const others = ['VITRINE_COMMIT', 'VITRINE_EXECUTABLE', 'VITRINE_FULL', 'VITRINE_TEST_SEED']
/** Kubernetes sets these by itself for a service with the name 'vitrine'. */
const serviceLink = /^VITRINE_(SERVICE|PORT)_/

/** Warns about each variable that looks like a setting but is not one. */
export function unknownVariables(environment: Readonly<Record<string, unknown>>): string[] {
  const known = [...configVariables, ...others]
  return Object.keys(environment)
    .filter((name) => name.startsWith('VITRINE_') && !known.includes(name))
    .filter((name) => !serviceLink.test(name))
    .toSorted()
    .map((name) => {
      const close = closestName(name, configVariables)
      return `${name} is not a setting of Vitrine and has no effect${close ? `; did you mean ${close}?` : '. See vitrine --help.'}`
    })
}
