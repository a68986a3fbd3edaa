import { type ReactNode, useRef } from 'react'
import { Button } from '#base/controls/button'
import { IconButton } from '#base/controls/icon-button'
import { ChevronDownIcon, ChevronUpIcon, PlusIcon, TrashIcon } from '#base/controls/icons'
import { useText } from '#base/i18n/i18n'
import { isRecord } from '#base/text/parse-json'

type PageListFieldProps = {
  label: string
  /** The list in the JSON, if it is one. */
  entries: unknown
  /** The English list, when another language's is edited. */
  original: unknown
  onInsert: (index: number) => void
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  onCopy: () => void
  renderEntry: (index: number) => ReactNode
}

/** A list whose entries are added, removed and put in order. */
export function PageListField({
  label,
  entries,
  original,
  onInsert,
  onMove,
  onRemove,
  onCopy,
  renderEntry,
}: PageListFieldProps) {
  const t = useText()
  const frame = useRef<HTMLFieldSetElement>(null)
  if (entries !== undefined && !Array.isArray(entries))
    return <p className="edit-note">{t('page.otherShape', { field: label })}</p>
  const list: unknown[] = entries ?? []
  const focusEntry = (index: number) =>
    requestAnimationFrame(() => {
      const entry = frame.current?.querySelectorAll<HTMLElement>('.content-entry')[Math.max(0, index)]
      entry?.focus()
    })
  return (
    <fieldset className="content-list" ref={frame}>
      <legend className="kit-label">{label}</legend>
      {list.map((entry, index) => (
        // Entries have no identity of their own: their place is all that tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset
          key={index}
          className="content-entry"
          tabIndex={-1}
          aria-label={t('page.entryOf', { field: label, place: index + 1 })}
        >
          <div className="content-entry-head">
            <span aria-hidden="true">{index + 1}</span>
            <IconButton
              label={t('page.moveUp', { place: index + 1 })}
              icon={<ChevronUpIcon />}
              isDisabled={index === 0}
              onPress={() => {
                onMove(index, index - 1)
                focusEntry(index - 1)
              }}
            />
            <IconButton
              label={t('page.moveDown', { place: index + 1 })}
              icon={<ChevronDownIcon />}
              isDisabled={index === list.length - 1}
              onPress={() => {
                onMove(index, index + 1)
                focusEntry(index + 1)
              }}
            />
            <IconButton
              label={t('page.remove', { place: index + 1 })}
              icon={<TrashIcon />}
              onPress={() => {
                onRemove(index)
                focusEntry(index - 1)
              }}
            />
          </div>
          {isRecord(entry) ? (
            renderEntry(index)
          ) : (
            <p className="edit-note">{t('page.otherShape', { field: String(index + 1) })}</p>
          )}
        </fieldset>
      ))}
      <div className="edit-row">
        <Button
          onPress={() => {
            onInsert(list.length)
            focusEntry(list.length)
          }}
        >
          <PlusIcon />
          {t('page.addEntry')}
        </Button>
        {list.length === 0 && Array.isArray(original) && original.length > 0 && (
          <Button variant="quiet" onPress={onCopy}>
            {t('page.copyEnglish')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
