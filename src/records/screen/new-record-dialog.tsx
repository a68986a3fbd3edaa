import { type ReactNode, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { ShownLanguages } from '#records/editor/languages/shown-languages'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'

/** A template for a new record: its fields and translations, named as in a body. */
export type Beginning = {
  id: string
  label: string
  /** What it consists of, in one line. */
  contents: string
  picture: ReactNode
  /** The title that it comes with. */
  titles: Record<Language, string>
  record: Record<string, unknown>
}

type NewRecordDialogProps = {
  title: string
  beginnings: readonly Beginning[]
  isOpen: boolean
  onClose: () => void
  /** Called without a template for an empty record. */
  onChoose: (beginning?: Beginning) => void
}

/** Chooses how a new record begins: empty, or from a template, each a tile in a grid that arrow keys move in. */
export function NewRecordDialog({ title, beginnings, isOpen, onClose, onChoose }: NewRecordDialogProps) {
  const t = useText()
  const [language, setLanguage] = useState(usePageLanguage())
  return (
    <ModalDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      closeLabel={t('editing.close')}
      tools={<ShownLanguages shown={language} choices={languages} onChoose={setLanguage} />}
    >
      <ListBox
        className="new-record-tiles"
        aria-label={title}
        layout="grid"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is for this choice
        autoFocus="first"
        selectionMode="none"
        onAction={(id) => onChoose(beginnings.find((beginning) => beginning.id === id))}
      >
        <ListBoxItem id=" nothing" className="new-record-tile" textValue={t('resource.beginWithNothing')}>
          <span className="new-record-picture" data-empty />
          <span className="new-record-label">{t('resource.beginWithNothing')}</span>
          <span className="new-record-contents">{t('resource.beginWithNothingText')}</span>
        </ListBoxItem>
        {beginnings.map(({ id, label, contents, picture, titles }) => (
          <ListBoxItem key={id} id={id} className="new-record-tile" textValue={label}>
            <span className="new-record-picture">{picture}</span>
            <span className="new-record-label">{label}</span>
            <span className="new-record-contents">
              {contents}
              <q lang={language}>{titles[language]}</q>
            </span>
          </ListBoxItem>
        ))}
      </ListBox>
    </ModalDialog>
  )
}
