const key = 'vitrine:profile-saved'

/** Carries 'saved' over the next load of the page. */
export const rememberSaved = () => sessionStorage.setItem(key, 'yes')

/** Whether the profile was saved right before the page was loaded. */
export function takeSaved(): boolean {
  const isSaved = sessionStorage.getItem(key) !== null
  sessionStorage.removeItem(key)
  return isSaved
}
