import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { defaultLanguage, type Language } from '#i18n/language'
import { hasFiles, filesIn, isOfText, ownPicture } from '#editing/dropped-files'
import type { LibraryFile } from '#editing/picture-library'
import { useUploading } from '#editing/use-uploading'
import { insertFile } from './insert-file'

/** Uploads files dropped on a text or pasted into it to the library, and inserts them at that position. */
export function useDroppedPictures(
  editor: Editor,
  frame: RefObject<HTMLElement | null>,
  language: Language = defaultLanguage,
) {
  const { library, ...uploading } = useUploading()
  const take = useEffectEvent(async (files: File[], at: number) => {
    let place = at
    // Typing during the upload moves the position.
    const follow = ({ transaction }: { transaction: Transaction }) => {
      place = transaction.mapping.map(place)
    }
    editor.on('transaction', follow)
    let left = files.length
    const insert = (uploaded: LibraryFile) => {
      insertFile(editor, place, uploaded, language)
      left -= 1
      if (left === 0) editor.off('transaction', follow)
    }
    for (const file of files) await uploading.send(file, insert)
  })
  const isOpen = library !== undefined
  useEffect(() => {
    const around = frame.current
    if (!around || !isOpen) return undefined
    const isText = ({ target }: Event) => target instanceof Node && editor.view.dom.contains(target)
    const receive = (event: Event, files: File[], at: number) => {
      if (files.length === 0 || !isText(event)) return
      event.preventDefault()
      event.stopPropagation()
      void take(files, at)
    }
    const onPaste = (event: ClipboardEvent) => receive(event, filesIn(event.clipboardData), editor.state.selection.to)
    const onDrop = (event: DragEvent) => {
      // A picture of this text or another one, which the editor moves or copies with its description and caption.
      const given = event.dataTransfer
      if (editor.view.dragging || isOfText(given) || ownPicture(given) !== undefined) return
      const point = editor.view.posAtCoords({ left: event.clientX, top: event.clientY })
      receive(event, Array.from(event.dataTransfer?.files ?? []), point?.pos ?? editor.state.selection.to)
    }
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event.dataTransfer) && isText(event)) event.preventDefault()
    }
    around.addEventListener('paste', onPaste, true)
    around.addEventListener('drop', onDrop, true)
    around.addEventListener('dragover', onDragOver)
    return () => {
      around.removeEventListener('paste', onPaste, true)
      around.removeEventListener('drop', onDrop, true)
      around.removeEventListener('dragover', onDragOver)
    }
  }, [editor, frame, isOpen])
  return uploading
}
