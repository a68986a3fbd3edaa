import { AdminList, dateColumn, type ListDeclaration } from '#auth/lists/admin-list'
import { useState } from 'react'
import {
  type ApiToken,
  type NewApiToken,
  type ApiTokenInput,
  longestTokenName,
  type TokenScope,
} from '#auth/tokens/contract'
import { tokensQuery } from '#auth/queries'
import { DateTime } from '#i18n/date-time'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { KeyIcon, PlusIcon } from '#ui/controls/buttons/icons'
import { Choice, Select } from '#ui/controls/fields/choice'
import { CopyField } from '#ui/controls/fields/copy-field'
import { DateTimeField } from '#ui/controls/fields/date-time-field'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/states'
import { OutLink } from '#ui/link'
import { WriteDialog } from '#auth/screens/account/confirmation'

const spans = ['30', '90', '365', 'date', 'deleted'] as const

/** Creates a token, which is shown only once. */
function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [values, setValues] = useState(blankToken)
  return (
    <WriteDialog<NewApiToken>
      title={t('tokens.new')}
      confirmLabel={t('tokens.make')}
      pendingLabel={t('tokens.making')}
      need="session"
      request={{ method: 'POST', path: '/api/tokens', body: toTokenInput(values) }}
      failed={t('tokens.makeFailed')}
      stale={[tokensQuery().queryKey]}
      result={({ name, token }) => ({ title: name, content: <TokenShown token={token} /> })}
      onClose={onClose}
    >
      {(issues) => <TokenFields values={values} onChange={setValues} issues={issues} />}
    </WriteDialog>
  )
}

function TokenShown({ token }: { token: string }) {
  const t = useText()
  return (
    <div className="kit-stack">
      <Alert variant="warning">{t('tokens.once')}</Alert>
      <CopyField label={t('tokens.token')} value={token} copied={t('tokens.copied')} copy={t('tokens.copy')} />
      <TokenExample token={token} />
    </div>
  )
}

type TokenFieldsProps = {
  values: TokenValues
  onChange: (values: TokenValues) => void
  issues: Partial<Record<string, string>>
}

/** `date`: the expiry date, if `span` is a date. */
type TokenValues = { name: string; scope: TokenScope; span: (typeof spans)[number]; date: string }

/** The name, the scope and the expiry of a new token. */
function TokenFields({ values, onChange, issues }: TokenFieldsProps) {
  const t = useText()
  const change = (changed: Partial<TokenValues>) => onChange({ ...values, ...changed })
  return (
    <>
      <TextField
        label={t('tokens.name')}
        description={t('tokens.nameHelp')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
        autoFocus
        isRequired
        autoComplete="off"
        maxLength={longestTokenName}
        value={values.name}
        onChange={(name) => change({ name })}
        error={issues.name}
      />
      <Choice
        label={t('tokens.mayTitle')}
        description={t('tokens.mayNever')}
        value={values.scope}
        onChange={(scope) => change({ scope })}
        options={[
          { value: 'read', label: t('tokens.may.read'), note: t('tokens.mayRead') },
          { value: 'write', label: t('tokens.may.write'), note: t('tokens.mayWrite') },
        ]}
      />
      <Select
        label={t('tokens.howLong')}
        value={values.span}
        onChange={(chosen) => change({ span: spans.find((one) => one === chosen) ?? '90' })}
        options={spans.map((value) => ({ value, label: t(`tokens.for.${value}`) }))}
      />
      {values.span === 'date' && (
        <DateTimeField
          label={t('tokens.expires')}
          value={values.date}
          onChange={(date) => change({ date })}
          error={issues.expiresAt}
        />
      )}
    </>
  )
}

const blankToken = (): TokenValues => ({ name: '', scope: 'read', span: '90', date: inDays(30) })

const toTokenInput = ({ name, scope, span, date }: TokenValues): ApiTokenInput => ({
  name,
  scope,
  expiresAt: span === 'deleted' ? null : span === 'date' ? date : inDays(Number(span)),
})

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** The API tokens. */
export function TokensPanel() {
  const t = useText()
  const [isMaking, setIsMaking] = useState(false)
  return (
    <section className="kit-form" aria-label={t('integrations.tokens')}>
      <div className="integrations-head">
        <p className="kit-note">{t('tokens.intro')}</p>
        <Button variant="primary" onPress={() => setIsMaking(true)}>
          <PlusIcon />
          {t('tokens.new')}
        </Button>
      </div>
      <AdminList query={tokensQuery} loading="tokens.loading" failed="tokens.failed" {...list} />
      <TokenExample />
      {isMaking && <NewTokenDialog onClose={() => setIsMaking(false)} />}
    </section>
  )
}

const list: ListDeclaration<ApiToken> = {
  label: 'tokens.table',
  empty: { icon: <KeyIcon />, title: 'tokens.empty', text: 'tokens.emptyText' },
  columns: [
    { id: 'name', label: 'tokens.name', isTitle: true, sort: ({ name }) => name },
    {
      id: 'scope',
      label: 'tokens.scope',
      explainsItself: true,
      sort: ({ scope }) => scope,
      show: ({ scope }, { t }) => t(`tokens.may.${scope}`),
    },
    { id: 'createdBy', label: 'tokens.madeBy', sort: ({ createdBy }) => createdBy.username },
    dateColumn('lastUsedAt', 'tokens.lastUsed', 'tokens.never'),
    {
      id: 'expiresAt',
      label: 'tokens.expires',
      sort: ({ expiresAt }) => expiresAt ?? '9999',
      show: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
    },
  ],
  actionsLabel: 'tokens.actions',
  nameOf: ({ name }) => name,
  remove: {
    texts: 'tokens',
    label: ({ name }, { t }) => t('tokens.delete', { name }),
    target: ({ id, name }) => ({ path: `/api/tokens/${id}`, values: { name } }),
    stale: [tokensQuery().queryKey],
  },
}

function Expiry({ expiresAt }: Pick<ApiToken, 'expiresAt'>) {
  const t = useText()
  const [now] = useState(() => new Date().toISOString())
  if (expiresAt === null) return t('tokens.untilDeleted')
  return (
    <>
      <DateTime at={expiresAt} /> {expiresAt <= now && <span className="kit-badge">{t('tokens.expired')}</span>}
    </>
  )
}

/** An example of a request with a token: the new one, or a placeholder. */
function TokenExample({ token }: { token?: string }) {
  const t = useText()
  const command = `curl -H "Authorization: Bearer ${token ?? t('tokens.exampleToken')}" ${location.origin}/api/blog`
  return (
    <div className="tokens-example">
      <p>{t('tokens.example')}</p>
      <pre>
        <code>{command}</code>
      </pre>
      <p className="kit-note">
        <OutLink href="/swagger">{t('tokens.docs')}</OutLink>
      </p>
    </div>
  )
}
