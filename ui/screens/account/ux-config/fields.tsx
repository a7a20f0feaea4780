import type { ReactNode } from 'react'
import {
  colorThemes,
  photoBackgroundColors,
  photoBorderStyles,
  photoGridSpacings,
} from '../../../../src/contract/site/appearance.ts'
import { Choice } from '../../../kit/components/Choice.tsx'
import { Switch } from '../../../kit/components/Switch.tsx'
import { TextField } from '../../../kit/components/TextField.tsx'
import { UxConfigAlbum } from './album-field.tsx'
import { type Draft, filledIn, maximum, type NumberKey } from './draft.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type FieldsProps = {
  draft: Draft
  errorOf: (key: keyof Draft) => string | undefined
  onChange: (part: Partial<Draft>) => void
}

export function UxConfigFields(props: FieldsProps) {
  const { draft, errorOf, onChange } = props
  return (
    <>
      <Group heading={texts.grid}>
        <NumberField
          name="photoGridCols"
          label={texts.columns}
          hint={texts.columnsHint}
          {...props}
        />
        <Choice
          label={texts.spacing}
          options={photoGridSpacings.map((value) => ({ value, label: texts.spacings[value] }))}
          value={draft.photoGridSpacing}
          onChange={(photoGridSpacing) => onChange({ photoGridSpacing })}
        />
        <NumberField name="photoItemsLoad" label={texts.load} hint={texts.loadHint} {...props} />
        <Switch
          label={texts.showBio}
          name="showBio"
          checked={draft.showBio}
          onChange={(showBio) => onChange({ showBio })}
        />
      </Group>
      <Group heading={texts.viewer}>
        <Choice
          label={texts.background}
          options={photoBackgroundColors.map((value) => ({
            value,
            label: texts.backgrounds[value],
            mark: <span className={styles.swatch[value]} aria-hidden="true" />,
          }))}
          value={draft.photoBackgroundColor}
          onChange={(photoBackgroundColor) => onChange({ photoBackgroundColor })}
        />
        <Choice
          label={texts.borders}
          hint={texts.bordersHint}
          options={photoBorderStyles.map((value) => ({ value, label: texts.borderStyles[value] }))}
          value={draft.photoBorders}
          onChange={(photoBorders) => onChange({ photoBorders })}
        />
      </Group>
      <Group heading={texts.page}>
        <Choice
          label={texts.theme}
          options={colorThemes.map((value) => ({ value, label: texts.themes[value] }))}
          value={draft.colorTheme}
          onChange={(colorTheme) => onChange({ colorTheme })}
        />
        <div>
          <Switch
            label={texts.denseTopBar}
            name="denseTopBar"
            checked={draft.denseTopBar}
            onChange={(denseTopBar) => onChange({ denseTopBar })}
          />
          <Switch
            label={texts.denseBottomBar}
            name="denseBottomBar"
            checked={draft.denseBottomBar}
            onChange={(denseBottomBar) => onChange({ denseBottomBar })}
          />
        </div>
      </Group>
      <Group heading={texts.photostream}>
        <UxConfigAlbum
          albumId={draft.photoStreamAlbumId}
          error={errorOf('photoStreamAlbumId')}
          onChange={(photoStreamAlbumId) => onChange({ photoStreamAlbumId })}
        />
      </Group>
    </>
  )
}

type NumberFieldProps = FieldsProps & { name: NumberKey; label: string; hint: string }

function NumberField({ name, label, hint, draft, errorOf, onChange }: NumberFieldProps) {
  return (
    <TextField
      type="number"
      inputMode="numeric"
      name={name}
      label={label}
      hint={hint}
      error={errorOf(name)}
      isAlert
      min={1}
      max={maximum[name]}
      step={1}
      value={draft[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      onBlur={() => {
        const text = filledIn(draft)[name]
        if (text !== draft[name]) onChange({ [name]: text })
      }}
    />
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2 className={styles.groupHeading}>{heading}</h2>
      {children}
    </section>
  )
}
