export const texts = {
  loading: 'Loading…',
  tryAgain: 'Try again',
  submit: 'Submit',
  saved: 'Saved',
} as const
