/** The place of the button that imports or, while an import runs, shows how far it is. */
export const importControlId = 'drive-import'

/** Where the keyboard goes on after an import; null while no folder is chosen. */
export const importControl = () => document.querySelector<HTMLElement>(`#${importControlId} button`)
