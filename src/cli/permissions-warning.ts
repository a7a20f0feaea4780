/** About a folder on exFAT, SMB and the like. */
export const noPermissions = (folder: string): string =>
  `warning: the file system of ${folder} keeps no permissions, so everyone who can use that disk can read the files there.`
