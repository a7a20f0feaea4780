import { join } from 'node:path'
import sharp from 'sharp'
import {
  clamp,
  dunes,
  forest,
  gradient,
  hash,
  type Light,
  night,
  type Painter,
  ridges,
  sea,
} from './painters.ts'

type Scene = {
  readonly title: string
  readonly file: string
  readonly size: readonly [width: number, height: number]
  readonly day: string
  readonly lens: number
  readonly painter: Painter
}

const landscape = [1800, 1200] as const
const portrait = [1200, 1500] as const

/**
 * Draws imaginary landscapes with the metadata of a camera, for pictures of the interface that may
 * be published. @returns the paths of the JPEG files, oldest first.
 */
export async function drawLandscapes(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const { title, file, size, day, lens, painter } of scenes) {
    const path = join(folder, file)
    const [width, height] = size
    const seconds = 20 + files.length * 3
    await sharp(pixels(size, painter), { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 92 })
      .withExif({
        IFD0: { Make: 'FUJIFILM', Model: 'X-T3', ImageDescription: title },
        IFD2: {
          DateTimeOriginal: `${day}:${seconds}`,
          FNumber: '80/10',
          ExposureTime: '1/125',
          ISOSpeedRatings: '160',
          FocalLength: `${lens}/1`,
          LensModel: 'XF16-55mmF2.8 R LM WR',
        },
      })
      .toFile(path)
    files.push(path)
  }
  return files
}

/** With film grain and darker corners, as a photo has. */
function pixels([width, height]: Scene['size'], painter: Painter): Uint8Array {
  const data = new Uint8Array(width * height * 3)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 3) {
      const x = column / width
      const y = row / height
      const shade = 1 - 0.5 * ((x - 0.5) ** 2 + (y - 0.5) ** 2)
      const grain = (hash(column, row) - 0.5) * 7
      const colour = painter(x, y)
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = clamp(colour[channel]! * shade + grain, 0, 255)
      }
    }
  }
  return data
}

const dawn = gradient([0, [58, 82, 130]], [0.3, [205, 150, 150]], [0.5, [250, 200, 150]])
const dusk = gradient([0, [32, 38, 78]], [0.35, [126, 84, 122]], [0.6, [238, 146, 104]])
const clear = gradient([0, [62, 120, 178]], [0.6, [196, 218, 228]])
const storm = gradient([0, [46, 56, 68]], [1, [158, 168, 172]])
const ember = gradient([0, [70, 46, 88]], [0.55, [226, 106, 74]], [1, [255, 196, 112]])
const dark = gradient([0, [8, 14, 34]], [0.9, [34, 50, 82]])
const polar = gradient([0, [6, 16, 30]], [0.9, [16, 52, 62]])
const blue = gradient([0, [22, 40, 84]], [0.7, [116, 150, 196]])
const pale = gradient([0, [150, 178, 196]], [1, [236, 214, 190]])
const fog = gradient([0, [214, 222, 222]], [1, [150, 166, 164]])
const gold = gradient([0, [236, 208, 160]], [1, [176, 130, 84]])

const sun = (x: number, y: number): Light => ({ x, y, colour: [255, 190, 120], glow: 0.16 })
const moon = (x: number, y: number): Light => ({ x, y, colour: [190, 205, 230], glow: 0.1 })

const scenes: readonly Scene[] = [
  {
    title: 'Fog between the firs',
    file: 'DSCF2104.jpg',
    size: portrait,
    day: '2026:01:18 08:41',
    lens: 55,
    painter: forest(4, fog, [22, 40, 40]),
  },
  {
    title: 'Under the Milky Way',
    file: 'DSCF2290.jpg',
    size: landscape,
    day: '2026:02:14 23:12',
    lens: 16,
    painter: night(11, dark, false),
  },
  {
    title: 'Northern lights',
    file: 'DSCF2417.jpg',
    size: landscape,
    day: '2026:03:02 22:05',
    lens: 16,
    painter: night(29, polar, true),
  },
  {
    title: 'First light on the passes',
    file: 'DSCF2688.jpg',
    size: landscape,
    day: '2026:04:11 06:32',
    lens: 35,
    painter: ridges(3, dawn, { far: [214, 168, 160], near: [24, 32, 52], light: sun(0.62, 0.4) }),
  },
  {
    title: 'A clear day in the high valley',
    file: 'DSCF2745.jpg',
    size: landscape,
    day: '2026:05:23 11:18',
    lens: 23,
    painter: ridges(8, clear, {
      far: [176, 200, 214],
      near: [30, 58, 44],
      light: { ...sun(0.2, 0.1), colour: [255, 246, 220] },
      top: 0.36,
    }),
  },
  {
    title: 'The last ferry',
    file: 'DSCF3012.jpg',
    size: landscape,
    day: '2026:06:20 21:44',
    lens: 44,
    painter: sea(5, ember, [52, 42, 72], sun(0.66, 0.47)),
  },
  {
    title: 'Dunes at seven in the evening',
    file: 'DSCF3130.jpg',
    size: landscape,
    day: '2026:07:08 19:02',
    lens: 55,
    painter: dunes(2, ember, [240, 176, 108], [96, 56, 58]),
  },
  {
    title: 'Blue hour above the lake',
    file: 'DSCF3204.jpg',
    size: landscape,
    day: '2026:08:15 21:20',
    lens: 35,
    painter: ridges(31, blue, {
      far: [120, 150, 190],
      near: [10, 18, 38],
      light: moon(0.76, 0.22),
    }),
  },
  {
    title: 'Wind, an hour later',
    file: 'DSCF3291.jpg',
    size: landscape,
    day: '2026:09:06 18:26',
    lens: 55,
    painter: dunes(5.4, pale, [226, 190, 150], [122, 84, 78]),
  },
  {
    title: 'Larches in October',
    file: 'DSCF3377.jpg',
    size: portrait,
    day: '2026:10:10 09:15',
    lens: 55,
    painter: forest(19, gold, [84, 44, 16]),
  },
  {
    title: 'Before the storm',
    file: 'DSCF3408.jpg',
    size: landscape,
    day: '2026:10:17 15:37',
    lens: 23,
    painter: sea(21, storm, [42, 56, 62], moon(0.36, 0.3)),
  },
  {
    title: 'Six ridges',
    file: 'DSCF3466.jpg',
    size: landscape,
    day: '2026:11:01 17:05',
    lens: 55,
    painter: ridges(17, dusk, { far: [206, 128, 118], near: [18, 18, 40], light: sun(0.34, 0.44) }),
  },
]
