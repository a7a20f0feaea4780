import { Hono } from 'hono'
import { BackupKey, BackupStart, Safety, SafetyChange } from '../../contract/site/safety.ts'
import type { Env } from '../../http/env.ts'
import { owner } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { json } from '../../http/validate.ts'
import type { SafetyRules } from './safety.ts'

export const safetyRoutes = ({ safety }: { safety: SafetyRules }) =>
  new Hono<Env>()
    .get('/safety', owner('Backups that are made by themselves', Safety), takesTurns, (c) =>
      c.json({ data: safety.get() }),
    )
    .put(
      '/safety',
      owner('Change when and where backups are made', Safety),
      json(SafetyChange),
      async (c) => c.json({ data: await safety.change(c.req.valid('json')) }),
    )
    .post(
      '/safety/backup',
      owner('Back up now', Safety, {
        404: 'There is no such target.',
        409: 'No folder for backups was chosen.',
      }),
      json(BackupStart),
      (c) => c.json({ data: safety.backUp(c.req.valid('json')) }),
    )
    .post(
      '/safety/key',
      owner('Make the key that encrypts new backups in buckets; it is shown once', BackupKey, {
        409: 'There is a key already.',
      }),
      async (c) => c.json({ data: await safety.makeKey() }),
    )
    .delete(
      '/safety/backup',
      owner('Stop the running backup', Safety, { 409: 'No backup is running.' }),
      async (c) => c.json({ data: await safety.stopBackup() }),
    )
