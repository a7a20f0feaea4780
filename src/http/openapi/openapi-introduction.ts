/** `code` is in backticks. */
export const introduction: readonly { readonly heading: string; readonly text: string }[] = [
  {
    heading: 'Responses',
    text: 'Responses are JSON: `{"data": …}` on success and `{"error": {"code", "message", "details"}}` on failure. This envelope’s `code` is the HTTP status, `message` is a human-readable sentence, and `details`, if present, is machine-readable: the invalid `field`, or the `photoId` of the photo that is already in the gallery. Images are returned as they are, without an envelope. An address longer than 16 KiB gets 414, and more than 16 KiB of cookies 431. `X-Request-Id` identifies the request in the server’s log.',
  },
  {
    heading: 'Roles',
    text: 'Each endpoint says who may use it. `anybody` needs no sign-in. A `guest` has registered and opened the link in the e-mail. A `member` is such a guest or the owner. The `owner` has the password. The owner and guests are identified by cookies: `POST /api/login` sets `vitrine_owner` and `/api/guest/verify` sets `vitrine_guest`; over https, both names begin with `__Host-`. Signing in also sets `vitrine_known`, which gives later sign-in attempts from that browser their own rate limit. Without the required sign-in the response is 401; a guest gets 403 where the owner is required. Anything the caller may not see returns 404, exactly as if it did not exist.',
  },
  {
    heading: 'Album codes',
    text: 'An album may have a code. `?code=` with the right code opens the album, its photos and their pictures, and the cookie `vitrine_albums` remembers it until the owner changes the code. The owner needs no codes; codes are never shown to anyone else.',
  },
  {
    heading: 'Lists',
    text: '`limit` and `offset` select a page of a list of photos; `around` names a photo instead of an offset and returns the page that contains it. Without a limit, the whole list is returned; such requests, and limits above 500, are rate-limited per network. It is streamed, leaving out photos that are hidden in the meantime. If the caller loses access to the list (the code changed, the session ended), the connection is closed early and the JSON is incomplete.',
  },
  {
    heading: 'Changes',
    text: 'Bodies are `application/json` (otherwise 415), at most 16 KiB, or 1 MiB from the owner (otherwise 413), and at most 32 levels deep (otherwise 400); uploads are `multipart/form-data` with one file. Omitted keys keep their current values; unknown keys are ignored. Browsers may make changes only from this site’s own pages (otherwise 403); clients that send neither `Origin` nor `Sec-Fetch-Site` are not checked. Any change may fail with 503 while another program writes to the data folder, and with 507 when the disk is full.',
  },
]
