import { Hono } from 'hono'
import { z } from 'zod'
import { Comment } from '../contract/people/comments.ts'
import { Guest, Registration } from '../contract/people/guests.ts'
import { Like, Liked } from '../contract/people/likes.ts'
import { Authenticated, User } from '../contract/people/owner.ts'
import type { Env } from '../http/env.ts'
import { fullDisk } from '../http/openapi/openapi-errors.ts'
import { anybody, guest, member, owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const fromThisSite = { changes: 'from this site' } as const

const attempts = {
  429: 'Too many attempts.',
  503: 'Too many sign-ins at the moment; `Retry-After` says when to retry.',
}
const registrations = { 429: 'Too many registrations from this network.' }
const links = {
  400: 'The link is no longer valid.',
  429: 'Too many links were opened from this network.',
}
const tooFast = { 429: 'Too many likes or comments from this guest or network.' }

export const peopleRoutes = (h: Handlers) =>
  new Hono<Env>()
    // Signing in
    .post(
      '/login',
      anybody('Sign the owner in', Authenticated, {
        401: 'The password is wrong.',
        409: 'The gallery has not been set up yet.',
        ...attempts,
      }),
      ...h.signIn.login,
    )
    .get(
      '/logout',
      anybody('Sign the owner out', Authenticated, {}, fromThisSite),
      ...h.signIn.logout,
    )
    .get(
      '/loggedin',
      anybody('Whether the owner is signed in', Authenticated),
      ...h.signIn.loggedIn,
    )
    .post(
      '/setup',
      anybody('Set up a new gallery', Authenticated, {
        403: 'The setup link is wrong, used or expired, or the request came from another site.',
        ...attempts,
      }),
      ...h.signIn.setup,
    )

    // The owner
    .get('/user', anybody('The owner’s profile', User), ...h.signIn.user)
    .put('/user', owner('Change the profile', User), ...h.signIn.changeUser)
    .put('/user/pic', owner('Change the profile picture', User), ...h.signIn.changePicture)

    // Guests
    .get('/guest/is', anybody('Whether a guest is signed in', Authenticated), ...h.guests.is)
    .get('/guest', guest('The signed-in guest', Guest), ...h.guests.get)
    .post(
      '/guest',
      anybody('Register', Registration, { ...registrations, ...fullDisk }),
      ...h.guests.register,
    )
    .post(
      '/guest/update',
      guest('Change name or e-mail', Guest, {
        409: 'The name is taken, or looks like the owner’s.',
        ...registrations,
        ...fullDisk,
      }),
      ...h.guests.update,
    )
    .get(
      '/guest/verify',
      anybody('Verify an e-mail address', Guest, links, {
        ...fromThisSite,
        description:
          'The guest. In the browser used to register, `verified` is true and the guest is signed in. In any other browser nothing changes: `verified` is false, and a POST request completes the verification.',
      }),
      ...h.guests.verify,
    )
    .post(
      '/guest/verify',
      anybody('Verify an e-mail address in any browser', Guest, links),
      ...h.guests.confirm,
    )
    .get(
      '/guest/logout',
      anybody('Sign the guest out', Authenticated, {}, fromThisSite),
      ...h.guests.logout,
    )
    .get('/guest/likes', member('Liked photos', z.array(z.uuid())), ...h.guests.likes)
    .get(
      '/guest/likes/:photoId',
      member('Whether the caller likes a photo', Liked),
      ...h.guests.likesPhoto,
    )

    // Likes and comments
    .get('/likes/:photoId', anybody('Likes on a photo', z.array(Like)), ...h.likes.list)
    .post(
      '/likes/:photoId/like',
      member('Like a photo', Liked, { ...tooFast, ...fullDisk }),
      ...h.likes.like,
    )
    .post('/likes/:photoId/unlike', member('Unlike a photo', Liked, tooFast), ...h.likes.unlike)
    .get(
      '/comments/:photoId',
      anybody('Comments on a photo', () => z.array(Comment())),
      ...h.comments.list,
    )
    .post(
      '/comments/:photoId',
      member('Comment on a photo', Comment, { ...tooFast, ...fullDisk }),
      ...h.comments.write,
    )
    .delete(
      '/comments/:photoId/:id',
      member('Delete a comment', Comment, {
        403: 'The comment belongs to someone else, or the request came from another site.',
      }),
      ...h.comments.remove,
    )
