import type { Clock } from '../core/clock.ts'
import type { Config } from '../core/config/config.ts'
import type { Albums } from '../gallery/albums/albums.ts'
import type { Cameras } from '../gallery/cameras/cameras.ts'
import type { Insights } from '../gallery/insights/insights.ts'
import type { Pages } from '../gallery/pages/pages.ts'
import type { NewestPhotos } from '../gallery/photos/newest.ts'
import type { Photos } from '../gallery/photos/photos.ts'
import type { Places } from '../gallery/places/places.ts'
import type { SharingRules } from '../gallery/settings/sharing/sharing.ts'
import type { UxConfigRules } from '../gallery/settings/ux-config/ux-config.ts'
import type { ShareImages } from '../gallery/share-images/share-images.ts'
import type { Drive } from '../imports/drive/drive.ts'
import type { Owner } from '../people/owner/owner.ts'
import type { Library } from '../storage/library.ts'

/** What pages, feeds and embedded photos show, from the features below. */
export type SiteServices = {
  readonly config: Config
  readonly clock: Clock
  readonly library: Library
  /** Where visitors find the site. */
  readonly address: () => string
  readonly photos: Photos
  readonly newestPhotos: NewestPhotos
  readonly albums: Albums
  readonly cameras: Cameras
  readonly places: Pick<Places, 'onMap' | 'hasAny'>
  readonly insights: Insights
  readonly shareImages: ShareImages
  readonly pages: Pages
  readonly uxConfig: UxConfigRules
  readonly sharing: SharingRules
  readonly owner: Owner
  readonly drive: Drive
}
