import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { Panel } from '#editing/rich-text/panel'
import { videoOf } from './video'
import { insertVideo } from './video-card'

/** Inserts the card of a video, or changes the URL of the one at the cursor. */
export function VideoPanel({ editor, href, onClose }: { editor: Editor; href?: string; onClose: () => void }) {
  const t = useText()
  const [address, setAddress] = useState(href ?? '')
  const [title, setTitle] = useState('')
  const [isTried, setTried] = useState(false)
  const video = videoOf(address)

  const apply = () => {
    setTried(true)
    if (!video) return
    const edit = editor.chain().focus()
    if (href !== undefined) edit.updateAttributes('videoCard', { href: video.href }).run()
    else edit.command(insertVideo(video.href, title.trim() || t('editing.rich.video'))).run()
    onClose()
  }

  return (
    <Panel
      label={t('editing.rich.video')}
      submitLabel={t(href === undefined ? 'editing.rich.videoInsert' : 'editing.rich.apply')}
      onSubmit={apply}
      onClose={onClose}
    >
      <TextField
        label={t('editing.rich.videoAddress')}
        value={address}
        onChange={setAddress}
        error={isTried && !video ? t('editing.rich.videoError') : undefined}
        description={video ? t('editing.rich.videoFound', { host: video.host }) : t('editing.rich.videoHint')}
        inputMode="url"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was just asked for
        autoFocus
        placeholder="https://"
      />
      {href === undefined && <TextField label={t('editing.rich.videoTitle')} value={title} onChange={setTitle} />}
    </Panel>
  )
}
