import { z } from 'zod'
import {
  colorThemes,
  photoBackgroundColors,
  photoBorderStyles,
  photoGridSpacings,
} from './vocabulary.ts'

export const UxConfig = z.object({
  photoGridCols: z.number().int().min(1).max(12),
  /** Pixels. */
  photoGridSpacing: z.literal(photoGridSpacings),
  photoItemsLoad: z.number().int().min(1).max(500),
  showBio: z.boolean(),
  photoBackgroundColor: z.enum(photoBackgroundColors),
  /** Anything but 'dark' is light, as the specification has it. */
  colorTheme: z.enum(colorThemes),
  denseTopBar: z.boolean(),
  denseBottomBar: z.boolean(),
  /** Anything but 'none' and 'left-right' is all around. */
  photoBorders: z.enum(photoBorderStyles),
  /** The album that is the photostream, or ''. */
  photoStreamAlbumId: z.union([z.uuid(), z.literal('')]),
})
export type UxConfig = z.infer<typeof UxConfig>

/** A change of the configuration: an absent key stays, theme and borders are coerced. */
export const UxConfigChange = z.object({
  ...UxConfig.partial().shape,
  colorTheme: z
    .unknown()
    .transform((theme) => (theme === 'dark' ? ('dark' as const) : ('light' as const)))
    .optional(),
  photoBorders: z
    .unknown()
    .transform((borders) =>
      borders === 'none' || borders === 'left-right' ? borders : ('all' as const),
    )
    .optional(),
})
export type UxConfigChange = z.infer<typeof UxConfigChange>
