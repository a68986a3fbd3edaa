import { type FormEvent, useState } from 'react'
import { type ApiTokenInput, longestTokenName, type TokenScope } from '#auth/tokens/contract'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useFaultFocus } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { Choice } from '#ui/controls/fields/choice'
import { DateTimeField } from '#ui/controls/fields/date-time-field'
import { Select } from '#ui/controls/fields/select'
import { TextField } from '#ui/controls/fields/text-field'

/** `error`: what the last try was refused with. */
type NewTokenFormProps = { id: string; error: unknown; onSubmit: (input: ApiTokenInput) => void }

const spans = ['30', '90', '365', 'date', 'deleted'] as const
type Span = (typeof spans)[number]

/** What a token is for, what it may do and how long it works. */
export function NewTokenForm({ id, error, onSubmit }: NewTokenFormProps) {
  const t = useText()
  const form = useFaultFocus(error)
  const issues = issuesByField(fieldIssues(error))
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>('read')
  const [span, setSpan] = useState<Span>('90')
  const [date, setDate] = useState(() => inDays(30))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const expiresAt = span === 'deleted' ? null : span === 'date' ? date : inDays(Number(span))
    onSubmit({ name, scope, expiresAt })
  }
  return (
    <form id={id} className="kit-stack" noValidate onSubmit={submit} ref={form}>
      <TextField
        label={t('tokens.name')}
        description={t('tokens.nameHelp')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
        autoFocus
        isRequired
        autoComplete="off"
        maxLength={longestTokenName}
        value={name}
        onChange={setName}
        error={issues.name}
      />
      <Choice
        label={t('tokens.mayTitle')}
        description={t('tokens.mayNever')}
        value={scope}
        onChange={setScope}
        options={[
          { value: 'read', label: t('tokens.may.read'), note: t('tokens.mayRead') },
          { value: 'write', label: t('tokens.may.write'), note: t('tokens.mayWrite') },
        ]}
      />
      <Select
        label={t('tokens.howLong')}
        value={span}
        onChange={(chosen) => setSpan(spans.find((one) => one === chosen) ?? '90')}
        options={spans.map((value) => ({ value, label: t(`tokens.for.${value}`) }))}
      />
      {span === 'date' && (
        <DateTimeField label={t('tokens.expires')} value={date} onChange={setDate} error={issues.expiresAt} />
      )}
    </form>
  )
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
