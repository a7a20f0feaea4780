import { Hono } from 'hono'
import { z } from 'zod'
import {
  DriveFailures,
  DriveFailuresLeft,
  DriveFile,
  DriveFolderBrowse,
  DriveFolderContent,
  DriveFoldersNamed,
  DriveStatus,
} from '../contract/imports/drive.ts'
import { GoogleClient } from '../contract/imports/google-client.ts'
import { Job, LatestJob } from '../contract/imports/jobs.ts'
import { Authenticated, Health, User } from '../contract/people/owner.ts'
import { Status } from '../contract/site/status.ts'
import type { Env } from '../http/env.ts'
import { anybody, type Bytes, owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const openApi: Bytes = {
  media: ['application/json'],
  description: 'The document, without an envelope',
  schema: { type: 'object' },
}
const docs: Bytes = { media: ['text/html'], description: 'The page', schema: { type: 'string' } }

const oEmbed: Bytes = {
  media: ['application/json', 'text/xml'],
  description: 'The response as oEmbed defines it, without an envelope',
  schema: { type: 'object' },
}

/** Only with a metrics token; not part of the typed client. */
export const metricsDeclaration = anybody(
  'Metrics for Prometheus',
  {
    media: ['text/plain'],
    description: 'The metrics, in Prometheus’ text format',
    schema: { type: 'string' },
  },
  {
    401: 'The metrics token is missing or wrong; send it as `Authorization: Bearer …`.',
    429: 'Too many wrong tokens from this network.',
  },
)

const folder = {
  404: 'No Drive folder is chosen, or it is no longer in the drive.',
  409: 'Google Drive is not configured or not connected.',
  503: 'Google Drive cannot be reached, or is limiting requests.',
}

const clientIsConfigured = { 409: 'The configuration sets the client.' }

export const siteRoutes = (h: Handlers) =>
  new Hono<Env>()
    // Google Drive
    .get(
      '/drive',
      owner('JPEG files in the folder', () => z.array(DriveFile()), folder),
      ...h.drive.list,
    )
    .get(
      '/drive/check',
      owner('New files in the folder', () => z.array(DriveFile()), folder),
      ...h.drive.check,
    )
    .get(
      '/drive/folder',
      owner('What the folder contains', DriveFolderContent, folder),
      ...h.drive.content,
    )
    .get(
      '/drive/folders',
      owner(
        'Folders to choose from',
        () => z.union([DriveFolderBrowse(), DriveFoldersNamed()]),
        { ...folder, 404: 'There is no such folder in the drive.' },
        { description: 'The folders in a folder, or those of a name' },
      ),
      ...h.drive.folders,
    )
    .get('/drive/failures', owner('Files that failed', DriveFailures), ...h.drive.failures)
    .delete(
      '/drive/failures/:fileId',
      owner('Dismiss a file that failed', DriveFailuresLeft),
      ...h.drive.dismiss,
    )
    .delete(
      '/drive/failures',
      owner('Dismiss all files that failed', DriveFailuresLeft),
      ...h.drive.dismissAll,
    )
    .get(
      '/drive/authenticated',
      owner('Whether Google Drive is connected', DriveStatus),
      ...h.drive.status,
    )
    .use('/drive/auth', h.drive.refusalsOnScreen)
    .get(
      '/drive/auth',
      owner(
        'Connect Google Drive',
        { redirect: 'Redirects to Google’s sign-in page' },
        { 409: 'Google Drive is not configured, or an import is running that may not be stopped.' },
        { changes: 'from any site' },
      ),
      ...h.drive.auth,
    )
    .get(
      '/drive/callback',
      anybody(
        'OAuth callback',
        { redirect: 'Redirects back to the Drive screen, with `error` for an expired sign-in' },
        {},
        {
          changes: 'from any site',
          parameters: ['state', 'code'].map((name) => ({
            name,
            in: 'query',
            schema: { type: 'string' },
          })),
        },
      ),
      ...h.drive.callback,
    )
    .post(
      '/drive/disconnect',
      owner('Disconnect Google Drive', Authenticated),
      ...h.drive.disconnect,
    )
    .get('/drive/client', owner('The OAuth client', GoogleClient), ...h.drive.client)
    .put(
      '/drive/client',
      owner('Set the OAuth client, and disconnect', GoogleClient, clientIsConfigured),
      ...h.drive.setClient,
    )
    .delete(
      '/drive/client',
      owner('Remove the OAuth client, and disconnect', GoogleClient, clientIsConfigured),
      ...h.drive.removeClient,
    )
    .put(
      '/user/gdrive',
      owner('Choose the Drive folder', User, {
        ...folder,
        404: 'There is no such folder in the drive.',
        409: 'Google Drive is not connected, or has several folders with this name; `details.folders` lists the first, and `details.next` leads to more. Or an import from another folder is running, which `stopImport` stops; `details.import` has its `id`.',
      }),
      ...h.drive.setFolder,
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
      ...h.drive.schedule,
    )
    .get('/drive/job', owner('The latest import', LatestJob), ...h.drive.latest)
    .get('/drive/job/:id', owner('An import', Job), ...h.drive.job)
    .post('/drive/job/:id/cancel', owner('Cancel an import', Job), ...h.drive.cancel)
    .put('/drive/upload', owner('Import and wait until finished', Job, folder), ...h.drive.upload)

    // Other sites
    .get(
      '/oembed',
      anybody(
        'How to embed a page',
        oEmbed,
        {
          404: 'The address is not of this gallery, or not visible to anyone who has it.',
          429: 'Too many wrong album codes; `Retry-After` says when to retry.',
          501: 'There is no such format.',
        },
        { description: 'Sessions do not count, but an album code in the address of the page does' },
      ),
      ...h.embeds.oEmbed,
    )

    // The server itself
    .get('/status', owner('The state of the gallery', Status), ...h.status.get)
    .get(
      '/health',
      anybody('Health check', Health, {
        503: 'The data folder is not writable; or `data.status` is `damaged`, or `migrating` while an older database is upgraded.',
      }),
      ...h.health,
    )
    .get('/openapi.json', anybody('OpenAPI 3.1 document', openApi), ...h.openapi)
    .get('/docs', anybody('API documentation', docs), ...h.docs)
