export const texts = {
  share: 'Share',
  photo: 'Share photo',
  album: 'Share album',
  link: 'Link',
  embed: 'Embed code',
  embedHint: 'Paste it into a web page to show it there.',
  feed: 'Feed',
  feedHint: 'Feed readers show new photos of this album.',
  withCode:
    'These addresses contain the album’s code. Anyone who has one of them can open the album.',
  closed: 'Visitors cannot open this link. Only people who already have access can.',
  failed: (reason: string) => `Could not find out who can open this link: ${reason}`,
  copy: 'Copy',
  copied: 'Copied',
  copyLabel: (field: string) => `Copy ${field.toLowerCase()}`,
  copiedLabel: (field: string) => `Copied ${field.toLowerCase()}`,
  byHand: 'Could not copy it. The text is selected, so you can copy it yourself.',
} as const
