const codes = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM'])

/**
 * Whether a file system lacks something, such as permissions or fsync of folders on exFAT and SMB. Of
 * a file that this program has just made, nothing else is the cause.
 */
export const isUnsupported = (error: unknown): boolean =>
  codes.has((error as NodeJS.ErrnoException).code ?? '')
