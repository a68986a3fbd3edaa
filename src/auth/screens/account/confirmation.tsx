import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/states'
import { type ComponentProps, useState, type ReactNode } from 'react'
import { useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { getPasskey, isDeclined, supportsPasskeys } from '#auth/forms/browser-passkeys'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { confirmationQuery, secondFactorQuery } from '#auth/queries'
import type { SecondFactor, SessionProof } from '#auth/second-factor/contract'
import { sentenceOf } from '#auth/sessions/session'
import { send, ApiError } from '#client/api-error'
import { fieldIssues, issuesByField } from '#client/field-issues'
import { CodeField, FormFault } from '#auth/forms/form'
import type { SessionConfirmation } from '#auth/contract'
import { useWrite, type WriteRequest } from '#auth/forms/use-write'
import { FormDialog, type FormDialogProps } from '#auth/forms/form-dialog'

/** The server's error for a wrong current password. */
export const wrongPassword = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 403 && error.hasServerText ? error.text : undefined

/** Whether the session was confirmed within 10 minutes, so that no password is needed now. */
export function useIsConfirmed(enabled = true): boolean {
  return useQuery({ ...confirmationQuery(), enabled, select: isFresh, refetchInterval: untilEnd }).data === true
}

const isFresh = ({ confirmedUntil }: SessionConfirmation): boolean =>
  confirmedUntil !== null && Date.parse(confirmedUntil) > Date.now()

/** Milliseconds until the confirmation ends, by this device's clock. */
const untilEnd = ({ state: { data } }: { state: { data?: SessionConfirmation } }): number | false =>
  data && isFresh(data) && data.confirmedUntil !== null ? Date.parse(data.confirmedUntil) - Date.now() + 1000 : false

type Means = 'password' | 'totp' | 'passkey'
type Confirmation = ReturnType<typeof useConfirmation>

/** What a write needs: nothing, the current password, or that it or a factor has confirmed the session. */
type Need = 'nothing' | 'password' | 'session'

/**
 * What confirms a write: the current password in its body, or a factor that confirms the session first. `error` is that of
 * the last submit.
 */
export function useConfirmation(error: unknown, need: Need = 'session') {
  const t = useText()
  const isConfirmed = useIsConfirmed(need === 'session')
  const [chosen, setChosen] = useState<Means>()
  const means = chosen ?? 'password'
  const [typed, setTyped] = useState('')
  const proof = useProof()
  const ofPassword = issuesByField(fieldIssues(error)).currentPassword ?? wrongPassword(error)
  const ofFactor =
    proof.error === null
      ? undefined
      : isDeclined(proof.error)
        ? t('login.passkeyDeclined')
        : sentenceOf(proof.error, t('errors.network'))
  // After a refusal the confirmation has expired meanwhile.
  const isNeeded = need === 'password' || (need === 'session' && (!isConfirmed || ofPassword !== undefined))
  const fault = ofFactor ?? (isNeeded && means === 'password' ? ofPassword : undefined)
  const factors = useFactors(isNeeded && need === 'session')

  /** Confirms the session, and then calls `next`. */
  const prove = (next: () => void) => proof.mutate({ means, typed }, { onSuccess: next })
  /** Calls `next` with what the body of the write needs. */
  function confirm(next: (body: { currentPassword?: string }) => void) {
    if (isNeeded && means !== 'password') prove(() => next({}))
    else next(isNeeded ? { currentPassword: typed } : {})
  }
  function onChoose(other: Means) {
    proof.reset()
    setTyped('')
    setChosen(other)
  }
  return {
    isNeeded,
    fault,
    prove,
    confirm,
    isPending: proof.isPending,
    error: proof.error ?? error,
    field: {
      isNeeded,
      fault,
      means,
      isChosen: chosen !== undefined,
      others: (['password', ...factors] as const).filter((other) => other !== means),
      onChoose,
      typed,
      onType: setTyped,
    },
  }
}

/** The factors of the person that this browser can ask for. */
function useFactors(enabled: boolean): readonly ('totp' | 'passkey')[] {
  return useQuery({ ...secondFactorQuery(), enabled, select: usableFactors }).data ?? []
}

const usableFactors = ({ passkeys, totp }: SecondFactor) => [
  ...(passkeys.length > 0 && supportsPasskeys() ? (['passkey'] as const) : []),
  ...(totp ? (['totp'] as const) : []),
]

function useProof() {
  const client = useQueryClient()
  const withSession = useWithSession()
  return useMutation({
    networkMode: 'always',
    // A code works once.
    retry: false,
    mutationFn: (shown: { means: Means; typed: string }) =>
      withSession(async () => send('POST', '/api/account/confirm', { body: await readProof(shown) })),
    onSettled: () => client.invalidateQueries({ queryKey: confirmationQuery().queryKey }),
  })
}

async function readProof({ means, typed }: { means: Means; typed: string }): Promise<SessionProof> {
  if (means === 'password') return { currentPassword: typed }
  if (means === 'totp') return { code: typed }
  const options = await send<object>('POST', '/api/account/confirm/options', { body: {} })
  return { credential: { ...(await getPasskey(options)) } }
}

type ConfirmationFieldProps = Confirmation['field'] & { autoFocus?: boolean }

/** Asks for the current password, or for a factor that the person chooses instead, unless the session is confirmed. */
export function ConfirmationField({ isNeeded, means, others, onChoose, ...props }: ConfirmationFieldProps) {
  if (!isNeeded) return null
  return (
    <>
      <Proof means={means} {...props} />
      {others.length > 0 && <OtherMeans others={others} onChoose={onChoose} />}
    </>
  )
}

type ProofProps = Omit<ConfirmationFieldProps, 'isNeeded' | 'others' | 'onChoose'>

function Proof({ means, isChosen, typed, onType, fault, autoFocus }: ProofProps) {
  const t = useText()
  if (means === 'passkey')
    return (
      <div className="kit-stack" aria-live="polite">
        <p className="kit-note">{t('account.passkeyNext')}</p>
        {fault !== undefined && <Alert variant="danger">{fault}</Alert>}
      </div>
    )
  const field = { value: typed, onChange: onType, error: fault }
  return means === 'totp' ? (
    <CodeField
      {...field}
      kind="totp"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was chosen by a button
      autoFocus
    />
  ) : (
    <CurrentPasswordField
      {...field}
      description={t('account.currentPasswordHint')}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where it was chosen, or the dialog is there for it
      autoFocus={isChosen || autoFocus}
    />
  )
}

function OtherMeans({ others, onChoose }: Pick<ConfirmationFieldProps, 'others' | 'onChoose'>) {
  const t = useText()
  return (
    <div className="kit-actions">
      {others.map((means, place) => (
        // The chosen one becomes the way back in its place, and keeps the focus where no field takes it.
        <Button key={place} onPress={() => onChoose(means)}>
          {t(`login.instead.${means}`)}
        </Button>
      ))}
    </div>
  )
}

type CurrentPasswordFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'type' | 'autoComplete' | 'isRequired'
>

/** The signed-in person's password, to confirm a change. */
export function CurrentPasswordField(props: CurrentPasswordFieldProps) {
  const t = useText()
  return (
    <TextField
      {...props}
      label={t('account.currentPassword')}
      type="password"
      autoComplete="current-password"
      isRequired
    />
  )
}

type WriteDialogProps<Answer> = Pick<FormDialogProps, 'title' | 'size' | 'isDanger' | 'confirmLabel' | 'onClose'> & {
  text?: ReactNode
  /** The label of the button while it is sent. */
  pendingLabel?: string
  need: Need
  /** The write; a confirmation is added to its body. */
  request: WriteRequest
  failed: string
  done?: string
  stale?: readonly QueryKey[]
  onDone?: (answer: Answer) => void
  /** What is shown instead of the form afterwards, as a secret that is not shown again. */
  result?: (answer: Answer) => { title?: string; content: ReactNode } | undefined
  /** The fields, with their errors. */
  children?: (issues: Partial<Record<string, string>>) => ReactNode
}

/** A dialog for one write, which asks for what confirms it. */
export function WriteDialog<Answer = undefined>(props: WriteDialogProps<Answer>) {
  const { title, text, confirmLabel, pendingLabel = confirmLabel, need, request, result, children, ...frame } = props
  const { failed, done, stale, onDone, ...dialog } = frame
  const { mutate, isPending, error, data: answer } = useWrite<Answer>({ failed, done, stale, onDone })
  const confirmation = useConfirmation(error, need)
  const shown = answer === undefined ? undefined : result?.(answer)
  return (
    <FormDialog
      {...dialog}
      title={shown?.title ?? title}
      confirmLabel={isPending ? pendingLabel : confirmLabel}
      isPending={isPending || confirmation.isPending}
      error={confirmation.error}
      result={shown?.content}
      onSubmit={() =>
        confirmation.confirm((proof) =>
          mutate({ ...request, body: { ...(request.body as object | undefined), ...proof } }),
        )
      }
    >
      {text && <p>{text}</p>}
      {children?.(issuesByField(fieldIssues(error)))}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field */}
      <ConfirmationField {...confirmation.field} autoFocus={!children} />
      {confirmation.fault === undefined && <FormFault error={error} />}
    </FormDialog>
  )
}
