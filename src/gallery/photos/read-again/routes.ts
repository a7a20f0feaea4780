import { Hono } from 'hono'
import {
  ReadAgainSelection,
  Reading,
  ReadingChanges,
  ReadingPageQuery,
  ReadPhoto,
} from '../../../contract/photos/read-again.ts'
import type { Env } from '../../../http/env.ts'
import { outOfReach } from '../../../http/openapi/openapi-errors.ts'
import { owner } from '../../../http/route.ts'
import { idParam, json, query } from '../../../http/validate.ts'
import type { ReadAgain } from './read-again.ts'

const replaced = 'This reading does not exist, or another one was started after it.'

export const readAgainRoutes = ({ readAgain }: { readAgain: ReadAgain }) =>
  new Hono<Env>()
    .post(
      '/photos/:id/read-again',
      owner(
        'Read a photo’s file again',
        ReadPhoto,
        {
          404: 'The photo does not exist, or its original is missing or damaged.',
          ...outOfReach,
        },
        { description: 'Changes the fields that were not edited here, at once.' },
      ),
      async (c) => c.json({ data: await readAgain.one(idParam(c)) }),
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
      json(ReadAgainSelection),
      (c) => c.json({ data: readAgain.start(c.req.valid('json')) }),
    )
    .get('/photos/read-again/:id', owner('How far a reading is', Reading, { 404: replaced }), (c) =>
      c.json({ data: readAgain.get(idParam(c)) }),
    )
    .get(
      '/photos/read-again/:id/changes',
      owner('What a reading would change', ReadingChanges, { 404: replaced }),
      query(ReadingPageQuery),
      (c) => c.json({ data: readAgain.changes(idParam(c), c.req.valid('query')) }),
    )
    .post(
      '/photos/read-again/:id/apply',
      owner('Apply what a reading found to the photos', Reading, {
        404: replaced,
        409: 'Not all files have been read, or it was applied or cancelled.',
      }),
      (c) => c.json({ data: readAgain.apply(idParam(c)) }),
    )
    .delete(
      '/photos/read-again/:id',
      owner(
        'Cancel a reading',
        Reading,
        { 404: replaced },
        { description: 'Changes that have been applied are kept.' },
      ),
      (c) => c.json({ data: readAgain.cancel(idParam(c)) }),
    )
