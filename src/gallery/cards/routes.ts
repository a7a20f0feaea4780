import { isUuid } from '../../contract/envelope.ts'
import type { CardSet } from '../../contract/site/cards.ts'
import { notFound } from '../../core/errors.ts'
import { handle } from '../../http/route.ts'
import { caching, renderSeconds, sendPicture } from '../../http/send-picture.ts'
import { clientOf } from '../../http/take-turns.ts'
import type { Cards } from './cards.ts'

export function cardHandlers({ cards }: { cards: Cards }) {
  const cardOf = (setOf: (id: string) => CardSet) =>
    handle(async (c) => {
      const version = c.req.query('v')
      const card = await cards.find(
        setOf(c.req.param('id') ?? ''),
        version,
        c.get('viewerNow'),
        () => c.env.server?.timeout(c.req.raw, renderSeconds),
        clientOf(c),
      )
      return sendPicture(c, card, {
        'Content-Type': 'image/jpeg',
        'Cache-Control': card.isOpen && version !== undefined ? caching.public : caching.private,
        ...(card.isOpen && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
      })
    })
  return {
    site: cardOf(() => ({ kind: 'site' })),
    album: cardOf((id) => {
      if (!isUuid(id)) throw notFound()
      return { kind: 'albums', id }
    }),
    camera: cardOf((id) => ({ kind: 'cameras', id })),
    lens: cardOf((id) => ({ kind: 'lenses', id })),
  }
}
