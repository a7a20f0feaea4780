/** What holds for every call; `code` stands in backticks. */
export const introduction: readonly { readonly heading: string; readonly text: string }[] = [
  {
    heading: 'Answers',
    text: 'Every answer is JSON: `{"data": …}` when the call did what was asked, and `{"error": {"code", "message", "details"}}` when it did not. `code` is the HTTP status, `message` a sentence for a person, `details`, where there are any, facts for a program: the `field` that was wrong, or the `photoId` of the same photo that is there already. Pictures come as they are, without an envelope.',
  },
  {
    heading: 'Roles',
    text: 'Each call says who may make it. `anybody` needs nothing. A `guest` has registered and followed the link of the mail. A `member` is such a guest or the owner. The `owner` has the password. Owner and guest are known by their cookies: `POST /api/login` sets `vitrine_owner`, `/api/guest/verify` sets `vitrine_guest`, and on https both names begin with `__Host-`. A sign-in also sets `vitrine_known`, which gives later tries from this browser a limit of their own. Without the required sign-in the response is 401; a guest gets 403 where the owner is required. Anything the caller may not see is 404, exactly as if it did not exist.',
  },
  {
    heading: 'Codes of albums',
    text: 'An album may have a code. `?code=` with the right one opens the album, its photos and their pictures, and the cookie `vitrine_albums` remembers it until the owner changes the code. The owner needs no codes, and nobody else is ever told one.',
  },
  {
    heading: 'Lists',
    text: '`limit` and `offset` cut a page out of a list of photos; `around` names a photo instead of an offset and answers the page that holds it. Without a limit the response is the whole list, which one address may request only so often. It is streamed, without photos that are hidden meanwhile; when the caller may no longer see the list (a changed code, an ended session), the connection is closed before the end of the response, so the JSON is incomplete.',
  },
  {
    heading: 'Changes',
    text: 'Bodies are `application/json` (else 415) of at most 16 KiB, from the owner 1 MiB (else 413), and at most 32 levels deep (else 400); uploads are `multipart/form-data` with one file. A key that is absent stays as it is, an unknown one is ignored. A browser may change something from the pages of this site alone (else 403); a script that sends neither `Origin` nor `Sec-Fetch-Site` is not asked.',
  },
]
