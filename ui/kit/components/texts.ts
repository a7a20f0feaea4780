export const texts = {
  close: 'Close',
  cancel: 'Cancel',
  unsaved: {
    title: 'Leave without saving?',
    text: 'Your changes have not been saved.',
    stay: 'Stay',
    leave: 'Leave',
  },
} as const

/** 'about 20 s left', in coarse steps to avoid flicker. */
export const timeLeft = (seconds: number): string =>
  seconds < 60 ? `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s left` : minutesLeft(seconds)

function minutesLeft(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `about ${minutes} min left` : `about ${Math.ceil(minutes / 60)} h left`
}
