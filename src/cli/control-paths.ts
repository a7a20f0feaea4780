import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** A socket's path can have 107 bytes on Linux and 103 on macOS (sockaddr_un). */
const socketPathLimit = 103

const fits = (path: string) => Buffer.byteLength(path) <= socketPathLimit

/** Names the socket if it is not in the data folder: a command can have another TMPDIR. */
const notePath = (data: string) => join(data, 'runtime', 'control.path')

const ownPath = (data: string) => join(data, 'runtime', 'control.sock')

/**
 * Where the running server of a data folder can accept commands, the best place first; a named pipe
 * on Windows.
 */
export function controlSocketPaths(data: string): string[] {
  const name = `vitrine-${createHash('sha256').update(data).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`]
  const folders = new Set([tmpdir(), '/tmp'])
  return [ownPath(data), ...[...folders].map((folder) => join(folder, `${name}.sock`))].filter(fits)
}

/** Remembers where the server accepts commands. */
export function noteControlSocket(data: string, path: string): void {
  if (process.platform === 'win32') return
  try {
    if (path === ownPath(data)) rmSync(notePath(data), { force: true })
    else writeFileSync(notePath(data), path, { mode: 0o600 })
  } catch {
    // Most commands look in the same temporary folder anyway.
  }
}

/** Sockets that a running server may have, if this user can trust them. */
export function foundControlSockets(data: string): string[] {
  const paths = controlSocketPaths(data)
  if (process.platform === 'win32') return paths
  const all = new Set([notedPath(data) ?? [], paths].flat())
  return [...all].filter((path) => isTrusted(path, data))
}

function notedPath(data: string): string | undefined {
  const user = process.geteuid?.()
  try {
    const found = lstatSync(notePath(data))
    const isOwn = found.uid === user || (user === 0 && found.uid === lstatSync(data).uid)
    if (!found.isFile() || !isOwn || found.size > socketPathLimit) return undefined
    const path = readFileSync(notePath(data), 'utf8')
    return isAbsolute(path) ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * A socket of this user; for root, also one of the folder's owner. In a shared temporary folder
 * anyone could have created one with that name, and a link of the owner could lead root anywhere.
 */
function isTrusted(path: string, data: string): boolean {
  const user = process.geteuid?.()
  try {
    const found = lstatSync(path)
    if (!found.isSocket()) return false
    return found.uid === user || (user === 0 && found.uid === lstatSync(data).uid)
  } catch {
    return false
  }
}
