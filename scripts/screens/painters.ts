/** A colour as red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]
/** The colour at x and y, both from 0 to 1 from the top left. */
export type Painter = (x: number, y: number) => Colour

export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value))
const smooth = (value: number) => value * value * (3 - 2 * value)
const step = (from: number, to: number, value: number) =>
  smooth(clamp((value - from) / (to - from)))
const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]
const lighten = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + b[0] * share,
  a[1] + b[1] * share,
  a[2] + b[2] * share,
]

/** A number from 0 to 1 that looks random and is always the same for the same place. */
export function hash(x: number, y: number): number {
  let bits = Math.imul(x | 0, 374_761_393) + Math.imul(y | 0, 668_265_263)
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}

/** Value noise from 0 to 1. */
function noise(x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const across = smooth(x - left)
  const down = smooth(y - top)
  const upper = hash(left, top) + (hash(left + 1, top) - hash(left, top)) * across
  const lower = hash(left, top + 1) + (hash(left + 1, top + 1) - hash(left, top + 1)) * across
  return upper + (lower - upper) * down
}

/** Noise of several scales, each twice as fine and half as strong as the one before. */
function fractal(x: number, y: number, scales = 5): number {
  let sum = 0
  for (let scale = 0, weight = 0.5; scale < scales; scale++, weight /= 2) {
    sum += weight * noise(x * 2 ** scale, y * 2 ** scale + scale * 17)
  }
  return sum
}

/** Colours from top to bottom, between the given heights. */
export function gradient(...stops: readonly (readonly [at: number, colour: Colour])[]) {
  return (y: number): Colour => {
    const next = stops.findIndex(([at]) => at >= y)
    if (next === 0) return stops[0]![1]
    if (next < 0) return stops.at(-1)![1]
    const [from, a] = stops[next - 1]!
    const [to, b] = stops[next]!
    return mix(a, b, (y - from) / (to - from))
  }
}

export type Light = { x: number; y: number; colour: Colour; glow: number }

/** The colour of the sky near a light. */
const lit = (colour: Colour, x: number, y: number, light: Light): Colour => {
  const distance = Math.hypot((x - light.x) * 1.4, y - light.y)
  return lighten(colour, light.colour, Math.exp(-distance / light.glow) * 0.75)
}

/** Ridges behind one another, each nearer one darker and with mist at its foot. */
export function ridges(
  seed: number,
  sky: (y: number) => Colour,
  { far, near, light, top = 0.42 }: { far: Colour; near: Colour; light: Light; top?: number },
): Painter {
  const count = 7
  return (x, y) => {
    let colour = lit(sky(y), x, y, light)
    const clouds = step(0.52, 0.8, fractal(x * 2.2 + seed, y * 7 + seed))
    colour = lighten(colour, light.colour, clouds * 0.16 * (1 - y))
    for (let layer = 0; layer < count; layer++) {
      const share = layer / (count - 1)
      const roughness = fractal(x * (2 + layer * 0.9) + seed * 9 + layer * 31, layer * 7, 7)
      const edge = top + share * 0.5 - (roughness - 0.36) * (0.42 - share * 0.12)
      if (y < edge) continue
      const depth = clamp((y - edge) / 0.2)
      const stone = (fractal(x * 40 + layer * 5, y * 60, 3) - 0.45) * 26 * share
      const body = lighten(mix(far, near, share), [1, 1, 1], stone)
      colour = mix(body, far, smooth(depth) * 0.55 * (1 - share))
      colour = lighten(
        colour,
        light.colour,
        Math.exp(-Math.abs(x - light.x) * 3) * 0.2 * (1 - share),
      )
    }
    return colour
  }
}

/** A low sun or a moon over water. */
export function sea(
  seed: number,
  sky: (y: number) => Colour,
  water: Colour,
  light: Light,
): Painter {
  const horizon = 0.56
  return (x, y) => {
    if (y < horizon) {
      const cloud = step(0.48, 0.75, fractal(x * 3 + seed, (y * 9) / (horizon + 0.2 - y) + seed, 6))
      const colour = lighten(lit(sky(y / horizon), x, y, light), light.colour, cloud * 0.22)
      const disc = Math.hypot((x - light.x) * 1.5, y - light.y)
      return mix(colour, [255, 250, 235], step(0.026, 0.022, disc))
    }
    const nearness = (y - horizon) / (1 - horizon)
    const swell = fractal((x - 0.5) * (26 / (nearness + 0.12)) + seed, 46 / (nearness + 0.09), 4)
    const road = Math.exp(-Math.abs(x - light.x) / (0.05 + nearness * 0.22))
    const glitter = step(0.5, 0.72, swell) * road
    const base = mix(sky(0.96), water, clamp(0.25 + nearness))
    return lighten(lighten(base, [1, 1, 1], (swell - 0.47) * 55), light.colour, glitter * 0.9)
  }
}

