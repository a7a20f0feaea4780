import { Hono } from 'hono'
import { z } from 'zod'
import {
  DriveCheckQuery,
  DriveFailures,
  DriveFailuresLeft,
  DriveFailuresQuery,
  DriveFile,
  DriveFolderBrowse,
  DriveFolderChoice,
  DriveFolderContent,
  DriveFoldersNamed,
  DriveFoldersQuery,
  DriveJobQuery,
  DriveSchedule,
  isGoogleId,
} from '../../contract/imports/drive.ts'
import { Job, LatestJob } from '../../contract/imports/jobs.ts'
import { User } from '../../contract/people/owner.ts'
import { notFound } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { owner } from '../../http/route.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
import type { Owner } from '../../people/owner/owner.ts'
import { connectionRoutes, patient } from './connection-routes.ts'
import type { Drive } from './drive.ts'

const folder = {
  404: 'No Drive folder is chosen, or it is no longer in the drive.',
  409: 'Google Drive is not configured or not connected.',
  503: 'Google Drive cannot be reached, or is limiting requests.',
}

type DriveParts = { drive: Drive; owner: Pick<Owner, 'user'> }

export const driveRoutes = (parts: DriveParts, { cookies }: Pick<Web, 'cookies'>) =>
  new Hono<Env>()
    .route('/', folderRoutes(parts))
    .route('/', failureRoutes(parts))
    .route('/', connectionRoutes(parts.drive, cookies.owner))
    .route('/', importRoutes(parts))

const folderRoutes = ({ drive }: Pick<DriveParts, 'drive'>) =>
  new Hono<Env>()
    .get(
      '/drive',
      owner('JPEG files in the folder', () => z.array(DriveFile()), folder),
      patient,
      async (c) => c.json({ data: await drive.list() }),
    )
    .get(
      '/drive/check',
      owner('New files in the folder', () => z.array(DriveFile()), folder),
      patient,
      query(DriveCheckQuery),
      async (c) =>
        c.json({ data: await drive.check({ deleted: c.req.valid('query').deleted === 'true' }) }),
    )
    .get(
      '/drive/folder',
      owner('What the folder contains', DriveFolderContent, folder),
      patient,
      async (c) => c.json({ data: await drive.content() }),
    )
    .get(
      '/drive/folders',
      owner(
        'Folders to choose from',
        () => z.union([DriveFolderBrowse(), DriveFoldersNamed()]),
        { ...folder, 404: 'There is no such folder in the drive.' },
        { description: 'The folders in a folder, or those with a name' },
      ),
      patient,
      query(DriveFoldersQuery),
      async (c) => c.json({ data: await drive.folders(c.req.valid('query')) }),
    )

const failureRoutes = ({ drive }: Pick<DriveParts, 'drive'>) =>
  new Hono<Env>()
    .get(
      '/drive/failures',
      owner('Files that failed', DriveFailures),
      query(DriveFailuresQuery),
      (c) => c.json({ data: drive.failures(c.req.valid('query')) }),
    )
    .delete(
      '/drive/failures/:fileId',
      owner('Dismiss a file that failed', DriveFailuresLeft),
      async (c) => {
        const fileId = c.req.param('fileId')
        if (!isGoogleId(fileId)) throw notFound()
        return c.json({ data: await drive.dismissFailures(fileId) })
      },
    )
    .delete(
      '/drive/failures',
      owner('Dismiss all files that failed', DriveFailuresLeft),
      async (c) => c.json({ data: await drive.dismissFailures() }),
    )

const importRoutes = ({ drive, owner: profile }: DriveParts) =>
  new Hono<Env>()
    .put(
      '/user/gdrive',
      owner('Choose the Drive folder', User, {
        ...folder,
        404: 'There is no such folder in the drive.',
        409: 'Google Drive is not connected, or has several folders with this name; `details.folders` lists the first, and `details.next` leads to more. Or an import from another folder is running, which `stopImport` stops; `details.import` has its `id`.',
      }),
      patient,
      json(DriveFolderChoice),
      async (c) => {
        await drive.setFolder(c.req.valid('json'))
        return c.json({ data: profile.user(c.get('viewer')) })
      },
    )
    .post(
      '/drive/job/schedule',
      owner(
        'Start an import',
        Job,
        {
          ...folder,
          404: 'No Drive folder is chosen, it is no longer in the drive, or `details.fileIds` are not in it.',
          409: 'Google Drive is not connected, or an import is running and files were selected.',
        },
        { description: 'A running import is returned as it is, unless files were selected' },
      ),
      patient,
      json(DriveSchedule),
      async (c) => c.json({ data: await drive.schedule(c.req.valid('json')) }),
    )
    .get('/drive/job', owner('The latest import', LatestJob), query(DriveJobQuery), (c) =>
      c.json({ data: drive.latest(c.req.valid('query').whole) }),
    )
    .get('/drive/job/:id', owner('An import', Job), (c) => c.json({ data: drive.get(idParam(c)) }))
    .post('/drive/job/:id/cancel', owner('Cancel an import', Job), patient, async (c) =>
      c.json({ data: await drive.cancel(idParam(c)) }),
    )
    .put(
      '/drive/upload',
      owner('Import and wait until finished', Job, folder),
      patient,
      async (c) => c.json({ data: await drive.uploadAwaited() }),
    )
