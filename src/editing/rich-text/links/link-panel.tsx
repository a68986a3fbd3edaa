import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { type Translate, useText } from '#i18n/i18n'
import { Panel } from '#editing/rich-text/toolbar-parts'
import { hasCredentials } from '#text/schema'
import { isLinkTarget } from '#editing/rich-text/schema'

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

/** The result of validating an entered link: its URL, or why it is invalid. */
type LinkValidation =
  | { kind: 'empty' }
  | { kind: 'fine'; href: string }
  /** The URL was completed from the input. */
  | { kind: 'completed'; href: string }
  | {
      kind: 'refused'
      why: 'script' | 'scheme' | 'spaces' | 'slashes' | 'credentials' | 'email' | 'phone' | 'unclear'
      scheme?: string
    }

export function validateLink(typed: string): LinkValidation {
  const text = typed.trim()
  if (text === '') return { kind: 'empty' }
  if (/\s/.test(text) && !/^tel:/i.test(text)) return { kind: 'refused', why: 'spaces' }
  if (/^[/\\]{2}/.test(text)) return { kind: 'refused', why: 'slashes' }
  if (/^[/#]/.test(text)) return { kind: 'fine', href: text }
  if (/^[^\s/@:#?]+@[^\s/@:]+\.\p{L}{2,}$/u.test(text)) return { kind: 'completed', href: `mailto:${text}` }
  if (/^\+?\d[\d().-]{5,}$/.test(text)) return { kind: 'completed', href: `tel:${text.replace(/[().-]/g, '')}` }
  const scheme = /^([a-z][a-z\d+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined) return validateScheme(scheme, text)
  const isBare = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}(:\d+)?([/?#]|$)/u.test(text)
  return isBare && URL.canParse(`https://${text}`)
    ? { kind: 'completed', href: `https://${text}` }
    : { kind: 'refused', why: 'unclear' }
}

function validateScheme(scheme: string, text: string): LinkValidation {
  if (['javascript', 'data', 'vbscript'].includes(scheme)) return { kind: 'refused', why: 'script', scheme }
  if (scheme === 'mailto' && !/^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/i.test(text)) return { kind: 'refused', why: 'email' }
  if (scheme === 'tel') {
    const number = text.replace(/\s/g, '')
    return /^tel:\+?[\d().-]{2,}/i.test(number) ? { kind: 'fine', href: number } : { kind: 'refused', why: 'phone' }
  }
  if (!['http', 'https', 'mailto'].includes(scheme)) return { kind: 'refused', why: 'scheme', scheme }
  if (hasCredentials(text)) return { kind: 'refused', why: 'credentials' }
  const isWhole = isLinkTarget(text) && URL.canParse(text)
  return isWhole ? { kind: 'fine', href: text } : { kind: 'refused', why: 'unclear' }
}