/** Conifers in mist, row behind row. */
export function forest(seed: number, mist: (y: number) => Colour, near: Colour): Painter {
  const rows = 6
  return (x, y) => {
    let colour = mist(y)
    for (let row = 0; row < rows; row++) {
      const share = row / (rows - 1)
      const spacing = 0.022 + share * 0.055
      const ground = 0.48 + share * 0.42 - fractal(x * 2 + row * 13 + seed, row, 4) * 0.16
      let covered = y > ground + 0.1
      for (let tree = Math.floor(x / spacing) - 1; !covered && tree <= x / spacing + 1; tree++) {
        const place = (tree + 0.2 + hash(tree, row + seed) * 0.6) * spacing
        const height = (0.12 + share * 0.3) * (0.55 + hash(tree * 3, row * 7 + seed) * 0.6)
        const below = (y - (ground + 0.1 - height)) / height
        if (below < 0) continue
        const branches = 0.75 + 0.25 * Math.sin(below * 60 + tree * 9) + noise(y * 260, tree) * 0.35
        covered = Math.abs(x - place) < below ** 0.9 * spacing * 0.52 * branches
      }
      if (covered) colour = mix(mist(y), near, 0.16 + 0.8 * share ** 1.3)
    }
    return mix(colour, mist(0.6), step(0.55, 0.8, fractal(x * 3 + seed, y * 5)) * 0.35)
  }
}

/** A starry sky with the Milky Way, or curtains of aurora, over a dark skyline. */
export function night(seed: number, sky: (y: number) => Colour, hasAurora: boolean): Painter {
  return (x, y) => {
    if (y > 0.86 - fractal(x * 3 + seed, seed, 6) * 0.22) return [6, 9, 14]
    let colour = sky(y)
    const cell = [Math.floor(x * 420), Math.floor(y * 280)] as const
    const centre = Math.hypot(x * 420 - cell[0] - 0.5, y * 280 - cell[1] - 0.5)
    const star = hash(cell[0] + seed, cell[1])
    if (star > 0.985) {
      colour = lighten(colour, [215, 225, 255], step(0.5, 0, centre) * (star - 0.985) * 60)
    }
    if (hasAurora) {
      const fold = fractal(x * 2.4 + seed, 3, 4) * 0.5 + 0.2
      const ray = 0.45 + fractal(x * 34 + seed, 1, 3)
      const height = (fold + 0.22 - y) / 0.34
      const light = height < 0 ? Math.exp(height * 22) : Math.exp(-height * 1.5)
      return lighten(colour, mix([50, 235, 140], [130, 80, 190], clamp(height)), light * ray * 0.72)
    }
    const band = Math.exp(-(((y - 0.95 + x * 0.9) / 0.2) ** 2))
    const dust = fractal(x * 7 + seed, y * 7, 6)
    return lighten(colour, [150, 140, 165], band * dust ** 2 * 1.5)
  }
}

/** Crests of sand with a lit and a shaded side. */
export function dunes(
  seed: number,
  sky: (y: number) => Colour,
  lightSand: Colour,
  shade: Colour,
): Painter {
  return (x, y) => {
    let colour = sky(y / 0.5)
    for (let layer = 0; layer < 4; layer++) {
      const crest =
        0.36 +
        layer * 0.16 +
        Math.sin(x * (3.2 + layer) + seed + layer * 2.1) * 0.07 +
        fractal(x * 1.4 + layer * 8 + seed, layer, 3) * 0.12 -
        0.07
      if (y < crest) continue
      const depth = (y - crest) / 0.3
      const slope = Math.cos(x * (3.2 + layer) + seed + layer * 2.1 + depth * 1.6)
      const ripples = Math.sin(
        (y * 150 + fractal(x * 9, y * 9 + seed, 3) * 26) * (1.4 - depth * 0.5),
      )
      const light = step(-0.25, 0.3, slope) * 0.85 + ripples * 0.035
      colour = mix(mix(shade, lightSand, clamp(light)), sky(1), 0.3 - layer * 0.1)
    }
    return colour
  }
}
