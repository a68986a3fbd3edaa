import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'

/** The most texts that the dialog quotes. */
const mostQuoted = 6
const longestQuote = 120

type UntouchedTextsProps = {
  texts: readonly string[]
  /** Called with whether publishing continues. */
  onSettled: (isConfirmed: boolean) => void
}

/** Tells, before content is published, which of its texts came with a template and nobody has changed. */
export function UntouchedTexts({ texts, onSettled }: UntouchedTextsProps) {
  const t = useText()
  return (
    <ModalDialog
      title={t('untouched.title', { count: texts.length })}
      isOpen
      onClose={() => onSettled(false)}
      closeLabel={t('untouched.back')}
      footer={
        <>
          <Button onPress={() => onSettled(true)}>{t('untouched.publish')}</Button>
          <Button variant="primary" onPress={() => onSettled(false)}>
            {t('untouched.back')}
          </Button>
        </>
      }
    >
      <p>{t('untouched.text')}</p>
      <ul className="kit-bullets">
        {texts.slice(0, mostQuoted).map((text) => (
          <li key={text}>{quoted(text)}</li>
        ))}
        {texts.length > mostQuoted && <li>…</li>}
      </ul>
    </ModalDialog>
  )
}

function quoted(text: string): string {
  const words = text.includes('<') ? (new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '') : text
  return words.length > longestQuote ? `${words.slice(0, longestQuote).trimEnd()}…` : words
}
