import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '#base/controls/button'
import { TextField } from '#base/controls/text-field'
import { useText } from '#base/i18n/i18n'
import { isSafeUrl } from '#base/text/schema'
import pictures from '#base/ui/pictures.json'
import { ImageField } from '../image-field'
import { Panel } from './panel'

type ImagePanelProps = { editor: Editor; image?: { src: string; alt: string }; onClose: () => void }

const known: Record<string, { width: number; height: number }> = pictures

/** Inserts a picture, or changes the one that is selected. */
export function ImagePanel({ editor, image, onClose }: ImagePanelProps) {
  const t = useText()
  const [src, setSrc] = useState(image?.src ?? '')
  const [alt, setAlt] = useState(image?.alt ?? '')
  const [error, setError] = useState<string>()

  const apply = () => {
    const url = src.trim()
    if (!isSafeUrl(url)) {
      setError(t('validation.url'))
    } else {
      const size = known[url]
      editor.chain().focus().setImage({ src: url, alt: alt.trim(), width: size?.width, height: size?.height }).run()
      onClose()
    }
  }

  return (
    <Panel label={t('editing.rich.image')} onSubmit={apply} onClose={onClose}>
      <ImageField label={t('editing.rich.imageAddress')} value={src} onChange={setSrc} error={error} />
      <TextField label={t('editing.rich.imageAlt')} value={alt} onChange={setAlt} description={t('editing.rich.imageAltHint')} />
      <div className="edit-row">
        <Button variant="primary" onPress={apply}>{t(image ? 'editing.rich.apply' : 'editing.rich.imageInsert')}</Button>
        <Button variant="quiet" onPress={onClose}>{t('editing.cancel')}</Button>
      </div>
    </Panel>
  )
}
