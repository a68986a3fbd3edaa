import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '#base/controls/button'
import { TextField } from '#base/controls/text-field'
import { useText } from '#base/i18n/i18n'
import { Panel } from './panel'
import { isLinkTarget } from './schema'

/** Sets, changes or removes the link at the cursor. Without a selection the address itself becomes the text. */
export function LinkPanel({ editor, href, onClose }: { editor: Editor; href: string; onClose: () => void }) {
  const t = useText()
  const [address, setAddress] = useState(href)
  const [error, setError] = useState<string>()

  const apply = () => {
    const target = withScheme(address.trim())
    if (!isLinkTarget(target)) {
      setError(t('editing.rich.linkError'))
    } else {
      const change = editor.chain().focus()
      if (editor.state.selection.empty && href === '')
        change.insertContent({ type: 'text', text: target, marks: [{ type: 'link', attrs: { href: target } }] }).run()
      else change.extendMarkRange('link').setLink({ href: target }).run()
      onClose()
    }
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <Panel label={t('editing.rich.link')} onSubmit={apply} onClose={onClose}>
      <TextField
        label={t('editing.rich.linkAddress')}
        value={address}
        onChange={setAddress}
        error={error}
        inputMode="url"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was just asked for
        autoFocus
        placeholder="https://"
      />
      <div className="edit-row">
        <Button variant="primary" onPress={apply}>
          {t('editing.rich.apply')}
        </Button>
        {href !== '' && <Button onPress={remove}>{t('editing.rich.linkRemove')}</Button>}
        <Button variant="quiet" onPress={onClose}>
          {t('editing.cancel')}
        </Button>
      </div>
    </Panel>
  )
}

/** `example.org` as somebody types it, with the scheme it lacks. */
function withScheme(address: string): string {
  if (/^[^\s/@:#]+@[^\s/@:]+\.\w+$/.test(address)) return `mailto:${address}`
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(address) ? `https://${address}` : address
}
