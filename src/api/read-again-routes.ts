import { Hono } from 'hono'
import { Reading, ReadingChanges, ReadPhoto } from '../contract/photos/read-again.ts'
import type { Env } from '../http/env.ts'
import { owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const replaced = 'This reading does not exist, or another one was started after it.'

export const readAgainRoutes = (h: Handlers) =>
  new Hono<Env>()
    .post(
      '/photos/:id/read-again',
      owner(
        'Read a photo’s file again',
        ReadPhoto,
        {
          404: 'The photo does not exist, or its original is missing or damaged.',
          503: 'The store of the photos does not answer; `Retry-After` says when to retry.',
        },
        { description: 'Changes the fields that were not edited here, at once.' },
      ),
      ...h.readAgain.one,
    )
    .post(
      '/photos/read-again',
      owner(
        'Read the files of several photos again',
        Reading,
        { 409: 'Another reading is being applied.' },
        {
          description:
            'Reads in the background and changes nothing that is shown: see what would change, then apply it.',
        },
      ),
      ...h.readAgain.start,
    )
    .get(
      '/photos/read-again/:id',
      owner('How far a reading is', Reading, { 404: replaced }),
      ...h.readAgain.get,
    )
    .get(
      '/photos/read-again/:id/changes',
      owner('What a reading would change', ReadingChanges, { 404: replaced }),
      ...h.readAgain.changes,
    )
    .post(
      '/photos/read-again/:id/apply',
      owner('Change the photos as their files say', Reading, {
        404: replaced,
        409: 'Not all files have been read, or it was applied or cancelled.',
      }),
      ...h.readAgain.apply,
    )
    .delete(
      '/photos/read-again/:id',
      owner(
        'Cancel a reading',
        Reading,
        { 404: replaced },
        { description: 'What has been applied stays.' },
      ),
      ...h.readAgain.cancel,
    )
