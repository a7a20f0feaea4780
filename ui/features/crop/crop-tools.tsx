import { Tooltip } from '@base-ui/react/tooltip'
import {
  Eye,
  RectangleHorizontal,
  RectangleVertical,
  RotateCw,
  Scan,
  Square,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { CropAspect } from '../../../src/contract/photos/crop.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Tool } from '../../kit/components/Tool.tsx'
import type { CropAction } from './state.ts'
import { Straighten } from './straighten.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const shapes = [
  ['portrait', RectangleVertical],
  ['landscape', RectangleHorizontal],
  ['square', Square],
  ['free', Scan],
] as const

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.6 } as const

type CropToolsProps = {
  aspect: CropAspect
  /** Whether nothing is cropped, so that no shape is selected. */
  isWhole: boolean
  isPreview: boolean
  isBusy: boolean
  /** Degrees, see Straighten. */
  straightenedBy: number
  onStraighten: (degrees: number) => void
  onAction: (action: CropAction) => void
}

export function CropTools(props: CropToolsProps) {
  const { aspect, isWhole, isPreview, isBusy, onAction } = props
  const tool = (action: CropAction, content: ReactNode, isPressed?: boolean) => (
    <Tool key={action} label={texts.tools[action]}>
      <button
        type="button"
        className={styles.tool}
        aria-pressed={isPressed}
        aria-disabled={isBusy}
        onClick={() => !isBusy && onAction(action)}
      >
        {content}
      </button>
    </Tool>
  )
  return (
    <Tooltip.Provider delay={400}>
      <div className={styles.tools}>
        <Group label={texts.shapes}>
          {shapes.map(([shape, Icon]) =>
            tool(shape, <Icon {...icon} />, !isWhole && aspect === shape),
          )}
        </Group>
        <Group label={texts.rotation}>
          {tool('rotate90', <Rotate by={texts.by90} />)}
          {tool('rotate5', <Rotate by={texts.by5} />)}
          <Straighten
            degrees={props.straightenedBy}
            isBusy={isBusy}
            onChange={props.onStraighten}
          />
        </Group>
        <Group label={texts.result}>
          {tool('restore', <Undo2 {...icon} />)}
          {tool('preview', <Eye {...icon} />, isPreview)}
        </Group>
        <Tool label={texts.tools.save}>
          <Button kind="primary" isBusy={isBusy} onClick={() => onAction('save')}>
            {texts.save}
          </Button>
        </Tool>
      </div>
    </Tooltip.Provider>
  )
}

const Rotate = ({ by }: { by: string }) => (
  <>
    <RotateCw {...icon} />
    {by}
  </>
)

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.group} role="group" aria-label={label}>
      {children}
    </div>
  )
}
