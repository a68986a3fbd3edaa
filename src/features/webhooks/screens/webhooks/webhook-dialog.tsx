import { useState, useId } from 'react'
import { WriteDialog } from '#auth/screens/account/confirmation'
import { type NewWebhook, type Webhook, type WebhookInput, type WebhookEvent, webhookEvents } from '../../contract'
import { webhooksQuery } from '../../queries'
import { useText } from '#i18n/i18n'
import { TextField } from '#ui/controls/fields/text-field'
import { CopyField } from '#ui/controls/fields/copy-field'
import { Alert } from '#ui/controls/states/states'

/** Adds a webhook and shows its secret, which is only possible now; or edits `webhook`. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const t = useText()
  const [body, setBody] = useState<WebhookInput>({ url: webhook?.url ?? '', events: webhook?.events ?? [] })
  return (
    <WriteDialog<Webhook | NewWebhook>
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
      size="medium"
      confirmLabel={t(webhook ? 'webhooks.save' : 'webhooks.add')}
      pendingLabel={t('webhooks.saving')}
      need={webhook ? 'nothing' : 'session'}
      request={
        webhook
          ? { method: 'PUT', path: `/api/webhooks/${webhook.id}`, body }
          : { method: 'POST', path: '/api/webhooks', body }
      }
      failed={t('webhooks.saveFailed')}
      done={webhook && t('webhooks.saved')}
      stale={[webhooksQuery().queryKey]}
      onDone={webhook && onClose}
      result={(saved) =>
        'secret' in saved ? { title: t('webhooks.added'), content: <SecretShown secret={saved.secret} /> } : undefined
      }
      onClose={onClose}
    >
      {(issues) => <WebhookFields input={body} onChange={setBody} issues={issues} />}
    </WriteDialog>
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
  issues: Partial<Record<string, string>>
}

/** The URL and the events of a webhook. */
function WebhookFields({ input, onChange, issues }: WebhookFieldsProps) {
  const t = useText()
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
