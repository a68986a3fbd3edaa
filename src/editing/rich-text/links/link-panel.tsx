import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { type Translate, useText } from '#i18n/i18n'
import { validateLink, type LinkValidation } from './link-address'
import { Panel } from '#editing/rich-text/panel'

/** Sets, changes or removes the link at the cursor. Without a selection the URL becomes the text. */
export function LinkPanel({ editor, href, onClose }: { editor: Editor; href: string; onClose: () => void }) {
  const t = useText()
  const [address, setAddress] = useState(href)
  const [isTried, setTried] = useState(false)
  const link = validateLink(address)

  const apply = () => {
    setTried(true)
    if (link.kind === 'empty' || link.kind === 'refused') return
    const change = editor.chain().focus()
    if (editor.state.selection.empty && href === '') {
      const marks = [{ type: 'link', attrs: { href: link.href } }]
      change.insertContent({ type: 'text', text: address.trim(), marks }).run()
    } else change.extendMarkRange('link').setLink({ href: link.href }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <Panel
      label={t('editing.rich.link')}
      submitLabel={t('editing.rich.apply')}
      onSubmit={apply}
      onClose={onClose}
      actions={href !== '' && <Button onPress={remove}>{t('editing.rich.linkRemove')}</Button>}
    >
      <TextField
        label={t('editing.rich.linkAddress')}
        value={address}
        onChange={setAddress}
        error={faultOf(t, link, isTried)}
        description={
          link.kind === 'completed'
            ? t('editing.rich.linkCompleted', { address: link.href })
            : t('editing.rich.linkHint')
        }
        inputMode="url"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was just asked for
        autoFocus
        placeholder="https://"
      />
    </Panel>
  )
}

/** Errors that further typing cannot fix are shown at once, others on submit. */
function faultOf(t: Translate, link: LinkValidation, isTried: boolean): string | undefined {
  if (link.kind === 'empty') return isTried ? t('editing.rich.linkError') : undefined
  if (link.kind !== 'refused') return undefined
  const isFinal = link.why === 'script' || link.why === 'slashes' || link.why === 'credentials' || link.why === 'spaces'
  return isTried || isFinal ? t(`editing.rich.linkFault.${link.why}`, { scheme: link.scheme ?? '' }) : undefined
}
