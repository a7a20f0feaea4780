import { isAbsolute, relative } from 'node:path'

/** Whether a path is a folder or anywhere in it. */
export const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || /^\.\.[\\/]/.test(way) || isAbsolute(way))
}
