import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { wrongPassword } from '#admin/account/account-form'
import { FormFault } from '#auth/forms/form-fault'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { siteAtom } from '#contract/site'
import { useFaultFocus } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/alert'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Progress } from '#ui/controls/states/progress'
import { Skeleton } from '#ui/controls/states/skeleton'
import { type Source, summaryOf } from './queries'
import { useBeginRestore } from './use-begin-restore'
import { WhatComesBack } from './what-comes-back'
import { CurrentPasswordField } from '#admin/account/current-password-field'

type RestoreDialogProps = { source: Source; onBegun: (id: number) => void; onClose: () => void }

/** Says what becomes of the site, and takes the password and the site's name before anything does. */
export function RestoreDialog({ source, onBegun, onClose }: RestoreDialogProps) {
  const t = useText()
  const form = useId()
  const { data: summary, isError, refetch } = useQuery(summaryOf(source))
  const begin = useBeginRestore(source, onBegun)
  const close = () => {
    if (begin.mayStop) begin.stop()
    if (begin.mayStop || !begin.isPending) onClose()
  }
  return (
    <ModalDialog
      title={t('restoring.title')}
      isOpen
      onClose={close}
      closeLabel={t('restoring.close')}
      footer={
        <>
          <Button onPress={close} isDisabled={begin.isPending && !begin.mayStop}>
            {t('restoring.cancel')}
          </Button>
          {summary && (
            <Button type="submit" form={form} variant="danger" isPending={begin.isPending}>
              {t('restoring.confirm')}
            </Button>
          )}
        </>
      }
    >
      {summary ? (
        <div className="kit-stack">
          <WhatComesBack summary={summary} bytes={source instanceof File ? source.size : source.bytes} />
          <RestoreForm id={form} begin={begin} />
        </div>
      ) : summary === null ? (
        <Alert variant="danger" title={t('restoring.noArchive')}>
          {t('restoring.noArchiveText')}
        </Alert>
      ) : isError ? (
        loadFailed('restoring.unread')(() => void refetch())
      ) : (
        <output aria-label={t('restoring.reading')}>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
        </output>
      )}
    </ModalDialog>
  )
}

function RestoreForm({ id, begin }: { id: string; begin: ReturnType<typeof useBeginRestore> }) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const [currentPassword, setCurrentPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const { error, isPending, share } = begin
  const form = useFaultFocus(error)
  const issues = issuesByField(fieldIssues(error))
  const password = issues.currentPassword ?? wrongPassword(error)
  const archive = issues.file ?? issues.backup
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error || isPending) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [error, isPending])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin.begin({ currentPassword, confirm })
  }
  return (
    <form id={id} className="kit-form restore-form" noValidate onSubmit={submit} ref={form}>
      <CurrentPasswordField
        description={t('account.currentPasswordHint')}
        isReadOnly={isPending}
        value={currentPassword}
        onChange={setCurrentPassword}
        error={password}
      />
      <TextField
        label={t('restoring.name')}
        description={t('restoring.nameHint', { name })}
        autoComplete="off"
        spellCheck="false"
        isRequired
        isReadOnly={isPending}
        value={confirm}
        onChange={setConfirm}
        error={issues.confirm}
      />
      <div className="restore-answer" ref={answer}>
        {password === undefined && <FormFault error={error} />}
        {archive !== undefined && <Alert variant="danger">{archive}</Alert>}
        {isPending && <Sending share={share} />}
      </div>
    </form>
  )
}

function Sending({ share }: { share: number | undefined }) {
  const t = useText()
  const isSent = share === undefined || share === 1
  return (
    <Progress
      label={isSent ? t('restoring.checking') : t('restoring.sending', { percent: Math.floor(share * 100) })}
      value={isSent ? undefined : share}
      max={1}
    />
  )
}
