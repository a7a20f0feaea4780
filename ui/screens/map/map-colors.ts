export type MapColors = Readonly<
  Record<'water' | 'land' | 'line' | 'road' | 'text' | 'halo' | 'dot' | 'onDot' | 'zone', string>
>

const light: MapColors = {
  water: '#dfe6ea',
  land: '#f6f4f0',
  line: '#c3c7c9',
  road: '#ffffff',
  text: '#55595c',
  halo: '#f6f4f0',
  dot: '#1d1d1f',
  onDot: '#ffffff',
  zone: '#0b62c4',
}
const dark: MapColors = {
  water: '#14181b',
  land: '#23272a',
  line: '#3d4347',
  road: '#33393d',
  text: '#a9afb3',
  halo: '#1b1f22',
  dot: '#f2f2f2',
  onDot: '#16181a',
  zone: '#7db7ff',
}

export const mapColors = (theme: 'light' | 'dark'): MapColors => (theme === 'dark' ? dark : light)
