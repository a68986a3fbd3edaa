import { useState, useId } from 'react'
import { ConfirmationField, useConfirmation } from '#auth/screens/account/confirmation'
import { FormDialog } from '#auth/forms/form-dialog'
import { useWrite } from '#auth/forms/use-write'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { type NewWebhook, type Webhook, type WebhookInput, type WebhookEvent, webhookEvents } from '../../contract'
import { webhooksQuery } from '../../queries'
import { useText } from '#i18n/i18n'
import { TextField } from '#ui/controls/fields/text-field'
import { useToast } from '#ui/toasts/toast'
import { CopyField } from '#ui/controls/fields/copy-field'
import { Alert } from '#ui/controls/states/states'

/** Adds a webhook and shows its secret, which is only possible now; or edits `webhook`. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const [body, setBody] = useState<WebhookInput>({ url: webhook?.url ?? '', events: webhook?.events ?? [] })
  const [added, setAdded] = useState<NewWebhook>()
  const { mutate, isPending, error } = useWrite<Webhook | NewWebhook>({
    failed: t('webhooks.saveFailed'),
    stale: [webhooksQuery().queryKey],
    onDone: (saved) => {
      if ('secret' in saved) return setAdded(saved)
      toast({ title: t('webhooks.saved') })
      onClose()
    },
  })
  const confirmation = useConfirmation(error)
  const save = webhook ? 'webhooks.save' : 'webhooks.add'
  return (
    <FormDialog
      isPending={isPending || confirmation.isPending}
      error={confirmation.error}
      onClose={onClose}
      title={t(webhook ? 'webhooks.edit' : added ? 'webhooks.added' : 'webhooks.new')}
      size={added ? 'small' : 'medium'}
      confirmLabel={t(isPending ? 'webhooks.saving' : save)}
      result={added && <SecretShown secret={added.secret} />}
      onSubmit={() =>
        webhook
          ? mutate({ method: 'PUT', path: `/api/webhooks/${webhook.id}`, body })
          : confirmation.confirm((proof) =>
              mutate({ method: 'POST', path: '/api/webhooks', body: { ...body, ...proof } }),
            )
      }
    >
      <WebhookFields input={body} onChange={setBody} error={error} />
      {!webhook && <ConfirmationField {...confirmation.field} />}
    </FormDialog>
  )
}

/** Test events are sent regardless of the selection. */
type ChosenEvent = Exclude<WebhookEvent, 'test'>

const kindOf = <Event extends string>(event: Event) =>
  event.split('.')[0] as Event extends `${infer K}.${string}` ? K : never

/** The selectable events, grouped by kind. */
export const eventGroups = Array.from(
  Map.groupBy(
    webhookEvents.filter((event): event is ChosenEvent => event !== 'test'),
    (event) => kindOf(event),
  ),
  ([kind, events]) => ({ kind, events }),
)

type WebhookFieldsProps = {
  input: WebhookInput
  onChange: (input: WebhookInput) => void
  /** The error of the last submit. */
  error: unknown
}

/** The URL and the events of a webhook. */
function WebhookFields({ input, onChange, error }: WebhookFieldsProps) {
  const t = useText()
  const issues = issuesByField(fieldIssues(error))
  return (
    <>
      <TextField
        label={t('webhooks.url')}
        description={t('webhooks.urlHelp')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
        autoFocus
        isRequired
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={input.url}
        onChange={(url) => onChange({ ...input, url })}
        error={issues.url}
      />
      <EventChoice events={input.events} onChoose={(events) => onChange({ ...input, events })} error={issues.events} />
    </>
  )
}

type EventChoiceProps = { events: WebhookEvent[]; onChoose: (events: WebhookEvent[]) => void; error?: string }

function EventChoice({ events, onChoose, error }: EventChoiceProps) {
  const t = useText()
  const errorId = useId()
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    onChoose(isChosen ? [...events, event] : events.filter((one) => one !== event))
  return (
    <fieldset className="webhooks-choice" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="kit-label" data-required>
        {t('webhooks.when')}
      </legend>
      {error !== undefined && (
        <p id={errorId} className="kit-error" role="alert">
          {error}
        </p>
      )}
      {eventGroups.map(({ kind, events: all }) => (
        <fieldset key={kind}>
          <legend>{t(`webhooks.of.${kind}`)}</legend>
          {all.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                className="kit-box"
                aria-invalid={error === undefined ? undefined : true}
                checked={events.includes(event)}
                onChange={({ target }) => choose(event, target.checked)}
              />
              <span>
                {t(`webhooks.is.${event}`)} <code>{event}</code>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </fieldset>
  )
}

/** A secret that is shown only once. */
export function SecretShown({ secret }: { secret: string }) {
  const t = useText()
  return (
    <div className="kit-stack">
      <Alert variant="warning">{t('webhooks.once')}</Alert>
      <CopyField label={t('webhooks.secret')} value={secret} copied={t('webhooks.copied')} copy={t('webhooks.copy')} />
      <p className="kit-note">{t('webhooks.secretText')}</p>
    </div>
  )
}
