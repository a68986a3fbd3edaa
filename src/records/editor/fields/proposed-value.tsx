import { Button } from '#ui/controls/buttons/button'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'

type ProposedValueProps = {
  label: string
  /** Left out where it is shown beside, as a picture is. */
  text?: string
  language: Language
  onUse: () => void
}

/** Below a field that is empty: what it will say once the record is published. */
export function ProposedValue({ label, text, language, onUse }: ProposedValueProps) {
  const t = useText()
  return (
    <section className="edit-proposed" aria-label={`${t('editing.proposed')}: ${label}`}>
      <p className="edit-proposed-head">{t('editing.proposed')}</p>
      {text !== undefined && (
        <p className="edit-proposed-text" lang={language} dir="auto">
          {text}
        </p>
      )}
      <p className="edit-note">{t('editing.proposedText')}</p>
      <Button onPress={onUse} aria-label={t('editing.useProposalFor', { field: label })}>
        {t('editing.useProposal')}
      </Button>
    </section>
  )
}
