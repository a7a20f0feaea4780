import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Guest } from '../../src/contract/guests.ts'
import { Button } from '../components/Button.tsx'
import { Sentence } from '../components/Sentence.tsx'
import { paths } from '../paths.ts'
import { GuestCard } from './guest-card.tsx'
import { guestAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { confirm } from './verification.ts'

const words = texts.unconfirmed

/** The link was opened in another browser than the one that registered, or by another site's page. */
export function ConfirmGuest({ code, guest }: { code: string; guest: Guest }) {
  const present = useAtomValue(guestAtom)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const leave = () => navigate(paths.guest(), { replace: true })

  const goOn = async () => {
    setBusy(true)
    if (await confirm(code)) await leave()
    setBusy(false)
  }

  return (
    <section className={styles.page}>
      <h1 className={styles.heading}>
        <Sentence with={guest.name} of={words.heading} />
      </h1>
      <p className={styles.lead}>{words.text}</p>
      <GuestCard guest={guest} />
      {present && present.email !== guest.email && (
        <p className={styles.remark}>
          <span>
            <Sentence with={present.name} of={words.signsOut} />
          </span>
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="primary" isBusy={isBusy} onClick={() => void goOn()}>
          <span>
            <Sentence with={guest.name} of={words.submit} />
          </span>
        </Button>
        <Button onClick={() => void leave()}>{texts.form.cancel}</Button>
      </div>
    </section>
  )
}
