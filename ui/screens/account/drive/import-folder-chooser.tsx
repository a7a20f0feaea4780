import type { ComponentProps } from 'react'
import { chooserTexts } from './chooser-texts.ts'
import FolderChooser from './folder-chooser.tsx'
import { useSetFolder } from './use-set-folder.tsx'

type ImportFolderChooserProps = Pick<
  ComponentProps<typeof FolderChooser>,
  'isOpen' | 'onOpenChange'
> & {
  /** Called with the name of the folder that was set. */
  onChosen: (name: string) => void
}

/** Browses the drive and sets the folder to import from. */
export default function ImportFolderChooser({ onChosen, ...props }: ImportFolderChooserProps) {
  const folder = useSetFolder()
  return (
    <FolderChooser
      {...props}
      hint={chooserTexts.hint.folder}
      onChoose={async ({ id, name }) => {
        const chosen = await folder.set({ driveFolderName: name, driveFolderId: id })
        if (chosen !== undefined) onChosen(chosen)
        return chosen !== undefined
      }}
    >
      {folder.dialog}
    </FolderChooser>
  )
}
