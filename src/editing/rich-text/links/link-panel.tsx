import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { type Translate, useText } from '#i18n/i18n'
import { judgeAddress, type Verdict } from './link-address'
import { Panel } from '#editing/rich-text/panel'

/** Sets, changes or removes the link at the cursor. Without a selection the URL becomes the text. */
export function LinkPanel({ editor, href, onClose }: { editor: Editor; href: string; onClose: () => void }) {
  const t = useText()
  const [address, setAddress] = useState(href)
  const [isTried, setTried] = useState(false)
  const verdict = judgeAddress(address)

  const apply = () => {
    setTried(true)
    if (verdict.kind === 'empty' || verdict.kind === 'refused') return
    const change = editor.chain().focus()
    if (editor.state.selection.empty && href === '') {
      const marks = [{ type: 'link', attrs: { href: verdict.href } }]
      change.insertContent({ type: 'text', text: address.trim(), marks }).run()
    } else change.extendMarkRange('link').setLink({ href: verdict.href }).run()
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
        error={faultOf(t, verdict, isTried)}
        description={
          verdict.kind === 'completed'
            ? t('editing.rich.linkCompleted', { address: verdict.href })
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
function faultOf(t: Translate, verdict: Verdict, isTried: boolean): string | undefined {
  if (verdict.kind === 'empty') return isTried ? t('editing.rich.linkError') : undefined
  if (verdict.kind !== 'refused') return undefined
  const isFinal = verdict.why === 'script' || verdict.why === 'slashes' || verdict.why === 'spaces'
  return isTried || isFinal ? t(`editing.rich.linkFault.${verdict.why}`, { scheme: verdict.scheme ?? '' }) : undefined
}
