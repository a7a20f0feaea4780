import { findAboveFloor } from './browser-floor.ts'
import { findNewSyntax } from './entry-syntax.ts'
import { filteredWord, namesInScript, namesInStyles } from './filtered-words.ts'
import { findStylesAboveFloor } from './style-floor.ts'

type File = { readonly fileName: string; readonly text: string }

/** Names that other people's code brings along. */
const isForeign = (name: string) => name.startsWith('maplibregl-')

/**
 * What would break the interface in browsers that it is made for: APIs and CSS that the oldest of
 * them lack, and names that content blockers hide.
 */
export function findProblems(files: readonly File[]): string[] {
  return files.flatMap(({ fileName, text }) => {
    const isScript = /\.m?js$/.test(fileName)
    const names = isScript ? namesInScript(text) : namesInStyles(text)
    const hidden = [fileName, ...(/\.(m?js|css)$/.test(fileName) ? names : [])]
      .filter((name) => !isForeign(name) && filteredWord(name))
      .map((name) => `the name ${name}, which content blockers hide ('${filteredWord(name)}')`)
    const styles = fileName.endsWith('.css') ? findStylesAboveFloor(text) : []
    const newer = isScript ? findAboveFloor(text, fileName) : styles
    const syntax = /^assets\/index-/.test(fileName) ? findNewSyntax(text) : []
    return [
      ...hidden,
      ...newer.map((name) => `${name}, which the oldest supported browsers lack`),
      ...syntax.map((name) => `${name}, which browsers that it turns away cannot parse`),
    ].map((problem) => `${fileName} has ${problem}`)
  })
}
