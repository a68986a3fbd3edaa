import { useEffect, useEffectEvent, useState } from 'react'

/** The files of a drop or a paste. What is copied as text stays text, be there a picture of it too. */
export function givenFiles(data: DataTransfer | null): File[] {
  if (!data || data.getData('text/plain').trim() !== '' || holdsText(data.getData('text/html'))) return []
  return Array.from(data.files)
}

/** A picture that is copied in a browser comes with markup that only shows it. */
function holdsText(html: string): boolean {
  if (html === '') return false
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return (body.textContent ?? '').trim() !== '' || body.querySelectorAll('img').length !== 1
}

export const bringsFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true

/** Takes files that are dropped anywhere or pasted outside of a field; whether some are held over the window. */
export function useGivenFiles(onFiles: (files: File[]) => void): boolean {
  const [isHeld, setIsHeld] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    const over = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      clearTimeout(leaving)
      setIsHeld(true)
    }
    // The pointer leaves one element for the next all the time.
    const leave = () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => setIsHeld(false), 120)
    }
    const drop = (event: DragEvent) => {
      leave()
      if (!bringsFiles(event.dataTransfer)) return
      event.preventDefault()
      take(Array.from(event.dataTransfer?.files ?? []))
    }
    const paste = (event: ClipboardEvent) => {
      const files = givenFiles(event.clipboardData)
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      clearTimeout(leaving)
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  }, [])
  return isHeld
}

/** A file that is dropped beside all that takes one would open in the place of the page, with all that is typed in it. */
export function useStrayFiles(): void {
  useEffect(() => {
    const stop = (event: DragEvent) => {
      if (event.defaultPrevented || !bringsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', stop)
    addEventListener('drop', stop)
    return () => {
      removeEventListener('dragover', stop)
      removeEventListener('drop', stop)
    }
  }, [])
}
