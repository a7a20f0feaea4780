/** What the parts say wherever they stand. */
export const texts = {
  close: 'Close',
  cancel: 'Cancel',
  unsaved: {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved yet.',
    stay: 'Stay',
    leave: 'Leave',
  },
} as const
