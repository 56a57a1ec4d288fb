/** Files that are dragged over the window: they go to the composer on the screen, and never make the window navigate. */
import { useEffect, useRef, useState } from 'react'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

// Also where no composer is on the screen.
for (const kind of ['dragover', 'drop'] as const) {
  window.addEventListener(kind, (event) => {
    if (hasFiles(event)) event.preventDefault()
  })
}

/** Hands over what is dropped anywhere in the window. Returns whether files are being dragged over it. */
export function useDrops(take: (transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false)
  const now = useRef(take)
  useEffect(() => {
    now.current = take
  })
  useEffect(() => {
    // Every element that is entered is told, and every one that is left: the window is left with the last of them.
    let depth = 0
    const isForDialog = (event: DragEvent): boolean => event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
    const onEnter = (event: DragEvent): void => {
      if (!hasFiles(event) || isForDialog(event)) return
      depth++
      setOver(true)
    }
    const onLeave = (event: DragEvent): void => {
      if (!hasFiles(event) || isForDialog(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const onDrop = (event: DragEvent): void => {
      depth = 0
      setOver(false)
      if (event.dataTransfer && hasFiles(event) && !isForDialog(event)) now.current(event.dataTransfer)
    }
    window.addEventListener('dragenter', onEnter)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragenter', onEnter)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return isOver
}
