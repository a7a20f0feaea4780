import { useAtom } from 'jotai'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { driveReturnErrors } from '../../../../src/contract/imports/drive-connection.ts'
import { returnErrorAtom } from '../../../features/drive-import/state.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'

const labels = texts.connect

/** Why a return from Google, which leads to this screen, could not be used; until it is closed. */
export function ReturnError() {
  const [search, setSearch] = useSearchParams()
  const [known, setKnown] = useAtom(returnErrorAtom)
  const given = driveReturnErrors.find((each) => each === search.get('error'))
  const error = given ?? known

  // In the address, it would return with each reload.
  useEffect(() => {
    if (!given) return
    setKnown(given)
    const withoutError = (params: URLSearchParams) => {
      const rest = new URLSearchParams(params)
      rest.delete('error')
      return rest
    }
    setSearch(withoutError, { replace: true, preventScrollReset: true })
  }, [given, setKnown, setSearch])
  useEffect(() => () => setKnown(undefined), [setKnown])

  if (!error) return null
  const close = () => {
    setKnown(undefined)
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.returnError}>
      <p className={styles.failure} role="alert">
        {labels.errors[error]}
      </p>
      <button
        type="button"
        className={styles.iconButton}
        aria-label={labels.closeError}
        onClick={close}
      >
        <X aria-hidden="true" size={18} strokeWidth={1.6} />
      </button>
    </div>
  )
}
