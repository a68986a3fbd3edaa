import { useMemo } from 'react'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { CloseIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import { useDebounced } from '#editing/use-debounced'
import { findLeftOut, type LeftOut, leftOfPaste } from './left-out'
import type { PasteNotice } from './paste/paste-props'

/** Shows which parts of the HTML would be removed on saving. */
export function LeftOutNote({ html }: { html: string }) {
  const t = useText()
  const debounced = useDebounced(html, 300)
  const left = useMemo(() => findLeftOut(debounced), [debounced])
  return <Note title={t('editing.rich.left')} left={left} />
}

/** Shows what was removed from pasted content, until it is dismissed or something else is pasted. */
export function PasteNote({ notice, onDismiss }: { notice: PasteNotice | undefined; onDismiss: () => void }) {
  const t = useText()
  return (
    <div className="rich-pasted">
      {notice?.kind === 'tooLong' ? (
        <output className="rich-note rich-warning">{t('editing.rich.pasteTooLong')}</output>
      ) : notice?.kind === 'plain' ? (
        <output className="rich-note rich-warning">{t('editing.rich.pastePlain')}</output>
      ) : (
        <Note title={t('editing.rich.pasteLeft')} left={notice ? leftOfPaste(notice.names, notice.pictures) : []} />
      )}
      {notice && <IconButton label={t('editing.rich.pasteDismiss')} icon={<CloseIcon />} onPress={onDismiss} />}
    </div>
  )
}

function Note({ title, left }: { title: string; left: LeftOut[] }) {
  const t = useText()
  return (
    <output className="rich-note rich-warning">
      {left.length > 0 && (
        <>
          {title}
          <ul>
            {left.map(({ kind, names, count }) => (
              <li key={kind}>{t(`editing.rich.left.${kind}`, { count, names: listed(names) })}</li>
            ))}
          </ul>
        </>
      )}
    </output>
  )
}

const mostNamed = 12
const listed = (names: string[]) => names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '')
