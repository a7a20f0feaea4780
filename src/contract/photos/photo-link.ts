import type { Photo } from './photos.ts'

/** A path with the album code that opens it, if it needs one. */
export function withCode(path: string, code: string | undefined): string {
  if (!code) return path
  return `${path}${path.includes('?') ? '&' : '?'}code=${encodeURIComponent(code)}`
}

/** The path of a photo's page, in an album or by itself. */
export const photoPath = ({ id }: Pick<Photo, 'id'>, album?: string): string =>
  album ? `/album/${album}/${id}` : `/photo/${id}`
