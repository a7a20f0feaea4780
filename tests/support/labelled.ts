// JPEGs whose XMP says everything that can be edited.
import { textureJpeg } from './jpegs.ts'
import { dublinCore, withSegments, xmpSegment } from './metadata-segments.ts'

export type Labels = {
  title?: string
  description?: string
  keywords?: string[]
  alt?: string
  creator?: string
  copyright?: string
  rating?: number
  documentId?: string
}

let made = 0

/** No two are the same file. */
export async function labelled(labels: Labels): Promise<Uint8Array> {
  const { title = '', description = '', keywords = [], ...others } = labels
  const { alt, creator, copyright, rating, documentId } = others
  const language = (name: string, value = '') =>
    `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${value}</rdf:li></rdf:Alt></${name}>`
  const rest = `<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
    xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">
    ${language('Iptc4xmpCore:AltTextAccessibility', alt)}${language('dc:rights', copyright)}
    <dc:creator><rdf:Seq><rdf:li>${creator ?? ''}</rdf:li></rdf:Seq></dc:creator>
    <xmp:CreatorTool>Program ${++made}</xmp:CreatorTool><xmp:Rating>${rating ?? 0}</xmp:Rating>
    <xmpMM:OriginalDocumentID>${documentId ?? ''}</xmpMM:OriginalDocumentID></rdf:Description>`
  const xmp = xmpSegment(dublinCore(title, description, keywords) + rest)
  return withSegments(await textureJpeg(120, 80), xmp)
}
