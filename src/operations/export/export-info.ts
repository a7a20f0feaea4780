import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExportInfo, exportFormat } from '../../contract/exports/exported-gallery.ts'
import { pageNames } from '../../contract/site/pages.ts'
import { isWritten } from '../../gallery/pages/written.ts'
import { pictureOf } from './export-lists.ts'
import type { Exporting } from './exporting.ts'
import type { ExportStore } from './store.ts'

/** The first file to read: what the export contains, the owner's profile and the settings. */
export async function exportInfo(
  exporting: Exporting,
  gallery: string,
  counts: Record<string, number>,
): Promise<string> {
  const { store, request } = exporting
  const { name, bio, pic, photo } = store.owner()
  const info = {
    format: exportFormat,
    program: 'Vitrine',
    version: request.version,
    gallery,
    exportedAt: new Date(request.now()).toISOString(),
    counts,
    owner: { name, bio, picture: pictureOf(pic, photo) },
    settings: settingsIn(store),
    pages: await exportTexts(exporting),
  } satisfies Omit<ExportInfo, 'settings'> & { settings: object }
  return `${JSON.stringify(info, null, 2)}\n`
}

/** Of the photostream, its album says so. */
function settingsIn(store: ExportStore) {
  const display = store.display()
  const sharing = store.sharing()
  const places = store.places()
  return {
    display: {
      photoGridCols: display.photo_grid_cols,
      photoGridSpacing: display.photo_grid_spacing,
      photoItemsLoad: display.photo_items_load,
      showBio: display.show_bio === 1,
      photoBackgroundColor: display.photo_background_color,
      colorTheme: display.color_theme,
      denseTopBar: display.dense_top_bar === 1,
      denseBottomBar: display.dense_bottom_bar === 1,
      photoBorders: display.photo_borders,
    },
    sharing: {
      allowSearchEngines: sharing.allow_search_engines === 1,
      keepAiOut: sharing.keep_ai_out === 1,
      licence: sharing.licence,
    },
    places: { whoSees: places.who_sees, homeZones: JSON.parse(places.home_zones) },
    rules: store.rules(),
  }
}

/** Copies the pages that the owner has written, which are Markdown. @returns their names. */
async function exportTexts({ request, target }: Exporting): Promise<string[]> {
  const names: string[] = []
  for (const name of pageNames) {
    const path = join(request.library.pages, `${name}.md`)
    const content = await readFile(path).catch(() => undefined)
    if (!content || !isWritten(content.toString('utf8').replaceAll('\r\n', '\n'))) continue
    await target.write(`pages/${name}.md`, content)
    names.push(name)
  }
  return names
}
