import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import type { Library } from '../../storage/library.ts'
import { createMailer } from './mailer.ts'
import { createMailQueue } from './queue.ts'
import { mailStore } from './store.ts'

/** Builds the queue of messages that are sent in the background. */
export function buildMail(parts: {
  store: Store
  config: Omit<Parameters<typeof createMailer>[0], 'library'>
  library: Library
  key: SecretKey
  clock: Clock
}) {
  const { store, config, library, key, clock } = parts
  const mailer = createMailer({ ...config, library })
  return createMailQueue({ store, mail: mailStore(store), mailer, key, clock })
}
