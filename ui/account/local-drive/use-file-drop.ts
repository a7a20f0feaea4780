import { useEffect, useEffectEvent } from 'react'

/** While the screen is shown, files can be dropped anywhere in the window. */
export function useFileDrop(
  onOver: (isOver: boolean) => void,
  onDrop: (transfer: DataTransfer) => void,
): void {
  const over = useEffectEvent(onOver)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      over(true)
    }
    const onDragLeave = (event: DragEvent) => {
      // Going from one element to another stays in the window.
      if (event.relatedTarget === null) over(false)
    }
    const onDropped = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      over(false)
      drop(event.dataTransfer)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDropped)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDropped)
    }
  }, [])
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
