import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language } from '#i18n/language'
import { hasCredentials, isSafeUrl } from '#text/schema'
import { knownPicture } from '#ui/pictures/picture'
import { ImageField } from '#editing/image-field'
import { altIn } from './insert-file'
import type { LibraryFile } from '#editing/picture-library'
import { Panel } from '#editing/rich-text/panel'

type ImagePanelProps = {
  editor: Editor
  /** The language of the text. */
  language?: Language
  image?: { kind: 'image' | 'figure'; src: string; alt: string }
  onClose: () => void
}

/** Inserts a picture, with or without a caption, or changes the selected one. */
export function ImagePanel({ editor, language = defaultLanguage, image, onClose }: ImagePanelProps) {
  const t = useText()
  const [src, setSrc] = useState(image?.src ?? '')
  const [alt, setAlt] = useState(image?.alt ?? '')
  const [caption, setCaption] = useState('')
  const [error, setError] = useState<string>()
  const [picked, setPicked] = useState<LibraryFile>()

  const apply = () => {
    const url = src.trim()
    if (!isSafeUrl(url)) {
      setError(t(hasCredentials(url) ? 'validation.urlCredentials' : 'validation.url'))
    } else {
      const size = picked?.url === url ? picked : knownPicture(url)
      const measures = url === image?.src ? {} : { width: size?.width ?? null, height: size?.height ?? null }
      const attrs = { src: url, alt: alt.trim() === '' && picked?.url === url ? null : alt.trim(), ...measures }
      const edit = editor.chain().focus()
      const content =
        caption.trim() === ''
          ? { type: 'image', attrs }
          : { type: 'figure', attrs, content: [{ type: 'text', text: caption.trim() }] }
      if (image) edit.updateAttributes(image.kind, attrs).run()
      // After the selection, without replacing it.
      else edit.setTextSelection(editor.state.selection.to).insertContent(content).run()
      onClose()
    }
  }

  return (
    <Panel
      label={t('editing.rich.image')}
      submitLabel={t(image ? 'editing.rich.apply' : 'editing.rich.imageInsert')}
      onSubmit={apply}
      onClose={onClose}
    >
      <ImageField
        label={t('editing.rich.imageAddress')}
        value={src}
        onChange={setSrc}
        onPicture={(picture) => {
          setPicked(picture)
          if (alt.trim() === '') setAlt(altIn(picture, language))
        }}
        error={error}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was just asked for
        autoFocus
      />
      <TextField
        label={t('editing.rich.imageAlt')}
        value={alt}
        onChange={setAlt}
        description={t(
          src.trim().startsWith('/media/') ? 'editing.rich.imageAltOfLibrary' : 'editing.rich.imageAltHint',
        )}
      />
      {!image && (
        <TextField
          label={t('editing.rich.imageCaption')}
          value={caption}
          onChange={setCaption}
          description={t('editing.rich.imageCaptionHint')}
        />
      )}
    </Panel>
  )
}
