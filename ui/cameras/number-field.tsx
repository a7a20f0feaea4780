import { useState } from 'react'
import { type EditableSpec, specText } from '../../src/contract/camera-specs.ts'
import { TextField } from '../components/TextField.tsx'
import { numberIn } from './spec-values.ts'
import { labelWithUnit, texts } from './texts.ts'

/** A spec that is a number; 0, which stands for unknown, is an empty field. */
export function NumberField({ spec, value }: { spec: EditableSpec; value: number }) {
  const [isKept, setKept] = useState(false)
  const { key, kind, label } = spec
  const kept = value === 0 ? texts.edit.noNumber : texts.edit.notNumber(specText(spec, value))
  return (
    <TextField
      type="number"
      inputMode="decimal"
      name={key}
      label={labelWithUnit(label, kind)}
      hint={kind === 'megapixels' ? texts.edit.pixelsHint : undefined}
      error={isKept ? kept : undefined}
      min={0}
      step="any"
      defaultValue={value === 0 ? '' : value}
      onInput={({ currentTarget: { value: text, validity } }) => {
        const isStillEmpty = value === 0 && text === '' && !validity.badInput
        setKept(!isStillEmpty && numberIn(text) === undefined)
      }}
    />
  )
}
