import { grouped } from '../../../src/contract/text/counts.ts'

export const texts = {
  controls: 'Slideshow controls',
  previous: 'Previous photo',
  next: 'Next photo',
  play: 'Play',
  pause: 'Pause',
  faster: 'Less time per photo',
  slower: 'More time per photo',
  seconds: (seconds: number) => `${seconds} s`,
  secondsLabel: (seconds: number) => `${seconds} seconds per photo`,
  captions: 'Show titles',
  close: 'Close slideshow',
  position: (position: number, total: number) => `${grouped(position + 1)} of ${grouped(total)}`,
  announced: (photo: string, position: number, total: number) =>
    `${photo}, ${grouped(position + 1)} of ${grouped(total)}`,
  loadFailed: (reason: string) => `Could not load more photos: ${reason}`,
} as const
