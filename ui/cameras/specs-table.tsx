import { specRows } from '../../src/contract/camera-specs.ts'
import type { Camera } from '../../src/contract/cameras.ts'
import { texts } from './texts.ts'

/** What is known of a camera; the owner also sees what is not known yet. */
export function SpecsTable({ camera, isOwner }: { camera: Camera; isOwner: boolean }) {
  return (
    <table>
      <tbody>
        {specRows(camera, isOwner).map(({ key, label, text }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {text ? <td>{text}</td> : <td className="is-unknown">{texts.unknown}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
