import { z } from 'zod'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'
import {
  colorThemes,
  photoBackgroundColors,
  photoBorderStyles,
  photoGridSpacings,
} from './appearance.ts'

const albumIdError = { error: 'must be an album’s ID, as text, or empty' }

export const UxConfig = schema(() =>
  z
    .object({
      photoGridCols: z.number().int().min(1).max(limits.gridColumns),
      photoGridSpacing: z.literal(photoGridSpacings).describe('pixels'),
      photoItemsLoad: z.number().int().min(1).max(limits.itemsPerLoad),
      showBio: z.boolean(),
      photoBackgroundColor: z.enum(photoBackgroundColors),
      /** Anything but 'dark' is light. */
      colorTheme: z.enum(colorThemes),
      denseTopBar: z.boolean(),
      denseBottomBar: z.boolean(),
      /** Anything but 'none' and 'left-right' is 'all'. */
      photoBorders: z.enum(photoBorderStyles),
      photoStreamAlbumId: z
        .union([z.uuid(albumIdError), z.literal('')], albumIdError)
        .describe("an album’s ID, or ''"),
    })
    .meta({ ref: 'UxConfig' }),
)
export type UxConfig = z.infer<ReturnType<typeof UxConfig>>

/** Absent keys stay unchanged; theme and borders are coerced. */
export const UxConfigChange = schema(() =>
  z.object({
    ...UxConfig().partial().shape,
    colorTheme: z
      .unknown()
      .transform((theme) => (theme === 'dark' ? ('dark' as const) : ('light' as const)))
      .meta({ enum: colorThemes })
      .optional(),
    photoBorders: z
      .unknown()
      .transform((borders) =>
        borders === 'none' || borders === 'left-right' ? borders : ('all' as const),
      )
      .meta({ enum: photoBorderStyles })
      .optional(),
  }),
)
export type UxConfigChange = z.infer<ReturnType<typeof UxConfigChange>>
