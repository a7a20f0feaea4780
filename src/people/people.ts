import type { Clock } from '../core/clock.ts'
import type { Config } from '../core/config/config.ts'
import type { Store } from '../core/database/open.ts'
import type { SecretKey } from '../core/secret-key.ts'
import type { Photos } from '../gallery/photos/photos.ts'
import type { Library } from '../storage/library.ts'
import { createComments } from './comments/comments.ts'
import { createGuests } from './guests/guests.ts'
import { createGuestSessions } from './guests/sessions.ts'
import { createLikes } from './likes/likes.ts'
import { outboxMailer } from './mail/outbox.ts'
import { createMailQueue } from './mail/queue.ts'
import { smtpMailer } from './mail/smtp.ts'
import { createKnownBrowsers } from './owner/known-browsers.ts'
import { createOwner, type ReadChosenFolder } from './owner/owner.ts'
import { createSessions } from './owner/sessions.ts'

export type People = ReturnType<typeof createPeople>

/** The owner, the guests, their likes and comments, and mail to them. */
export function createPeople(base: {
  config: Config
  library: Library
  store: Store
  clock: Clock
  secretKey: SecretKey
  /** Where visitors find the site. */
  address: () => string
  photos: Photos
  chosenFolder: ReadChosenFolder
}) {
  const owner = createOwner(base)
  const { smtpUrl, mailFrom = 'vitrine@localhost' } = base.config
  const mailer = smtpUrl ? smtpMailer(smtpUrl, mailFrom) : outboxMailer(base.library, mailFrom)
  const mail = createMailQueue({ ...base, mailer })
  return {
    owner,
    mail,
    sessions: createSessions(base),
    knownBrowsers: createKnownBrowsers(base),
    guests: createGuests({ ...base, mail, owner }),
    guestSessions: createGuestSessions(base),
    comments: createComments(base),
    likes: createLikes(base),
  }
}
