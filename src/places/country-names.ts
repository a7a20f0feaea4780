const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** 'Germany' for 'DE'. */
export const countryName = (code: string): string | null => names.of(code) ?? null
