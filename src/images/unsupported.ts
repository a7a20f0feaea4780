const codes = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM'])

/**
 * Whether a file system does not support something, such as permissions or fsync of folders on
 * exFAT and SMB. For a file that this program has just created, there is no other cause.
 */
export const isUnsupported = (error: unknown): boolean =>
  codes.has((error as NodeJS.ErrnoException).code ?? '')
