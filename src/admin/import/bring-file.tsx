import { FileTrigger } from 'react-aria-components'
import { FormFault } from '#auth/forms/form-fault'
import { fieldIssues } from '#client/field-issues'
import { DropNote } from '#editing/drop-note'
import { useGivenFiles } from '#editing/given-files'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { UploadIcon } from '#ui/controls/buttons/icons'
import { Alert } from '#ui/controls/states/alert'
import { Progress } from '#ui/controls/states/progress'
import { useBringFile } from './use-bring-file'

const sources = ['wordpress', 'ghost', 'markdown', 'csv'] as const

/** Takes the file of another system, by the button or dropped anywhere; nothing is made of it yet. */
export function BringFile({ onRead }: { onRead: (id: number) => void }) {
  const t = useText()
  const { bring, isPending, error, share, stop } = useBringFile(onRead)
  const isHeld = useGivenFiles(([file]) => {
    if (file && !isPending) bring(file)
  })
  const [issue] = fieldIssues(error)
  return (
    <section className="admin-panel import-bring" aria-labelledby="import-bring">
      <h2 id="import-bring">{t('imports.bring')}</h2>
      <p className="kit-note">{t('imports.bringText')}</p>
      <div className="import-drop">
        {isPending ? (
          <>
            <Sending share={share} />
            {share < 1 && <Button onPress={stop}>{t('imports.stop')}</Button>}
          </>
        ) : (
          <>
            <UploadIcon />
            <p>{t('imports.drop')}</p>
            <FileTrigger
              onSelect={(files) => {
                if (files?.[0]) bring(files[0])
              }}
            >
              <Button variant="primary">{t('imports.choose')}</Button>
            </FileTrigger>
            <p className="kit-note">{t('imports.most')}</p>
          </>
        )}
      </div>
      {issue ? <Alert variant="danger">{issue.message}</Alert> : <FormFault error={error} />}
      <details>
        <summary>{t('imports.where')}</summary>
        <dl className="import-where">
          {sources.map((source) => (
            <div key={source}>
              <dt>{t(`imports.kind.${source}`)}</dt>
              <dd>{t(`imports.where.${source}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isHeld && <DropNote>{t('imports.dropHere')}</DropNote>}
    </section>
  )
}

function Sending({ share }: { share: number }) {
  const t = useText()
  const isSent = share === 1
  return (
    <Progress
      label={isSent ? t('imports.reading') : t('imports.sending', { percent: Math.floor(share * 100) })}
      value={isSent ? undefined : share}
      max={1}
    />
  )
}
