const units = ['KB', 'MB', 'GB', 'TB', 'PB'] as const

/** '512 bytes', '4.2 KB', '61 GB': in units of 1000, with at most two significant digits below 10. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  const rounded = value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value)
  return `${rounded} ${units[unit]}`
}
