export function FilterPanel() {
  return null
}
